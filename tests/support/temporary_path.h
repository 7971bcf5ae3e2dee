#pragma once

#include <filesystem>
#include <random>
#include <string>
#include <string_view>

namespace brokerscope {

// A path in the system's folder for temporary files that nothing has and no other process uses: the same test may run
// from several build folders at once. The caller removes what it makes there.
inline std::filesystem::path temporaryPath(std::string_view name) {
    static const std::string run = std::to_string(std::random_device{}());
    return std::filesystem::temp_directory_path() / ("brokerscope-" + run).append("-").append(name);
}

}  // namespace brokerscope
