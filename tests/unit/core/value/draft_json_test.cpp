#include "core/value/draft_json.h"

#include "core/schema/schema_registry.h"
#include "core/value/json_reader.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

std::string writtenAgain(const std::string& name, const std::string& text) {
    const auto spec = *SchemaRegistry::embedded().spec(name);
    const auto draft = draftFromJson(spec, text);
    if (!draft) {
        return draft.error().text();
    }
    const DraftJson written = draftToJson(draft->draft, -1);
    EXPECT_TRUE(written.lost.empty());
    return written.text;
}

TEST(DraftJson, SaysWhatWasTouchedAndNothingElse) {
    for (
        const char* text :
        {"{}", R"({"topics":null})",
         R"({"topics":[{"topicId":"AAAAAAAAAAAAAAAAAAAAAQ","name":null}],"allowAutoTopicCreation":false})",
         R"({"topics":[],"allowAutoTopicCreation":7,"_unknownTags":[{"tag":99,"hex":"00ff"}],"_overrides":{"topics":{"count":-5},"_tags":{"hex":"01"}},"_trailing":"0102"})",
         R"({"topics":[{"name":"a\"\n","_overrides":{"name":{"hex":"ff","length":3,"write":true}}}]})"}) {
        EXPECT_EQ(writtenAgain("MetadataRequest", text), text);
    }
    EXPECT_EQ(writtenAgain("ProduceRequest", R"({"acks":-1,"topicData":[{"partitionData":[{"records":"AAEC"}]}]})"),
              R"({"acks":-1,"topicData":[{"partitionData":[{"records":"AAEC"}]}]})");
    EXPECT_EQ(writtenAgain("AlterClientQuotasRequest", R"({"entries":[{"ops":[{"key":"k","value":0.5}]}]})"),
              R"({"entries":[{"ops":[{"key":"k","value":0.5}]}]})");
}

TEST(DraftJson, TellsWhatJsonCannotHold) {
    const auto spec = *SchemaRegistry::embedded().spec("HeartbeatRequest");
    ValueDraft draft = ValueDraft::fromDefaults(spec);
    draft.root.fields[spec->root.find("memberId")->index] = DraftText{"a\xff"};
    const DraftJson written = draftToJson(draft);
    EXPECT_THAT(written.lost, ::testing::ElementsAre("memberId"));
    EXPECT_EQ(written.text, "{\n  \"memberId\": \"a\xef\xbf\xbd\"\n}");
}

}  // namespace
}  // namespace brokerscope
