#include "app/cli/counted.h"

#include <fmt/format.h>

namespace brokerscope {

std::string counted(std::uint64_t number, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", number, number == 1 ? one : many);
}

}  // namespace brokerscope
