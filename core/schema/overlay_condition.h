#pragma once

#include "core/schema/version_range.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace brokerscope {

struct NullValue {
    bool operator==(const NullValue&) const = default;
};
struct ArraySize {
    std::uint64_t count = 0;
    bool operator==(const ArraySize&) const = default;
};
// What a condition sees of a field: whole numbers as int64, strings as text; null, and of an array its count.
using OverlayValue = std::variant<NullValue, bool, std::int64_t, std::string, ArraySize>;

// All values at a path of a message, in Kafka's JSON spelling with indices ("resources[0].configs[2].name"), those of
// every element where the path still has []. A field that the message's version lacks gives its default.
using ReadOverlayValues = std::function<std::vector<OverlayValue>(const std::string& path)>;

// One test of the overlays (schemas/README.md, "Overlays").
struct OverlayCondition {
    enum class Test : std::uint8_t { In, NotIn, Equals, IsNull, NotEmpty, ContainsAny };

    std::string path;  // "topics[].partitions[].preVote"
    Test test = Test::Equals;
    std::vector<OverlayValue> values;  // Equals: one; IsNull, NotEmpty: one bool; ContainsAny: lower-case texts

    bool holdsFor(const OverlayValue& value) const;
};

// When a rule applies: its versions contain the message's, every `when` holds for some element, and no `unless` has
// elements and holds for all of them.
struct OverlayScope {
    VersionRange versions = VersionRange::all();
    std::vector<OverlayCondition> when;
    std::vector<OverlayCondition> unless;

    // `at` is the concrete path of the field that the rule is about, empty for rules about whole messages: elements
    // that it and a condition have in common are the same.
    bool applies(int version, const ReadOverlayValues& read, std::string_view at = {}) const;
    bool isUnconditional() const { return when.empty() && unless.empty(); }
};

// `pattern` with the indices of `concrete` for as long as both name the same elements: ("a[].b[].c", "a[1].b[2].d") ->
// "a[1].b[2].c".
std::string alignPath(std::string_view pattern, std::string_view concrete);

}  // namespace brokerscope
