#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// The candidate closest to `name` by edit distance (letters that changed places are one edit) without
// regard to case, or an empty string when none is close
// (more than a third of the letters differ).
std::string nearestName(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace brokerscope
