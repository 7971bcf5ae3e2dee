#include "core/schema/embedded_text.h"
#include "core/schema/field_path.h"
#include "core/schema/schema_registry.h"
#include "core/text/field_help.h"
#include "core/text/layout_bnf.h"
#include "core/text/layout_diff.h"
#include "core/text/layout_dump.h"
#include "core/text/schema_json.h"
#include "core/text/schema_text.h"
#include "core/text/version_notes.h"

#include <fmt/format.h>
#include <functional>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <set>

namespace brokerscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::shared_ptr<const MessageLayout> layoutOf(std::string_view name, int version, const SchemaChoice& choice = {}) {
    return SchemaRegistry::embedded().layout(name, version, choice).value();
}

std::string noHelp(const MessageSpec&, const FieldSpec&) {
    return {};
}

TEST(SnakeCase, LowersRunsOfCapitals) {
    EXPECT_EQ(snakeCase("LastKnownElr"), "last_known_elr");
    EXPECT_EQ(snakeCase("IsKRaftController"), "is_kraft_controller");
    EXPECT_EQ(snakeCase("timeoutMs"), "timeout_ms");
}

TEST(LayoutDump, NamesEveryFieldInWireOrder) {
    EXPECT_EQ(layoutDump(*layoutOf("MetadataRequest", 9), 2), "message MetadataRequest 9 header=2\n"
                                                              "topics COMPACT_NULLABLE_ARRAY\n"
                                                              "topics[] STRUCT\n"
                                                              "topics[].name COMPACT_STRING\n"
                                                              "topics[]._tagged_fields TAGGED_FIELDS\n"
                                                              "allow_auto_topic_creation BOOLEAN\n"
                                                              "include_cluster_authorized_operations BOOLEAN\n"
                                                              "include_topic_authorized_operations BOOLEAN\n"
                                                              "_tagged_fields TAGGED_FIELDS\n");
}

TEST(LayoutDump, TaggedFieldsFollowTheirSection) {
    EXPECT_EQ(layoutDump(*layoutOf("AbortTransactionRecord", 0)), "message AbortTransactionRecord 0\n"
                                                                  "_tagged_fields TAGGED_FIELDS\n"
                                                                  "reason COMPACT_NULLABLE_STRING tag=0\n");
}

TEST(ReleaseDump, HasEveryMessageVersionOfTheRelease) {
    const auto countBlocks = [](const std::string& release) {
        const std::string dump = releaseDump(SchemaRegistry::embedded(), release).value();
        std::size_t count = 0;
        for (std::size_t at = dump.find("\nmessage "); at != std::string::npos; at = dump.find("\nmessage ", at + 1)) {
            ++count;
        }
        return count;
    };
    // 744 and 740, and 11 of the streams subscription in each.
    EXPECT_EQ(countBlocks("4.4.0"), 755U);
    EXPECT_EQ(countBlocks("3.9.2"), 751U);
    EXPECT_EQ(releaseDump(SchemaRegistry::embedded(), "1.0").error().id, MessageId::UnknownRelease);
}

TEST(LayoutBnf, ReadsLikeTheProtocolGuide) {
    EXPECT_EQ(
        layoutBnf(*layoutOf("MetadataRequest", 9)),
        "Metadata Request (Version: 9) => [topics] allow_auto_topic_creation include_cluster_authorized_operations "
        "include_topic_authorized_operations TAG_BUFFER\n"
        "  topics => name TAG_BUFFER\n"
        "    name => COMPACT_STRING\n"
        "  allow_auto_topic_creation => BOOLEAN\n"
        "  include_cluster_authorized_operations => BOOLEAN\n"
        "  include_topic_authorized_operations => BOOLEAN\n");
}

TEST(LayoutBnf, ArraysOfPrimitivesNameTheirElementType) {
    const std::string bnf = layoutBnf(*layoutOf("ListGroupsRequest", 4));
    EXPECT_EQ(bnf, "ListGroups Request (Version: 4) => [states_filter] TAG_BUFFER\n"
                   "  states_filter => COMPACT_STRING\n");
}

TEST(LayoutDiff, ReplacedFieldIsRemovedAndAdded) {
    EXPECT_THAT(layoutDiff(*layoutOf("FetchResponse", 12), *layoutOf("FetchResponse", 13)),
                ElementsAre(LayoutChange{"responses[].topic", "removed", "COMPACT_STRING", ""},
                            LayoutChange{"responses[].topicId", "added", "", "UUID"}));
}

TEST(LayoutDiff, BecomingFlexibleIsOneChange) {
    EXPECT_THAT(layoutDiff(*layoutOf("HeartbeatRequest", 3), *layoutOf("HeartbeatRequest", 4)),
                ElementsAre(LayoutChange{"", "flexible", "false", "true"}));
}

TEST(LayoutDiff, NullableIsItsOwnChange) {
    EXPECT_THAT(layoutDiff(*layoutOf("MetadataRequest", 0), *layoutOf("MetadataRequest", 1)),
                ElementsAre(LayoutChange{"topics", "nullable", "false", "true"}));
}

TEST(LayoutDiff, SameLayoutHasNoChanges) {
    EXPECT_THAT(layoutDiff(*layoutOf("MetadataRequest", 2), *layoutOf("MetadataRequest", 3)), IsEmpty());
}

TEST(SchemaJson, HasTheContractsKeys) {
    const auto object = nlohmann::json::parse(schemaJson(*layoutOf("MetadataRequest", 9), 2, fieldHelp));
    EXPECT_EQ(object["name"], "MetadataRequest");
    EXPECT_EQ(object["type"], "request");
    EXPECT_EQ(object["apiKey"], 3);
    EXPECT_EQ(object["version"], 9);
    EXPECT_EQ(object["flexible"], true);
    EXPECT_EQ(object["headerVersion"], 2);
    const auto& topics = object["fields"][0];
    EXPECT_EQ(topics["name"], "topics");
    EXPECT_EQ(topics["type"], "COMPACT_NULLABLE_ARRAY");
    EXPECT_EQ(topics["versions"], "0+");
    EXPECT_EQ(topics["nullable"], true);
    EXPECT_TRUE(topics["tag"].is_null());
    EXPECT_TRUE(topics["default"].is_null());
    EXPECT_EQ(topics["ignorable"], false);
    EXPECT_TRUE(topics["entityType"].is_null());
    EXPECT_EQ(topics["help"], "Topics wanted; null means all, empty means none (in v0 empty means all).");
    EXPECT_EQ(topics["fields"][0]["name"], "name");
    EXPECT_EQ(topics["fields"][0]["entityType"], "topicName");
    EXPECT_EQ(object["fields"][1]["default"], "true");
}

TEST(SchemaJson, MessageWithoutHeaderSaysNull) {
    const auto object = nlohmann::json::parse(schemaJson(*layoutOf("ConsumerProtocolSubscription", 1), -1, noHelp));
    EXPECT_TRUE(object["headerVersion"].is_null());
    EXPECT_TRUE(object["apiKey"].is_null());
    EXPECT_EQ(object["fields"][0]["elementType"], "STRING");
}

TEST(SchemaJson, TaggedFieldHasItsTag) {
    const auto object = nlohmann::json::parse(schemaJson(*layoutOf("FetchRequest", 12), 2, noHelp));
    const auto& fields = object["fields"];
    EXPECT_EQ(fields[fields.size() - 1]["name"], "clusterId");
    EXPECT_EQ(fields[fields.size() - 1]["tag"], 0);
    EXPECT_EQ(fields[fields.size() - 1]["default"], "null");
}

TEST(ApiJson, WithoutVersionsSaysNull) {
    ApiInfo api;
    api.key = 99;
    api.name = "Gone";
    EXPECT_EQ(apiJson(api, {{1, {0, 3}}}),
              R"({"key":99,"name":"Gone","request":null,"response":null,"flexibleSince":null,"listeners":[],)"
              R"("unstable":false,"releases":[],"brokers":[{"id":1,"min":0,"max":3}]})");
}

TEST(ApiJson, HasTheContractsKeys) {
    EXPECT_EQ(
        apiJson(*SchemaRegistry::embedded().api(3), {}),
        R"({"key":3,"name":"Metadata","request":{"min":0,"max":13},"response":{"min":0,"max":13},"flexibleSince":9,)"
        R"("listeners":["broker"],"unstable":false,"releases":["3.9.2","4.4.0"],"brokers":[]})");
}

TEST(SchemaText, MarksWhatIsUnstable) {
    const auto newest = SchemaRegistry::embedded().versionsOf("InitProducerIdRequest").max;
    EXPECT_THAT(schemaText(*layoutOf("InitProducerIdRequest", newest), 2, noHelp), HasSubstr("unstable"));
    EXPECT_THAT(schemaText(*layoutOf("InitProducerIdRequest", 5), 2, noHelp), Not(HasSubstr("unstable")));
}

// Calls `take` for each field with the path of definition names.
void eachField(const StructSpec& structure, const std::string& path,
               const std::function<void(const std::string&, const FieldSpec&)>& take) {
    for (const FieldSpec& field : structure.fields) {
        const std::string at = path + '.' + field.name;
        take(at, field);
        if (field.structure != nullptr) {
            eachField(*field.structure, at, take);
        }
    }
}

TEST(FieldHelp, EveryFieldOfTheClientDefinitionsHasOne) {
    const SchemaRegistry& registry = SchemaRegistry::embedded();
    std::vector<std::string> without;
    for (const std::string& name : registry.messageNames()) {
        const auto spec = registry.spec(name);
        if (!spec || (*spec)->component != "clients") {
            continue;
        }
        eachField((*spec)->root, name, [&](const std::string& path, const FieldSpec& field) {
            if (fieldHelp(**spec, field).empty()) {
                without.push_back(path);
            }
        });
    }
    EXPECT_THAT(without, IsEmpty());
}

TEST(FieldHelp, WhatIsSaidOfOneMessageIsSaidThereAndNowhereElse) {
    const SchemaRegistry& registry = SchemaRegistry::embedded();
    const auto glossary = nlohmann::json::parse(*embeddedText("resources/glossary/fields.json")).at("perMessage");
    std::set<std::string> unused;
    for (const auto& [path, text] : glossary.items()) {
        unused.insert(path);
    }
    std::vector<std::string> wrong;
    for (std::size_t i = 0; i < registry.definitions().size(); ++i) {
        const auto spec = registry.definition(i).value();
        eachField(spec->root, spec->name, [&](const std::string& path, const FieldSpec& field) {
            const std::string help = fieldHelp(*spec, field);
            const auto entry = glossary.find(path);
            unused.erase(path);
            if (entry != glossary.end() && help != entry->get<std::string>()) {
                wrong.push_back(path);
            }
        });
    }
    EXPECT_THAT(unused, IsEmpty());
    EXPECT_THAT(wrong, IsEmpty());
    const auto acls = registry.spec("CreateAclsRequest").value();
    EXPECT_THAT(fieldHelp(*acls, *fieldAt(*acls, "creations[].resourceType")), HasSubstr("3 group"));
    const auto fetch = registry.spec("FetchResponse").value();
    EXPECT_NE(fieldHelp(*fetch, *fieldAt(*fetch, "errorCode")),
              fieldHelp(*fetch, *fieldAt(*fetch, "responses[].partitions[].errorCode")));
}

TEST(VersionNotes, SayWhatTheLayoutDoesNot) {
    EXPECT_THAT(versionNotes("AddOffsetsToTxnRequest", 2), ElementsAre(HasSubstr("KIP-588")));
    EXPECT_THAT(versionNotes("AddOffsetsToTxnRequest", 99), IsEmpty());
}

// A version whose bytes are those of the one before it was made for a reason, which no layout tells.
TEST(VersionNotes, TellWhatAVersionIsForWhoseBytesAreTheSame) {
    const SchemaRegistry& registry = SchemaRegistry::embedded();
    std::vector<std::string> silent;
    std::size_t same = 0;
    for (const ApiInfo& api : registry.apis()) {
        const std::string request = api.name + "Request";
        const std::string response = api.name + "Response";
        for (int version = api.request.min + 1; version <= api.request.max; ++version) {
            const auto isSame = [version](const std::string& name) {
                return layoutDiff(*layoutOf(name, version - 1), *layoutOf(name, version)).empty();
            };
            if (!isSame(request) || !isSame(response)) {
                continue;
            }
            ++same;
            if (versionNotes(request, version).empty() && versionNotes(response, version).empty()) {
                silent.push_back(fmt::format("{} v{}", api.name, version));
            }
        }
    }
    EXPECT_GT(same, 50U);
    EXPECT_THAT(silent, IsEmpty());
}

}  // namespace
}  // namespace brokerscope
