#include "core/base/json_fault.h"

#include "core/base/bytes.h"
#include "core/base/utf8.h"

namespace brokerscope {

std::string jsonFaultReason(std::string_view what) {
    constexpr std::size_t kLongest = 200;
    const std::size_t column = what.find("column ");
    const std::size_t colon = column == std::string_view::npos ? column : what.find(": ", column);
    const std::string_view reason = colon == std::string_view::npos ? what : what.substr(colon + 2);
    const bool isLong = reason.size() > kLongest;
    return displayUtf8(asBytes(reason.substr(0, kLongest))) + (isLong ? "…" : "");
}

}  // namespace brokerscope
