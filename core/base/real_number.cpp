#include "core/base/real_number.h"

#include <locale>
#include <sstream>
#include <string>

namespace brokerscope {

std::optional<double> parseReal(std::string_view text) {
    std::istringstream stream{std::string(text)};
    stream.imbue(std::locale::classic());
    double number = 0;
    stream >> std::noskipws >> number;
    if (stream.fail() || stream.peek() != std::istringstream::traits_type::eof()) {
        return std::nullopt;
    }
    return number;
}

}  // namespace brokerscope
