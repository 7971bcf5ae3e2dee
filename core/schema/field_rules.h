#pragma once

#include "core/schema/field_meaning.h"
#include "core/schema/message_spec.h"
#include "core/schema/schema_object.h"

#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace brokerscope {

// What an overlay's rule adds to the meaning of a field; one overlay file each.
enum class FieldAspect : std::uint8_t { Bits, Emptiness, Entity, Enum, Error, Form, Secret, Time };
inline constexpr std::array kFieldAspects{FieldAspect::Bits,   FieldAspect::Emptiness, FieldAspect::Entity,
                                          FieldAspect::Enum,   FieldAspect::Error,     FieldAspect::Form,
                                          FieldAspect::Secret, FieldAspect::Time};
// Aspects whose rules about one field add up, since each has its own versions or conditions.
inline constexpr bool addsUp(FieldAspect aspect) {
    return aspect == FieldAspect::Secret || aspect == FieldAspect::Emptiness;
}

// One rule: the fields that it speaks of and what it says, in the members of `says` that belong to its aspect.
struct FieldRule {
    FieldAspect aspect = FieldAspect::Enum;
    std::string file, place;         // for errors
    std::string message, path;       // either these
    std::string field, type;         // or these: JSON name and type ("int32", "[]uuid")
    std::vector<MessageType> kinds;  // with `field`; empty: all
    FieldMeaning says;

    bool speaksOf(const MessageSpec& spec, const FieldSpec& candidate) const;  // rules with `field` only
    // Adds what the rule says. Where rules do not add up a field has one.
    void apply(FieldMeaning& meaning) const;
    // Whether a field of this type can have the meaning at all.
    bool fits(const FieldSpec& candidate) const;
};

std::string writtenType(const FieldSpec& field);  // "[]uuid", "struct"

// The tables that rules point to; addresses stay as they are.
struct MeaningTables {
    std::map<std::string, std::unique_ptr<EnumTable>, std::less<>> enums;
    std::map<std::string, std::unique_ptr<BitTable>, std::less<>> bits;
};

// Reads one overlay file whose rules are about fields into `rules` and `tables`; a file about whole messages adds
// nothing. Throws SchemaFault.
void readFieldRules(const nlohmann::json& json, const std::string& file, MeaningTables& tables,
                    std::vector<FieldRule>& rules);

}  // namespace brokerscope
