#include "core/value/json_reader.h"

#include "core/base/hex.h"
#include "core/schema/schema_registry.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace brokerscope {
namespace {

std::shared_ptr<const MessageSpec> specOf(std::string_view name) {
    return SchemaRegistry::embedded().spec(name).value();
}

Result<DraftWithRemarks> read(std::string_view name, std::string_view json, const Limits& limits = {}) {
    return draftFromJson(specOf(name), json, limits);
}

// "CODE path: sentence" of the error, or "good".
std::string errorOf(std::string_view name, std::string_view json, const Limits& limits = {}) {
    const auto made = read(name, json, limits);
    return made ? "good" : fmt::format("{} {}: {}", made.error().code(), made.error().path, made.error().text());
}

const DraftValue& fieldOf(const DraftStruct& value, std::string_view name) {
    return value.fields[value.spec->find(name)->index];
}
template <class T>
const T& as(const DraftStruct& value, std::string_view name) {
    return std::get<T>(fieldOf(value, name));
}
const DraftStruct& element(const DraftStruct& value, std::string_view name, std::size_t index) {
    return *std::get<std::unique_ptr<DraftStruct>>(as<std::unique_ptr<DraftArray>>(value, name)->elements.at(index));
}

TEST(JsonReader, ValuesOfEveryType) {
    const auto made = read("FetchRequest", R"({"clusterId":"c","maxWaitMs":-5,"isolationLevel":1,"topics":[
        {"topicId":"6kySFknNRdG0J1E9XdO4sA","partitions":[{"fetchOffset":9223372036854775807}]},
        {"topicId":"ea4c9216-49cd-45d1-b427-513d5dd3b8b0"}],"replicaState":{"replicaEpoch":3}})");
    ASSERT_TRUE(made) << made.error().text();
    const DraftStruct& root = made->draft.root;
    EXPECT_EQ(as<DraftText>(root, "clusterId").bytes, "c");
    EXPECT_EQ(as<std::int64_t>(root, "maxWaitMs"), -5);
    EXPECT_TRUE(std::holds_alternative<std::monostate>(fieldOf(root, "minBytes")));
    EXPECT_EQ(as<Uuid>(element(root, "topics", 0), "topicId"), as<Uuid>(element(root, "topics", 1), "topicId"));
    EXPECT_EQ(as<std::int64_t>(element(element(root, "topics", 0), "partitions", 0), "fetchOffset"),
              std::numeric_limits<std::int64_t>::max());
    EXPECT_EQ(as<std::int64_t>(*as<std::unique_ptr<DraftStruct>>(root, "replicaState"), "replicaEpoch"), 3);
    EXPECT_TRUE(made->diagnostics.empty());
}

TEST(JsonReader, NamesOfTheDefinitionAreTakenToo) {
    const auto made = read("MetadataRequest", R"({"Topics":[{"Name":"a"}]})");
    ASSERT_TRUE(made);
    EXPECT_EQ(as<DraftText>(element(made->draft.root, "topics", 0), "name").bytes, "a");
}

TEST(JsonReader, NullWhateverTheField) {
    const auto made = read("MetadataRequest", R"({"topics":null,"allowAutoTopicCreation":null})");
    ASSERT_TRUE(made);
    EXPECT_TRUE(std::holds_alternative<DraftNull>(fieldOf(made->draft.root, "topics")));
    EXPECT_TRUE(std::holds_alternative<DraftNull>(fieldOf(made->draft.root, "allowAutoTopicCreation")));
}

TEST(JsonReader, BoolsAndOddBytes) {
    const auto made =
        read("MetadataRequest", R"({"allowAutoTopicCreation":false,"includeTopicAuthorizedOperations":7})");
    ASSERT_TRUE(made);
    EXPECT_EQ(as<std::int64_t>(made->draft.root, "allowAutoTopicCreation"), 0);
    EXPECT_EQ(as<std::int64_t>(made->draft.root, "includeTopicAuthorizedOperations"), 7);
    EXPECT_EQ(errorOf("MetadataRequest", R"({"allowAutoTopicCreation":256})"),
              "VALUE_OUT_OF_RANGE allowAutoTopicCreation: allowAutoTopicCreation: 256 is outside 0 to 255");
    EXPECT_EQ(errorOf("MetadataRequest", R"({"allowAutoTopicCreation":"yes"})"),
              "JSON_WRONG_TYPE allowAutoTopicCreation: allowAutoTopicCreation: expected true or false, found a string");
}

TEST(JsonReader, NumbersWithFraction) {
    const auto made = read("AlterClientQuotasRequest", R"({"entries":[{"ops":[{"value":1.5},{"value":2},{"value":"NaN"},
        {"value":"-Infinity"},{"value":18446744073709551616}]}]})");
    ASSERT_TRUE(made) << made.error().text();
    const DraftStruct& entry = element(made->draft.root, "entries", 0);
    const auto value = [&entry](std::size_t index) { return as<double>(element(entry, "ops", index), "value"); };
    EXPECT_EQ(value(0), 1.5);
    EXPECT_EQ(value(1), 2.0);
    EXPECT_NE(value(2), value(2));
    EXPECT_EQ(value(3), -std::numeric_limits<double>::infinity());
    EXPECT_EQ(value(4), 18446744073709551616.0);
    EXPECT_EQ(
        errorOf("AlterClientQuotasRequest", R"({"entries":[{"ops":[{"value":"many"}]}]})"),
        "INVALID_VALUE entries[0].ops[0].value: entries[0].ops[0].value: \"many\" is not a number, NaN, Infinity or "
        "-Infinity");
}

TEST(JsonReader, BytesAreBase64) {
    const auto made = read("SaslAuthenticateRequest", R"({"authBytes":"AP8="})");
    ASSERT_TRUE(made);
    EXPECT_EQ(as<ByteBuffer>(made->draft.root, "authBytes"), (ByteBuffer{0, 255}));
    EXPECT_EQ(errorOf("SaslAuthenticateRequest", R"({"authBytes":"A"})"),
              "INVALID_VALUE authBytes: authBytes: \"A\" is not base64");
    EXPECT_EQ(errorOf("SaslAuthenticateRequest", R"({"authBytes":[1]})"),
              "JSON_WRONG_TYPE authBytes: authBytes: expected bytes as base64 in quotes, found an array");
}

TEST(JsonReader, RangesByType) {
    struct Row {
        std::string_view message;
        std::string_view field;
        std::string_view least;
        std::string_view greatest;
        std::string_view below;
        std::string_view above;
    };
    constexpr std::array kRows{
        Row{"FetchRequest", "isolationLevel", "-128", "127", "-129", "128"},
        Row{"ProduceRequest", "acks", "-32768", "32767", "-32769", "32768"},
        Row{"ProduceRequest", "timeoutMs", "-2147483648", "2147483647", "-2147483649", "2147483648"},
        Row{"InitProducerIdRequest", "producerId", "-9223372036854775808", "9223372036854775807",
            "-9223372036854775809", "9223372036854775808"},
    };
    for (const Row& row : kRows) {
        const auto json = [&row](std::string_view value) { return fmt::format(R"({{"{}":{}}})", row.field, value); };
        EXPECT_EQ(errorOf(row.message, json(row.least)), "good");
        EXPECT_EQ(errorOf(row.message, json(row.greatest)), "good");
        for (const std::string_view beyond : {row.below, row.above}) {
            EXPECT_EQ(errorOf(row.message, json(beyond)),
                      fmt::format("VALUE_OUT_OF_RANGE {0}: {0}: {1} is outside {2} to {3}", row.field, beyond,
                                  row.least, row.greatest));
        }
    }
}

TEST(JsonReader, UnsignedRanges) {
    constexpr std::string_view kListener = R"({{"listeners":[{{"port":{}}}]}})";
    EXPECT_EQ(errorOf("BrokerRegistrationRequest", fmt::format(fmt::runtime(kListener), "65535")), "good");
    EXPECT_EQ(errorOf("BrokerRegistrationRequest", fmt::format(fmt::runtime(kListener), "65536")),
              "VALUE_OUT_OF_RANGE listeners[0].port: listeners[0].port: 65536 is outside 0 to 65535");
    EXPECT_EQ(errorOf("BrokerRegistrationRequest", fmt::format(fmt::runtime(kListener), "-1")),
              "VALUE_OUT_OF_RANGE listeners[0].port: listeners[0].port: -1 is outside 0 to 65535");
}

TEST(JsonReader, WrongTypes) {
    EXPECT_EQ(errorOf("MetadataRequest", "[]"),
              "JSON_WRONG_TYPE : MetadataRequest: expected an object, found an array");
    EXPECT_EQ(errorOf("MetadataRequest", "null"), "JSON_WRONG_TYPE : MetadataRequest: expected an object, found null");
    EXPECT_EQ(errorOf("MetadataRequest", R"({"topics":{}})"),
              "JSON_WRONG_TYPE topics: topics: expected an array, found an object");
    EXPECT_EQ(errorOf("MetadataRequest", R"({"topics":["a"]})"),
              "JSON_WRONG_TYPE topics[0]: topics[0]: expected an object, found a string");
    EXPECT_EQ(errorOf("MetadataRequest", R"({"topics":[{"name":1}]})"),
              "JSON_WRONG_TYPE topics[0].name: topics[0].name: expected a string, found a number");
    EXPECT_EQ(errorOf("ProduceRequest", R"({"acks":1.0})"),
              "JSON_WRONG_TYPE acks: acks: expected a whole number, found a number with fraction or exponent");
    EXPECT_EQ(errorOf("ProduceRequest", R"({"acks":true})"),
              "JSON_WRONG_TYPE acks: acks: expected a whole number, found true or false");
    EXPECT_EQ(
        errorOf("MetadataRequest", R"({"topics":[{"topicId":"short"}]})"),
        "INVALID_VALUE topics[0].topicId: topics[0].topicId: \"short\" is not a uuid (22 characters of base64, or "
        "hyphenated hexadecimal digits)");
    EXPECT_EQ(errorOf("MetadataRequest", R"({"topics":[{"topicId":5}]})"),
              "JSON_WRONG_TYPE topics[0].topicId: topics[0].topicId: expected a uuid in quotes, found a number");
}

TEST(JsonReader, UnknownFieldsNameTheNearest) {
    EXPECT_EQ(errorOf("MetadataRequest", R"({"topcs":[]})"),
              "UNKNOWN_FIELD topcs: no field is called \"topcs\"; nearest: topics");
    EXPECT_EQ(errorOf("MetadataRequest", R"({"topics":[{"nam":"a"}]})"),
              "UNKNOWN_FIELD topics[0].nam: no field is called \"nam\"; nearest: name");
    EXPECT_EQ(errorOf("MetadataRequest", R"({"completelyDifferent":1})"),
              "UNKNOWN_FIELD completelyDifferent: no field is called \"completelyDifferent\"; there are topics, "
              "allowAutoTopicCreation, "
              "includeClusterAuthorizedOperations, includeTopicAuthorizedOperations");
    EXPECT_EQ(errorOf("MetadataRequest", R"({"topics":[{"_trailing":"00"}]})"),
              "UNKNOWN_FIELD topics[0]._trailing: no field is called \"_trailing\"; there are topicId, name");
}

TEST(JsonReader, AFieldGivenTwice) {
    constexpr std::string_view kExpected =
        "INVALID_VALUE topics: topics: \"topics\" is not allowed twice in one object";
    EXPECT_EQ(errorOf("MetadataRequest", R"({"topics":[],"topics":null})"), kExpected);
    EXPECT_EQ(errorOf("MetadataRequest", R"({"Topics":[],"topics":null})"), kExpected);
}

TEST(JsonReader, SyntaxErrorsSayLineAndColumn) {
    const auto place = [](std::string_view json) {
        const auto made = read("MetadataRequest", json);
        if (made || made.error().id != MessageId::JsonSyntax) {
            return std::string("no syntax error");
        }
        return made.error().arguments[1] + ':' + made.error().arguments[2];
    };
    EXPECT_EQ(place(""), "1:1");
    EXPECT_EQ(place("{"), "1:2");
    EXPECT_EQ(place("{\n  \"topics\": [,]\n}"), "2:14");
    EXPECT_EQ(place("{\"topics\":[]}\n\n x"), "3:2");
    EXPECT_EQ(place("{\"topics\":[{\"name\":\"a\xff\"}]}"), "1:22");
    EXPECT_EQ(place("{\"topics\":null,}"), "1:16");
}

TEST(JsonReader, SyntaxErrorsGiveTheReason) {
    const auto made = read("MetadataRequest", "{\"topics\" []}");
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().text(), "not valid JSON at line 1, column 11: syntax error while parsing object separator - "
                                   "unexpected '['; expected ':'");
    ASSERT_TRUE(made.error().where);
    EXPECT_EQ(made.error().where->offset, 10U);
}

TEST(JsonReader, LimitsAreNamed) {
    Limits limits;
    limits.jsonInput = 10;
    EXPECT_EQ(errorOf("MetadataRequest", R"({"topics":[]})", limits),
              "LIMIT_EXCEEDED : 13 is more than the limit \"jsonInput\" of 10 (raise it with --limit jsonInput=…)");
    limits = {};
    limits.depth = 1;
    EXPECT_EQ(errorOf("MetadataRequest", R"({"topics":[[[[[]]]]]})", limits).substr(0, 14), "LIMIT_EXCEEDED");
    limits = {};
    limits.nodes = 3;
    EXPECT_EQ(errorOf("MetadataRequest", R"({"topics":[null]})", limits), "good");
    EXPECT_EQ(errorOf("MetadataRequest", R"({"topics":[null,null]})", limits).substr(0, 14), "LIMIT_EXCEEDED");
    EXPECT_EQ(errorOf("MetadataRequest", std::string(100000, '[')).substr(0, 14), "LIMIT_EXCEEDED");
}

TEST(JsonReader, RecordsThatTheTextDoesNotGiveAreRemarked) {
    const auto sized =
        read("ProduceRequest", R"({"topicData":[{"name":"t","partitionData":[{"index":0,"recordsSizeInBytes":70}]}]})");
    ASSERT_TRUE(sized) << sized.error().text();
    ASSERT_EQ(sized->diagnostics.size(), 1U);
    EXPECT_EQ(sized->diagnostics[0].path, "topicData[0].partitionData[0].recordsSizeInBytes");
    EXPECT_EQ(sized->diagnostics[0].severity, Severity::Note);
    const DraftStruct& partition = element(element(sized->draft.root, "topicData", 0), "partitionData", 0);
    EXPECT_TRUE(std::holds_alternative<std::monostate>(fieldOf(partition, "records")));
    const auto empty = read("ProduceRequest", R"({"topicData":[{"partitionData":[{"records":""}]}]})");
    ASSERT_TRUE(empty);
    ASSERT_EQ(empty->diagnostics.size(), 1U);
    EXPECT_EQ(empty->diagnostics[0].path, "topicData[0].partitionData[0].records");
    EXPECT_EQ(errorOf("MetadataRequest", R"({"topicsSizeInBytes":1})").substr(0, 13), "UNKNOWN_FIELD");
}

TEST(JsonReader, UnknownTags) {
    const auto made =
        read("MetadataRequest", R"({"_unknownTags":[{"tag":99,"hex":"68 65"},{"hex":"","tag":4294967295}]})");
    ASSERT_TRUE(made) << made.error().text();
    ASSERT_EQ(made->draft.root.unknownTags.size(), 2U);
    EXPECT_EQ(made->draft.root.unknownTags[0].tag, 99U);
    EXPECT_EQ(asText(made->draft.root.unknownTags[0].bytes), "he");
    EXPECT_EQ(made->draft.root.unknownTags[1].tag, 4294967295U);
    EXPECT_EQ(errorOf("MetadataRequest", R"({"_unknownTags":[{"tag":-1,"hex":""}]})"),
              "VALUE_OUT_OF_RANGE _unknownTags[0].tag: _unknownTags[0].tag: -1 is outside 0 to 4294967295");
    EXPECT_EQ(errorOf("MetadataRequest", R"({"_unknownTags":[{"tag":1,"hex":"0g"}]})"),
              "INVALID_HEX _unknownTags[0].hex: not a hexadecimal digit at position 1: g");
    EXPECT_EQ(errorOf("MetadataRequest", R"({"_unknownTags":[{"tag":1,"hex":"000"}]})"),
              "HEX_ODD_DIGITS _unknownTags[0].hex: odd number of hexadecimal digits");
    EXPECT_EQ(
        errorOf("MetadataRequest", R"({"_unknownTags":[{"hex":"00"}]})"),
        "JSON_WRONG_TYPE _unknownTags[0]: _unknownTags[0]: expected an object with tag and hex, found one without tag");
    EXPECT_EQ(errorOf("MetadataRequest", R"({"_unknownTags":[{"tag":1,"hx":"00"}]})"),
              "UNKNOWN_FIELD _unknownTags[0].hx: no field is called \"hx\"; nearest: hex");
    EXPECT_EQ(
        errorOf("MetadataRequest", R"({"_unknownTags":{}})"),
        "JSON_WRONG_TYPE _unknownTags: _unknownTags: expected an array of objects with tag and hex, found an object");
}

TEST(JsonReader, OverridesOfEachKind) {
    const auto made = read("MetadataRequest", R"({"_overrides":{"topics":{"count":-2,"hex":"00ff"},
        "allowAutoTopicCreation":{"write":true},"_tags":{"hex":"8000"}},
        "topics":[{"name":"a","_overrides":{"name":{"length":99}}}],"_trailing":"dead"})");
    ASSERT_TRUE(made) << made.error().text();
    const DraftStruct& root = made->draft.root;
    ASSERT_EQ(root.overrides.size(), 3U);
    EXPECT_EQ(root.overrides[0].first, root.spec->find("topics")->index);
    EXPECT_EQ(root.overrides[0].second.count, -2);
    EXPECT_EQ(root.overrides[0].second.bytes, (ByteBuffer{0, 255}));
    EXPECT_FALSE(root.overrides[0].second.write);
    EXPECT_TRUE(root.overrides[1].second.write);
    EXPECT_EQ(root.overrides[2].first, DraftStruct::kTagSection);
    const DraftStruct& topic = element(root, "topics", 0);
    ASSERT_EQ(topic.overrides.size(), 1U);
    EXPECT_EQ(topic.overrides[0].second.length, 99);
    EXPECT_EQ(toHex(made->draft.trailing), "dead");
}

TEST(JsonReader, OverridesThatCannotBe) {
    const auto told = [](std::string_view inner) {
        return errorOf("MetadataRequest", fmt::format(R"({{"_overrides":{{{}}}}})", inner));
    };
    EXPECT_EQ(told(R"("topcs":{})"), "UNKNOWN_FIELD _overrides.topcs: no field is called \"topcs\"; nearest: topics");
    EXPECT_EQ(told(R"("topics":{"cuont":1})"),
              "UNKNOWN_FIELD _overrides.topics.cuont: no field is called \"cuont\"; nearest: count");
    EXPECT_EQ(told(R"("topics":{"length":1})"),
              "INVALID_VALUE _overrides.topics.length: _overrides.topics.length: \"length\" is not something that an "
              "array has; it takes hex, count and write");
    EXPECT_EQ(told(R"("allowAutoTopicCreation":{"count":1})"),
              "INVALID_VALUE _overrides.allowAutoTopicCreation.count: _overrides.allowAutoTopicCreation.count: "
              "\"count\" is not something that a field of type bool has; it takes hex and write");
    EXPECT_EQ(
        told(R"("topics":5)"),
        "JSON_WRONG_TYPE _overrides.topics: _overrides.topics: expected an object with hex, length, count or write, "
        "found a number");
    EXPECT_EQ(
        told(R"("topics":{"write":1})"),
        "JSON_WRONG_TYPE _overrides.topics.write: _overrides.topics.write: expected true or false, found a number");
    EXPECT_EQ(told(R"("topics":{"count":4294967295})").substr(0, 18), "VALUE_OUT_OF_RANGE");
    EXPECT_EQ(told(R"("topics":{"count":4294967294})"), "good");
    EXPECT_EQ(told(R"("topics":{},"topics":{})"),
              "INVALID_VALUE _overrides.topics: _overrides.topics: \"topics\" is not allowed twice in one object");
    EXPECT_EQ(told(R"("_tags":{"length":1})").substr(0, 13), "INVALID_VALUE");
    EXPECT_EQ(errorOf("MetadataRequest", R"({"_overrides":[]})"),
              "JSON_WRONG_TYPE _overrides: _overrides: expected an object of field names, found an array");
    EXPECT_EQ(errorOf("MetadataRequest", R"({"_trailing":1})"),
              "JSON_WRONG_TYPE _trailing: _trailing: expected hexadecimal digits in quotes, found a number");
}

TEST(JsonReader, LongWrongValuesAreShortened) {
    const std::string error = errorOf("SaslAuthenticateRequest", R"({"authBytes":"!)" + std::string(5000, 'x') + "\"}");
    EXPECT_LT(error.size(), 200U);
    EXPECT_NE(error.find("…"), std::string::npos);
}

}  // namespace
}  // namespace brokerscope
