#include "core/base/limits.h"

#include <array>

namespace brokerscope {

Result<void> Limits::set(std::string_view name, std::uint64_t value) {
    struct Entry {
        std::string_view name;
        std::uint64_t Limits::*member;
    };
    static constexpr std::array kEntries{
        Entry{"frame", &Limits::frame},         Entry{"nodes", &Limits::nodes},
        Entry{"depth", &Limits::depth},         Entry{"diagnostics", &Limits::diagnostics},
        Entry{"jsonInput", &Limits::jsonInput}, Entry{"schemaFile", &Limits::schemaFile},
        Entry{"ratio", &Limits::ratio},         Entry{"decompressed", &Limits::decompressed},
    };
    for (const Entry& entry : kEntries) {
        if (entry.name == name) {
            this->*entry.member = value;
            return {};
        }
    }
    return failure(MessageId::InvalidValue,
                   {"limit", std::string(name),
                    "one of frame, nodes, depth, diagnostics, jsonInput, schemaFile, decompressed, ratio"});
}

}  // namespace brokerscope
