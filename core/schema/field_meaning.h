#pragma once

#include "core/schema/overlay_condition.h"

#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// Labels of an enumeration, of numbers (bools are 0 and 1) or of texts.
struct EnumTable {
    struct Value {
        OverlayValue value;  // int64 or text
        std::string name;
        VersionRange versions = VersionRange::all();  // of the message: in others the value is not this one
    };
    std::string name;  // the overlay's name of the list: "isolationLevel"
    bool open =
        false;  // other values are ordinary too (a timestamp); else another value is unknown, shown with its number
    std::vector<Value> values;  // in the overlay's order

    const Value* find(std::int64_t number) const;  // in whatever version; null: not listed
    const Value* find(std::string_view text) const;
    const Value* find(std::int64_t number, int version) const;  // null: not listed for that version
    const Value* find(std::string_view text, int version) const;
    // Whether some value has its name only in some versions of the message.
    bool dependsOnVersion() const;
};

// Names of the bits of a number; bit 0 is the lowest.
struct BitTable {
    struct Bit {
        std::uint8_t bit = 0;
        std::string name;
    };
    std::string name;
    std::vector<Bit> bits;

    const std::string* find(int bit) const;  // null: a bit without a name
};

// A number that is no ordinary value of its field, such as -1 for "none".
struct Sentinel {
    std::int64_t value = 0;
    std::string name;
};

// What null, or an array without elements, says in some versions: "all topics".
struct Emptiness {
    VersionRange versions = VersionRange::all();
    std::string null;   // empty: nothing is known
    std::string empty;  // of an array; empty: nothing is known
};

// The form that a text must have: one byte or more, each of a set, the first and the last of a smaller set.
struct TextForm {
    std::bitset<256> characters;
    std::bitset<256> ends;
    std::string says;  // continues "… is not": "made of letters and digits"

    bool accepts(std::string_view text) const;
};

// What the overlays say of one field. Array fields: of their elements. Owned by the MessageSpec, immutable.
struct FieldMeaning {
    enum class TimeKind : std::uint8_t { None, Time, Duration };  // Time: ms since 1970-01-01 UTC; Duration: ms

    const EnumTable* enumeration = nullptr;  // tables live as long as the program
    const BitTable* bits = nullptr;
    std::optional<Sentinel> bitsSentinel;  // a value that is no set of bits
    TimeKind time = TimeKind::None;
    std::vector<Sentinel> absentTimes;  // values that are no time
    bool isErrorCode = false;
    std::string errorText;              // JSON name of the sibling that holds the message; empty: none
    std::vector<OverlayScope> secrets;  // secret where any of them applies; empty: never
    bool secretUnlessDecoded = false;   // masked whole until the structure inside is decoded
    std::vector<Emptiness> emptiness;   // of the field itself, also where it is an array
    std::optional<TextForm> form;       // brokers refuse other texts
    std::string entity;  // what the value names: entityType of the definition, else the overlay's; else empty

    // Never conditional: masked without looking at other fields.
    bool isAlwaysSecret() const;
    // `at` is the concrete path of the value ("resources[0].configs[2].value").
    bool isSecret(int version, const ReadOverlayValues& read, std::string_view at) const;
    // Label of a number in a version of the message: enumeration, else sentinel of bits or time. Null: none.
    const std::string* label(std::int64_t number, int version) const;
    const std::string* label(std::string_view text, int version) const;
    // Of a number that has its label in other versions only: "literal time; MAX_TIMESTAMP needs v7". Else empty.
    std::string literalLabel(std::int64_t number, int version) const;
    // What null, or else an array without elements, says in that version. Null: nothing is known.
    const std::string* emptyLabel(bool isNull, int version) const;
};

}  // namespace brokerscope
