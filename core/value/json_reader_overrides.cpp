#include "core/value/json_reader_overrides.h"

#include "core/base/nearest_name.h"
#include "core/value/json_reader_scalars.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

namespace brokerscope {
namespace {

template <class T>
tl::unexpected<Error> passOn(Result<T>& failed) {
    return tl::unexpected<Error>(std::move(failed.error()));
}

// The nearest of the names, or where none is near those that there are; what is no field has a name that begins with _.
std::string knownNames(const std::string& name, std::vector<std::string> known) {
    constexpr std::size_t kListed = 12;
    if (const std::string nearest = nearestName(name, known); !nearest.empty()) {
        return "; nearest: " + nearest;
    }
    std::erase_if(known, [](const std::string& each) { return each.starts_with('_'); });
    if (known.empty()) {
        return "; there are none here";
    }
    const std::size_t all = known.size();
    known.resize(std::min(all, kListed));
    return fmt::format("; there are {}{}", fmt::join(known, ", "),
                       all > kListed ? fmt::format(" and {} more", all - kListed) : std::string());
}

tl::unexpected<Error> unknownName(const std::string& name, const std::string& path,
                                  const std::vector<std::string>& known) {
    return tl::unexpected<Error>(Error{MessageId::UnknownField, {name, knownNames(name, known)}, std::nullopt, path});
}

Result<DraftTag> readUnknownTag(const JsonValue& json, const std::string& path) {
    const auto* members = json.as<JsonValue::Object>();
    if (members == nullptr) {
        return wrongType(path, "an object with tag and hex", json);
    }
    DraftTag tag;
    bool hasNumber = false;
    for (const JsonMember& member : *members) {
        const std::string memberPath = path + '.' + member.name;
        if (member.name == "tag") {
            auto number = integerFromJson(member.value, 0, std::numeric_limits<std::uint32_t>::max(), memberPath);
            if (!number) {
                return passOn(number);
            }
            tag.tag = static_cast<std::uint32_t>(*number);
            hasNumber = true;
        } else if (member.name == "hex") {
            auto bytes = hexFromJson(member.value, memberPath);
            if (!bytes) {
                return passOn(bytes);
            }
            tag.bytes = std::move(*bytes);
        } else {
            return unknownName(member.name, memberPath, {"tag", "hex"});
        }
    }
    if (!hasNumber) {
        return tl::unexpected<Error>(Error{
            MessageId::JsonWrongType, {path, "an object with tag and hex", "one without tag"}, std::nullopt, path});
    }
    return tag;
}

// The parts that say something of a field; null is the tag section.
std::vector<std::string> partsOf(const FieldSpec* field) {
    if (field == nullptr) {
        return {"hex"};
    }
    if (field->isArray) {
        return {"hex", "count", "write"};
    }
    const bool hasLength =
        field->type == FieldType::String || field->type == FieldType::Bytes || field->type == FieldType::Records;
    return hasLength ? std::vector<std::string>{"hex", "length", "write"} : std::vector<std::string>{"hex", "write"};
}

// A part that would change nothing is refused, like one that does not exist.
Result<void> checkPart(const std::string& name, const FieldSpec* field, const std::string& path) {
    const std::vector<std::string> known = partsOf(field);
    if (std::find(known.begin(), known.end(), name) != known.end()) {
        return {};
    }
    if (name == "length" || name == "count" || name == "write") {
        const std::string what = field == nullptr ? "the tag section"
                                 : field->isArray ? "an array"
                                                  : "a field of type " + std::string(fieldTypeName(field->type));
        std::string expected = "something that " + what + " has; it takes " + known.front();
        for (std::size_t i = 1; i < known.size(); ++i) {
            expected += (i + 1 == known.size() ? " and " : ", ") + known[i];
        }
        return tl::unexpected<Error>(
            Error{MessageId::InvalidValue, {path, name, std::move(expected)}, std::nullopt, path});
    }
    return unknownName(name, path, known);
}

// One part of an override, by name.
Result<void> readPart(const JsonMember& part, FieldOverride& told, const std::string& path) {
    if (part.name == "hex") {
        auto bytes = hexFromJson(part.value, path);
        if (!bytes) {
            return passOn(bytes);
        }
        told.bytes = std::move(*bytes);
        return {};
    }
    if (part.name == "write") {
        const bool* value = part.value.as<bool>();
        if (value == nullptr) {
            return wrongType(path, "true or false", part.value);
        }
        told.write = *value;
        return {};
    }
    // A compact length is a 32-bit varint of length + 1, a classic one is signed.
    constexpr std::int64_t kGreatest = std::int64_t{std::numeric_limits<std::uint32_t>::max()} - 1;
    auto number = integerFromJson(part.value, std::numeric_limits<std::int32_t>::min(), kGreatest, path);
    if (!number) {
        return passOn(number);
    }
    (part.name == "length" ? told.length : told.count) = *number;
    return {};
}

// `field` is null for the tag section.
Result<FieldOverride> readOverride(const JsonValue& json, const FieldSpec* field, const std::string& path) {
    const auto* parts = json.as<JsonValue::Object>();
    if (parts == nullptr) {
        return wrongType(path, "an object with hex, length, count or write", json);
    }
    FieldOverride told;
    for (const JsonMember& part : *parts) {
        const std::string partPath = path + '.' + part.name;
        if (auto known = checkPart(part.name, field, partPath); !known) {
            return passOn(known);
        }
        if (auto done = readPart(part, told, partPath); !done) {
            return passOn(done);
        }
    }
    return told;
}

}  // namespace

tl::unexpected<Error> unknownField(const StructSpec& spec, const std::string& name, const std::string& path,
                                   bool isTop) {
    std::vector<std::string> known{"_unknownTags", "_overrides"};
    if (isTop) {
        known.emplace_back("_trailing");
    }
    for (const FieldSpec& field : spec.fields) {
        known.push_back(field.jsonName);
    }
    return unknownName(name, path, known);
}

Result<void> readUnknownTags(const JsonValue& json, DraftStruct& made, const std::string& path) {
    const auto* items = json.as<JsonValue::Array>();
    if (items == nullptr) {
        return wrongType(path, "an array of objects with tag and hex", json);
    }
    for (std::size_t i = 0; i < items->size(); ++i) {
        auto tag = readUnknownTag((*items)[i], path + '[' + std::to_string(i) + ']');
        if (!tag) {
            return passOn(tag);
        }
        made.unknownTags.push_back(std::move(*tag));
    }
    return {};
}

Result<void> readOverrides(const JsonValue& json, DraftStruct& made, const std::string& path) {
    const auto* members = json.as<JsonValue::Object>();
    if (members == nullptr) {
        return wrongType(path, "an object of field names", json);
    }
    for (const JsonMember& member : *members) {
        const std::string memberPath = path + '.' + member.name;
        const bool isSection = member.name == kTagSectionName;
        const FieldSpec* field = isSection ? nullptr : made.spec->find(member.name);
        if (field == nullptr && !isSection) {
            return unknownField(*made.spec, member.name, memberPath, false);
        }
        auto told = readOverride(member.value, field, memberPath);
        if (!told) {
            return passOn(told);
        }
        const std::uint32_t index = isSection ? DraftStruct::kTagSection : field->index;
        const bool isRepeated = std::any_of(made.overrides.begin(), made.overrides.end(),
                                            [index](const auto& entry) { return entry.first == index; });
        if (isRepeated) {
            return tl::unexpected<Error>(Error{MessageId::InvalidValue,
                                               {memberPath, member.name, "allowed twice in one object"},
                                               std::nullopt,
                                               memberPath});
        }
        made.overrides.emplace_back(index, std::move(*told));
    }
    return {};
}

}  // namespace brokerscope
