#include "core/base/limits.h"

#include "core/base/limit_names.h"

#include <algorithm>

namespace brokerscope {

Result<void> Limits::set(std::string_view name, std::uint64_t value) {
    const auto names = limitNames();
    const auto found = std::ranges::find(names, name, &LimitName::name);
    if (found != names.end()) {
        this->*found->member = value;
        return {};
    }
    std::string known;
    for (const LimitName& limit : names) {
        known += known.empty() ? "one of " : ", ";
        known += limit.name;
    }
    return failure(MessageId::InvalidValue, {"limit", std::string(name), known});
}

}  // namespace brokerscope
