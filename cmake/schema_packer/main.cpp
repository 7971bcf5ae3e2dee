#include "packed_blob.h"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>

// schema_packer SOURCE_DIR LIST BLOB [--c-array FILE]: packs the JSON files named in LIST, one absolute path a line,
// into BLOB, and writes the same bytes as a C array where the compiler has no .incbin.
namespace {

namespace fs = std::filesystem;

std::string readFile(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (!stream) {
        throw std::runtime_error("cannot read " + path.string());
    }
    return text;
}

void writeFile(const fs::path& path, const std::string& bytes) {
    std::ofstream stream(path, std::ios::binary);
    stream << bytes;
    stream.close();
    if (!stream) {
        throw std::runtime_error("cannot write " + path.string());
    }
}

std::string asArray(const std::string& bytes) {
    std::string text =
        "#include <stdint.h>\nextern const unsigned char brokerscope_embedded_begin[];\n"
        "extern const uint64_t brokerscope_embedded_size;\nconst unsigned char brokerscope_embedded_begin[] = {";
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        text += (i % 32 == 0 ? "\n" : "") + std::to_string(static_cast<unsigned char>(bytes[i])) + ',';
    }
    return text + "\n};\nconst uint64_t brokerscope_embedded_size = " + std::to_string(bytes.size()) + ";\n";
}

void pack(const fs::path& sourceDir, const fs::path& list, const fs::path& blob, const fs::path& array) {
    PackedBlob packed;
    std::ifstream paths(list);
    for (std::string path; std::getline(paths, path);) {
        if (!path.empty()) {
            packed.add(fs::path(path).lexically_relative(sourceDir).generic_string(), readFile(path));
        }
    }
    const std::string bytes = packed.bytes();
    writeFile(blob, bytes);
    if (!array.empty()) {
        writeFile(array, asArray(bytes));
    }
}

}  // namespace

int main(int argc, char** argv) {
    const bool withArray = argc == 6 && std::string(argv[4]) == "--c-array";
    if (argc != 4 && !withArray) {
        std::cerr << "usage: schema_packer SOURCE_DIR LIST BLOB [--c-array FILE]\n";
        return 2;
    }
    try {
        pack(argv[1], argv[2], argv[3], withArray ? argv[5] : "");
    } catch (const std::exception& fault) {
        std::cerr << "schema_packer: " << fault.what() << '\n';
        return 1;
    }
    return 0;
}
