#pragma once

#include "core/base/diagnostic.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace brokerscope {

// A value that is JSON already: a list or an object.
struct EntryJson {
    std::string text;
    bool operator==(const EntryJson&) const = default;
};
// Nothing: null, or not known.
using EntryValue = std::variant<std::monostate, std::int64_t, std::string, EntryJson>;

// One value of an entry, or of a file as a whole. The name is the definition's in Kafka's JSON spelling, or the key as
// it stands in a text file; it lives as long as the reader that gave the entry.
struct EntryField {
    std::string_view name;
    EntryValue value;
};

// One entry of an index, snapshot or checkpoint file.
struct LogFileEntry {
    std::uint64_t index = 0;     // number within the file, from 0
    std::uint64_t position = 0;  // of its first byte in the file
    std::uint64_t size = 0;      // bytes
    std::vector<EntryField> fields;
    std::vector<Diagnostic> remarks;  // spans count from the file's first byte

    // Nothing where it has no such number.
    std::optional<std::int64_t> number(std::string_view name) const;
    // An error about the entry as a whole, or the field `path`.
    void remark(Severity severity, MessageId id, std::vector<std::string> arguments, std::string path = {});
};

}  // namespace brokerscope
