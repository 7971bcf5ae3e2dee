#pragma once

#include "core/base/hex.h"
#include "core/codec/encoder.h"
#include "core/schema/schema_loader.h"
#include "core/value/json_reader.h"
#include "tests/support/decoding.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

// What tests of drafts need: layouts from small definitions, drafts from JSON, and bytes as hex.
namespace brokerscope::testing {

inline std::shared_ptr<const MessageLayout> layoutOf(std::string_view name, int version) {
    return SchemaRegistry::embedded().layout(name, version).value();
}

// A definition of this test's own.
inline std::shared_ptr<const MessageLayout> layoutFrom(std::string_view definition, int version) {
    const auto spec = loadDefinition(definition, {"test.json", "test", "test", false});
    if (!spec) {
        ADD_FAILURE() << spec.error().text();
        return nullptr;
    }
    return MessageLayout::make(*spec, static_cast<std::int16_t>(version));
}

inline ValueDraft draftOf(const MessageLayout& layout, std::string_view json) {
    auto made = draftFromJson(layout.spec, json);
    if (!made) {
        ADD_FAILURE() << made.error().text();
        return ValueDraft::fromDefaults(layout.spec);
    }
    return std::move(made->draft);
}

// Encodes both ways, with and without a tree, which must agree; the tree must name every byte once.
inline std::string encodedHex(const std::shared_ptr<const MessageLayout>& layout, const ValueDraft& draft) {
    const auto tree = encodeMessage(layout, draft);
    EXPECT_TRUE(everyByteOnce(tree));
    const std::string hex = toHex(encodeBytes(*layout, draft));
    EXPECT_EQ(toHex(*tree->bytes), hex);
    return hex;
}
inline std::string encodedHex(const std::shared_ptr<const MessageLayout>& layout, std::string_view json) {
    return encodedHex(layout, draftOf(*layout, json));
}
inline std::string encodedHex(std::string_view name, int version, std::string_view json) {
    return encodedHex(layoutOf(name, version), json);
}

}  // namespace brokerscope::testing
