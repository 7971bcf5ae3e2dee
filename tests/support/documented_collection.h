#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace brokerscope {

// Writes the collection that docs/collections.md shows into a folder: its fenced blocks that name a file,
// "```request groups/1-join.request". Gives the number of files.
inline std::size_t writeDocumentedCollection(const std::filesystem::path& source, const std::filesystem::path& folder) {
    std::ifstream page(source / "docs/collections.md", std::ios::binary);
    std::size_t files = 0;
    std::ofstream file;
    for (std::string line; std::getline(page, line);) {
        if (file.is_open() && line == "```") {
            file.close();
        } else if (file.is_open()) {
            file << line << '\n';
        } else if (line.starts_with("```request ") || line.starts_with("```json ")) {
            const std::filesystem::path path = folder / line.substr(line.find(' ') + 1);
            std::filesystem::create_directories(path.parent_path());
            file.open(path, std::ios::binary);
            ++files;
        }
    }
    return files;
}

// All of a text file.
inline std::string fileText(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

}  // namespace brokerscope
