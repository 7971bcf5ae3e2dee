#include "core/value/draft_emptiness.h"

#include "core/schema/schema_registry.h"
#include "core/value/json_reader.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

ValueDraft draftOf(const char* name, const char* json) {
    return std::move(draftFromJson(SchemaRegistry::embedded().spec(name).value(), json).value().draft);
}

// What is written of the topics: "null", "empty" or "list".
std::string written(const ValueDraft& draft, int version) {
    const auto changed = withNullsAsEmpty(draft, version);
    const ValueDraft& shown = changed ? *changed : draft;
    const DraftValue& topics = shown.root.fields[draft.spec->root.find("Topics")->index];
    const auto* array = std::get_if<std::unique_ptr<DraftArray>>(&topics);
    return array == nullptr ? "null" : (*array)->elements.empty() ? "empty" : "list";
}

// C012: what null says from v1 on, v0 says by an empty list.
TEST(DraftEmptiness, NullIsWrittenAsTheVersionSaysIt) {
    const ValueDraft all = draftOf("MetadataRequest", R"({"topics":null})");
    EXPECT_EQ(written(all, 0), "empty");
    EXPECT_EQ(written(all, 1), "null");
    EXPECT_FALSE(withNullsAsEmpty(all, 1)) << "nothing is to be changed";
    EXPECT_EQ(written(draftOf("MetadataRequest", R"({"topics":[]})"), 1), "empty");
    EXPECT_EQ(written(draftOf("MetadataRequest", R"({"topics":[{"name":"t"}]})"), 0), "list");
}

// OffsetFetch v1 has no null either, but an empty list is none of the topics there.
TEST(DraftEmptiness, NullStaysWhereNothingSaysTheSame) {
    const ValueDraft all = draftOf("OffsetFetchRequest", R"({"groupId":"g","topics":null})");
    EXPECT_FALSE(writesNullAsEmpty(*all.spec->root.find("Topics"), 1));
    EXPECT_EQ(written(all, 1), "null");
}

// A field that is to be wrong stays wrong.
TEST(DraftEmptiness, OverridesStayAsTheyWereTold) {
    EXPECT_EQ(written(draftOf("MetadataRequest", R"({"topics":null,"_overrides":{"topics":{"hex":"ffffffff"}}})"), 0),
              "null");
}

}  // namespace
}  // namespace brokerscope
