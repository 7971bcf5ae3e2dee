#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace brokerscope {

// Options of `send`, as they were written.
struct SendOptions {
    std::string name;
    std::string versions;             // "", "N", "A..B" or "all"
    std::optional<std::string> body;  // FILE, "-" or the JSON itself; absent: the minimal request
    std::string target = "auto";
    std::optional<std::string> raw;
    std::uint32_t repeat = 0;    // sends of each request in all; 0: as many as --pipeline, or one
    std::uint32_t pipeline = 1;  // unanswered ones at once
    std::string show = "response";
};

// Versions to send: a wish as it was written.
struct VersionWish {
    bool all = false;
    std::optional<int> from;  // absent with all == false: the highest stable common one
    std::optional<int> to;

    // "", "N", "A..B", "all"; nothing for other texts.
    static std::optional<VersionWish> parse(const std::string& text);
};

// What of an exchange is printed as text.
struct ShownParts {
    bool request = false;
    bool response = false;
    bool hex = false;
    bool timing = false;

    // "request,response,hex,timing" in any choice; nothing for other words.
    static std::optional<ShownParts> parse(const std::string& text);
};

}  // namespace brokerscope
