#include "app/cli/input_text.h"

#include "core/base/saturated.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <istream>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>

namespace brokerscope {
namespace {

Result<std::string> readText(std::istream& in, const std::string& name, const InputLimit& limit) {
    std::string text;
    std::string piece(65536, '\0');
    while (in.read(piece.data(), static_cast<std::streamsize>(piece.size())) || in.gcount() > 0) {
        text.append(piece.data(), static_cast<std::size_t>(in.gcount()));
        if (text.size() > limit.bytes) {
            return failure(MessageId::LimitExceeded,
                           {std::string(limit.name), std::to_string(text.size()), std::to_string(limit.bytes)});
        }
    }
    if (in.bad()) {
        return failure(MessageId::FileUnreadable, {name, "reading failed"});
    }
    return text;
}

}  // namespace

InputLimit messageInput(const Limits& limits) {
    // Two digits and a blank a byte, and remarks around them.
    constexpr std::uint64_t kCharactersAByte = 3;
    constexpr std::uint64_t kAround = 1024;
    const std::uint64_t digits = saturatedProduct(limits.frame, kCharactersAByte);
    return {"frame", digits + std::min(kAround, std::numeric_limits<std::uint64_t>::max() - digits)};
}

Result<std::string> readInput(const std::string& path, std::istream& in, const InputLimit& limit) {
    if (path == "-") {
        return readText(in, "standard input", limit);
    }
    std::error_code code;
    if (std::filesystem::is_directory(path, code)) {
        return failure(MessageId::FileUnreadable, {path, "it is a folder"});
    }
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        return failure(MessageId::FileUnreadable, {path, errno != 0 ? std::strerror(errno) : "cannot be opened"});
    }
    return readText(file, path, limit);
}

Result<std::string> readJsonOption(const std::string& option, std::istream& in, const Limits& limits) {
    if (option.empty()) {
        return failure(MessageId::Other, {"the JSON is empty; {} stands for all defaults"});
    }
    std::error_code code;
    const bool looksLikeJson = std::string_view("{[\"").find(option.front()) != std::string_view::npos;
    if (looksLikeJson || (nlohmann::json::accept(option) && !std::filesystem::exists(option, code))) {
        return option;
    }
    auto text = readInput(option, in, {"jsonInput", limits.jsonInput});
    if (text && text->find_first_not_of(" \t\r\n") == std::string::npos) {
        return failure(MessageId::FileUnreadable,
                       {option == "-" ? "standard input" : option, "it is empty; {} stands for all defaults"});
    }
    return text;
}

}  // namespace brokerscope
