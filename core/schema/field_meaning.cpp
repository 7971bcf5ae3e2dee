#include "core/schema/field_meaning.h"

#include <algorithm>
#include <fmt/format.h>

namespace brokerscope {
namespace {

template <typename Predicate>
const EnumTable::Value* findValue(const EnumTable& table, Predicate predicate) {
    const auto found = std::find_if(table.values.begin(), table.values.end(), predicate);
    return found == table.values.end() ? nullptr : &*found;
}

bool hasText(const EnumTable::Value& entry, std::string_view text) {
    const auto* listed = std::get_if<std::string>(&entry.value);
    return listed != nullptr && *listed == text;
}

const std::string* nameOf(const EnumTable::Value* value) {
    return value == nullptr ? nullptr : &value->name;
}

// "v7", "v0-3"
std::string versionsText(const VersionRange& versions) {
    return versions.max == VersionRange::kOpenEnd ? fmt::format("v{}", versions.min) : 'v' + versions.toString();
}

}  // namespace

const EnumTable::Value* EnumTable::find(std::int64_t number) const {
    return findValue(*this, [&](const Value& entry) { return entry.value == OverlayValue(number); });
}

const EnumTable::Value* EnumTable::find(std::string_view text) const {
    return findValue(*this, [&](const Value& entry) { return hasText(entry, text); });
}

const EnumTable::Value* EnumTable::find(std::int64_t number, int version) const {
    return findValue(*this, [&](const Value& entry) {
        return entry.value == OverlayValue(number) && entry.versions.contains(version);
    });
}

const EnumTable::Value* EnumTable::find(std::string_view text, int version) const {
    return findValue(*this,
                     [&](const Value& entry) { return hasText(entry, text) && entry.versions.contains(version); });
}

bool EnumTable::dependsOnVersion() const {
    return std::any_of(values.begin(), values.end(),
                       [](const Value& entry) { return entry.versions != VersionRange::all(); });
}

const std::string* BitTable::find(int bit) const {
    const auto found = std::find_if(bits.begin(), bits.end(), [&](const Bit& entry) { return entry.bit == bit; });
    return found == bits.end() ? nullptr : &found->name;
}

bool FieldMeaning::isAlwaysSecret() const {
    return std::any_of(secrets.begin(), secrets.end(),
                       [](const OverlayScope& scope) { return scope.isUnconditional(); });
}

bool FieldMeaning::isSecret(int version, const ReadOverlayValues& read, std::string_view at) const {
    return std::any_of(secrets.begin(), secrets.end(),
                       [&](const OverlayScope& scope) { return scope.applies(version, read, at); });
}

const std::string* FieldMeaning::label(std::int64_t number, int version) const {
    if (enumeration != nullptr) {
        return nameOf(enumeration->find(number, version));
    }
    if (bitsSentinel && bitsSentinel->value == number) {
        return &bitsSentinel->name;
    }
    const auto absent = std::find_if(absentTimes.begin(), absentTimes.end(),
                                     [&](const Sentinel& sentinel) { return sentinel.value == number; });
    return absent == absentTimes.end() ? nullptr : &absent->name;
}

const std::string* FieldMeaning::label(std::string_view text, int version) const {
    return enumeration == nullptr ? nullptr : nameOf(enumeration->find(text, version));
}

std::string FieldMeaning::literalLabel(std::int64_t number, int version) const {
    const EnumTable::Value* value = enumeration == nullptr ? nullptr : enumeration->find(number);
    if (value == nullptr || enumeration->find(number, version) != nullptr) {
        return {};
    }
    return fmt::format("literal {}; {} needs {}", time == TimeKind::Time ? "time" : "value", value->name,
                       versionsText(value->versions));
}

const std::string* FieldMeaning::emptyLabel(bool isNull, int version) const {
    const auto found = std::find_if(emptiness.begin(), emptiness.end(), [&](const Emptiness& rule) {
        return rule.versions.contains(version) && !(isNull ? rule.null : rule.empty).empty();
    });
    return found == emptiness.end() ? nullptr : &(isNull ? found->null : found->empty);
}

bool TextForm::accepts(std::string_view text) const {
    const auto isIn = [](const std::bitset<256>& set, char c) { return set[static_cast<unsigned char>(c)]; };
    return !text.empty() && isIn(ends, text.front()) && isIn(ends, text.back()) &&
           std::all_of(text.begin(), text.end(), [&](char c) { return isIn(characters, c); });
}

}  // namespace brokerscope
