#include "tests/unit/core/codec/draft_test_support.h"

namespace brokerscope {
namespace {

using namespace testing;

// Severity, code and path of each problem.
std::vector<std::string> problems(const MessageLayout& layout, const ValueDraft& draft) {
    std::vector<std::string> found;
    for (const Diagnostic& diagnostic : validateDraft(layout, draft)) {
        found.push_back(fmt::format("{} {} {}", severityName(diagnostic.severity), diagnostic.code(), diagnostic.path));
    }
    return found;
}
std::vector<std::string> problems(std::string_view name, int version, std::string_view json) {
    const auto layout = layoutOf(name, version);
    return problems(*layout, draftOf(*layout, json));
}
using Problems = std::vector<std::string>;

TEST(Cases, E8_TransactionsSetAtVersion3IsRefused) {
    constexpr std::string_view kBatched = R"({"transactions":[{"transactionalId":"t"}]})";
    EXPECT_EQ(problems("AddPartitionsToTxnRequest", 3, kBatched), Problems{"error FIELD_NOT_IN_VERSION transactions"});
    EXPECT_EQ(problems("AddPartitionsToTxnRequest", 4, kBatched), Problems{});
    EXPECT_EQ(problems("AddPartitionsToTxnRequest", 3, R"({"transactions":[]})"), Problems{});
}

TEST(Cases, E1_IgnorableNamesAreDroppedWithANote) {
    EXPECT_EQ(problems("ApiVersionsRequest", 2, R"({"clientSoftwareName":"u03-app","clientSoftwareVersion":"1.0"})"),
              (Problems{"note FIELD_DROPPED clientSoftwareName", "note FIELD_DROPPED clientSoftwareVersion"}));
}

TEST(DraftValidation, DefaultsAreFine) {
    for (const char* name :
         {"MetadataRequest", "FetchRequest", "ApiVersionsResponse", "ConsumerGroupHeartbeatRequest"}) {
        const VersionRange versions = SchemaRegistry::embedded().versionsOf(name);
        for (int version = versions.min; version <= versions.max; ++version) {
            const auto layout = layoutOf(name, version);
            EXPECT_EQ(problems(*layout, ValueDraft::fromDefaults(layout->spec)), Problems{}) << name << version;
        }
    }
}

TEST(DraftValidation, NullWhereNoneIsAllowed) {
    EXPECT_EQ(problems("MetadataRequest", 0, R"({"topics":null})"), Problems{"error NULL_NOT_ALLOWED topics"});
    EXPECT_EQ(problems("MetadataRequest", 1, R"({"topics":null})"), Problems{});
    EXPECT_EQ(problems("MetadataRequest", 9, R"({"topics":[{"name":"a"},{"name":null},null]})"),
              (Problems{"error NULL_NOT_ALLOWED topics[1].name", "error NULL_NOT_ALLOWED topics[2]"}));
}

TEST(DraftValidation, NumbersBeyondTheirType) {
    const auto layout = layoutOf("MetadataRequest", 9);
    ValueDraft draft = ValueDraft::fromDefaults(layout->spec);
    draft.root.fields[layout->spec->root.find("allowAutoTopicCreation")->index] = std::int64_t{256};
    const auto found = validateDraft(*layout, draft);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].text(), "allowAutoTopicCreation: 256 is outside 0 to 255");
    const auto fetch = layoutOf("FetchRequest", 12);
    ValueDraft wide = ValueDraft::fromDefaults(fetch->spec);
    wide.root.fields[fetch->spec->root.find("maxWaitMs")->index] = std::int64_t{1} << 31;
    EXPECT_EQ(problems(*fetch, wide), Problems{"error VALUE_OUT_OF_RANGE maxWaitMs"});
}

TEST(DraftValidation, ValuesOfAnotherKind) {
    const auto layout = layoutOf("FetchRequest", 12);
    ValueDraft draft = ValueDraft::fromDefaults(layout->spec);
    draft.root.fields[layout->spec->root.find("maxWaitMs")->index] = DraftText{"soon"};
    draft.root.fields[layout->spec->root.find("topics")->index] = std::int64_t{1};
    draft.root.fields[layout->spec->root.find("rackId")->index] = 1.5;
    const auto found = validateDraft(*layout, draft);
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found[0].text(), "maxWaitMs: expected a whole number, found a string");
    EXPECT_EQ(found[1].text(), "topics: expected an array, found a whole number");
    EXPECT_EQ(found[2].text(), "rackId: expected a string, found a number");
}

TEST(DraftValidation, StringsTooLongOrNotUtf8) {
    EXPECT_EQ(problems("FindCoordinatorRequest", 0, R"({"key":")" + std::string(32767, 'x') + "\"}"), Problems{});
    EXPECT_EQ(problems("FindCoordinatorRequest", 0, R"({"key":")" + std::string(32768, 'x') + "\"}"),
              Problems{"error STRING_TOO_LONG key"});
    const auto layout = layoutOf("FindCoordinatorRequest", 0);
    ValueDraft draft = ValueDraft::fromDefaults(layout->spec);
    draft.root.fields[0] = DraftText{"ab\xff"};
    const auto found = validateDraft(*layout, draft);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].id, MessageId::InvalidUtf8);
    EXPECT_EQ(found[0].severity, Severity::Warning);
    EXPECT_EQ(found[0].arguments, std::vector<std::string>{"2"});
}

TEST(DraftValidation, TagsWhereThereAreNone) {
    constexpr std::string_view kTags = R"({"_unknownTags":[{"tag":9,"hex":"00"}]})";
    EXPECT_EQ(problems("MetadataRequest", 8, kTags), Problems{"error TAGS_NOT_IN_VERSION "});
    EXPECT_EQ(problems("MetadataRequest", 9, kTags), Problems{});
}

TEST(DraftValidation, TagsSaidTwice) {
    EXPECT_EQ(problems("MetadataRequest", 9, R"({"_unknownTags":[{"tag":9,"hex":""},{"tag":9,"hex":""}]})"),
              Problems{"warning TAG_REPEATED "});
    EXPECT_EQ(problems("FetchRequest", 12, R"({"clusterId":"c","_unknownTags":[{"tag":0,"hex":"00"}]})"),
              Problems{"warning TAG_REPEATED "});
}

TEST(DraftValidation, OverriddenBytesHideTheValue) {
    EXPECT_EQ(problems("MetadataRequest", 0, R"({"topics":null,"_overrides":{"topics":{"hex":"ff"}}})"), Problems{});
}

TEST(DraftValidation, LengthsAndCountsThatTheirPrefixCannotHold) {
    const auto length = [](int version, std::int64_t number) {
        return problems(
            "MetadataRequest", version,
            fmt::format(R"({{"topics":[{{"name":"a","_overrides":{{"name":{{"length":{}}}}}}}]}})", number));
    };
    const Problems kName{"error VALUE_OUT_OF_RANGE topics[0].name"};
    EXPECT_EQ(length(4, 32767), Problems{});
    EXPECT_EQ(length(4, -32768), Problems{});
    EXPECT_EQ(length(4, 32768), kName);
    EXPECT_EQ(length(9, 4294967294), Problems{});
    EXPECT_EQ(length(9, -2), kName);
    const auto count = [](int version, std::int64_t number) {
        return problems("MetadataRequest", version,
                        fmt::format(R"({{"topics":[],"_overrides":{{"topics":{{"count":{}}}}}}})", number));
    };
    EXPECT_EQ(count(4, -2147483648), Problems{});
    EXPECT_EQ(count(4, 2147483648), Problems{"error VALUE_OUT_OF_RANGE topics"});
    EXPECT_EQ(count(9, -2), Problems{"error VALUE_OUT_OF_RANGE topics"});
}

TEST(DraftValidation, FieldForcedIntoAVersion) {
    EXPECT_EQ(problems("ApiVersionsRequest", 2, R"({"_overrides":{"clientSoftwareName":{"write":true}}})"), Problems{});
}

TEST(DraftValidation, BodiesThatNobodyKnows) {
    const auto layout = SchemaRegistry::embedded().request(71, 1, SchemaChoice{{}, true});
    ASSERT_TRUE(layout) << layout.error().text();
    ValueDraft draft = ValueDraft::fromDefaults((*layout)->spec);
    const auto found = validateDraft(**layout, draft);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].text(), "the body of GetTelemetrySubscriptionsRequest version 1 is not known");
    draft.trailing = {1};
    EXPECT_TRUE(validateDraft(**layout, draft).empty());
}

TEST(DraftValidation, MessagesLargerThanABrokerTakes) {
    const auto layout = layoutOf("SaslAuthenticateRequest", 0);
    ValueDraft draft = ValueDraft::fromDefaults(layout->spec);
    draft.root.fields[0] = ByteBuffer(104857600 - 4);
    EXPECT_EQ(problems(*layout, draft), Problems{});
    draft.root.fields[0] = ByteBuffer(104857600 - 3);
    EXPECT_EQ(problems(*layout, draft), Problems{"warning REQUEST_TOO_LARGE "});
}

TEST(DraftValidation, FieldsOfAnotherRelease) {
    const auto newer = SchemaRegistry::embedded().layout("FetchRequest", 12, {"4.4.0", false}).value();
    const auto older = SchemaRegistry::embedded().layout("FetchRequest", 12, {"3.9.2", false}).value();
    const ValueDraft draft =
        draftOf(*newer, R"({"maxWaitMs":1,"topics":[{"topic":"t","partitions":[{"highWatermark":5}]}]})");
    EXPECT_EQ(problems(*older, draft), Problems{"note FIELD_DROPPED topics[0].partitions[0].highWatermark"});
}

}  // namespace
}  // namespace brokerscope
