#include "core/schema/field_meaning.h"

#include <algorithm>

namespace brokerscope {
namespace {

bool equalsIgnoringCase(std::string_view a, std::string_view b) {
    const auto lowered = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lowered(x) == lowered(y); });
}

template <typename Predicate>
const EnumTable::Value* findValue(const EnumTable& table, Predicate predicate) {
    const auto found = std::find_if(table.values.begin(), table.values.end(), predicate);
    return found == table.values.end() ? nullptr : &*found;
}

}  // namespace

const EnumTable::Value* EnumTable::find(std::int64_t number) const {
    return findValue(*this, [&](const Value& entry) { return entry.value == OverlayValue(number); });
}

const EnumTable::Value* EnumTable::find(std::string_view text) const {
    return findValue(*this, [&](const Value& entry) {
        const auto* listed = std::get_if<std::string>(&entry.value);
        return listed != nullptr && *listed == text;
    });
}

const EnumTable::Value* EnumTable::findName(std::string_view label) const {
    return findValue(*this, [&](const Value& entry) { return equalsIgnoringCase(entry.name, label); });
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

const std::string* FieldMeaning::label(std::int64_t number) const {
    if (enumeration != nullptr) {
        const EnumTable::Value* value = enumeration->find(number);
        return value == nullptr ? nullptr : &value->name;
    }
    if (bitsSentinel && bitsSentinel->value == number) {
        return &bitsSentinel->name;
    }
    const auto absent = std::find_if(absentTimes.begin(), absentTimes.end(),
                                     [&](const Sentinel& sentinel) { return sentinel.value == number; });
    return absent == absentTimes.end() ? nullptr : &absent->name;
}

const std::string* FieldMeaning::label(std::string_view text) const {
    const EnumTable::Value* value = enumeration == nullptr ? nullptr : enumeration->find(text);
    return value == nullptr ? nullptr : &value->name;
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
