#pragma once

#include "core/base/bytes.h"
#include "core/base/uuid.h"
#include "core/schema/message_spec.h"

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace brokerscope {

struct DraftStruct;
struct DraftArray;

struct DraftNull {
    bool operator==(const DraftNull&) const = default;
};
struct DraftText {  // a string: bytes that need not be valid UTF-8
    std::string bytes;
    bool operator==(const DraftText&) const = default;
};

// One value that will be said. monostate: untouched, the definition's default.
using DraftValue = std::variant<std::monostate, DraftNull, std::int64_t, double, DraftText, ByteBuffer, Uuid,
                                std::unique_ptr<DraftArray>, std::unique_ptr<DraftStruct>>;
// bool and all integers are int64_t (a bool may hold any byte, 0 false); uint32 fits; bytes and records are ByteBuffer.

struct DraftArray {
    std::vector<DraftValue> elements;
};

// A field written otherwise than its value says. Every part may be absent.
struct FieldOverride {
    std::optional<ByteBuffer> bytes;     // these bytes instead of the field (prefix included)
    std::optional<std::int64_t> length;  // another length prefix (string, bytes, records), number as meant before +1
    std::optional<std::int64_t> count;   // another array count
    bool write = false;                  // written although the version lacks it
};

struct DraftTag {
    std::uint32_t tag = 0;
    ByteBuffer bytes;
};

// Values by the definition (all versions), so that fields which a version lacks stay while another version is chosen.
struct DraftStruct {
    // In `overrides`: the structure's tag section as a whole (`bytes` only), for sections that no tags could say.
    static constexpr std::uint32_t kTagSection = 0xffffffff;

    const StructSpec* spec = nullptr;
    std::vector<DraftValue> fields;                                  // by FieldSpec::index
    std::vector<DraftTag> unknownTags;                               // written in the section, ascending
    std::vector<std::pair<std::uint32_t, FieldOverride>> overrides;  // by FieldSpec::index or kTagSection
};

// What will be said: an editable message, bound to a definition but to no version. Movable; copied by clone().
struct ValueDraft {
    std::shared_ptr<const MessageSpec> spec;
    DraftStruct root;
    ByteBuffer trailing;  // bytes after the message, on purpose

    static ValueDraft fromDefaults(std::shared_ptr<const MessageSpec> spec);
    ValueDraft clone() const;
};

DraftValue cloneValue(const DraftValue& value);
DraftStruct cloneStruct(const DraftStruct& value);
DraftStruct makeStruct(const StructSpec& spec);  // all fields untouched
// The default that an untouched field stands for, as a value (never monostate).
DraftValue defaultValue(const FieldSpec& field);

}  // namespace brokerscope
