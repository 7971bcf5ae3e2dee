#include "core/schema/overlay_selectors.h"

#include "core/schema/overlays.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace brokerscope {
namespace {

std::string errorOf(const std::string& text) {
    const auto read = Overlays::read({{"test.json", text}}, SchemaRegistry::embedded());
    if (!read) {
        return read.error().text();
    }
    const auto status = read->validate(SchemaRegistry::embedded());
    return status ? "" : status.error().text();
}

std::string selectorError(const std::string& selector, const std::string& path = "protocols[].metadata") {
    return errorOf(fmt::format(
        R"({{"overlay":"nested","facts":["protocolName"],"rules":[{{"message":"JoinGroupRequest","path":"{}","selectors":[{}]}}]}})",
        path, selector));
}

TEST(OverlaySelectors, TheProgramsOwnAreValid) {
    EXPECT_TRUE(SchemaRegistry::embedded().validate());
    EXPECT_FALSE(SchemaRegistry::embedded().overlays().nested().all().empty());
    EXPECT_EQ(SchemaRegistry::embedded().overlays().internalTopics().size(), 5u);
}

TEST(OverlaySelectors, AcceptWhatTheyUnderstand) {
    EXPECT_EQ(selectorError(R"({"as":"ConsumerProtocolSubscription","versionFrom":"int16","readNewerAs":"newest",
        "when":[{"path":"protocolType","equals":"consumer"}],"tells":[{"fact":"protocolName","path":"protocols[].name"}]})"),
              "");
}

TEST(OverlaySelectors, RefuseWhatIsNotThere) {
    EXPECT_EQ(selectorError(R"({"as":"NoSuch","versionFrom":"int16"})"),
              "nested: JoinGroupRequest.protocols[].metadata: no definition is called \"NoSuch\"");
    EXPECT_EQ(selectorError(R"({"as":"DefaultPrincipalData","versionFrom":"int16"})", "memberId"),
              "nested: JoinGroupRequest.memberId: no bytes field \"memberId\"");
    EXPECT_EQ(selectorError(R"({"as":"DefaultPrincipalData","version":9})"),
              "nested: JoinGroupRequest.protocols[].metadata: DefaultPrincipalData has no version 9");
    EXPECT_EQ(selectorError(R"({"as":"DefaultPrincipalData","versionFrom":"firstField"})"),
              "nested: JoinGroupRequest.protocols[].metadata: DefaultPrincipalData does not begin with an int32");
    EXPECT_EQ(selectorError(R"({"as":"DefaultPrincipalData","version":0,"when":[{"path":"nothing","isNull":true}]})"),
              "nested: JoinGroupRequest.protocols[].metadata: no field \"nothing\"");
}

TEST(OverlaySelectors, RefuseSlips) {
    EXPECT_EQ(selectorError(R"({"as":"DefaultPrincipalData"})"),
              "test.json: rules[0].selectors[0]: version: either version or versionFrom");
    EXPECT_EQ(selectorError(R"({"as":"DefaultPrincipalData","versionFrom":"int8"})"),
              "test.json: rules[0].selectors[0]: versionFrom: \"int8\" is none of int16, firstField, size");
    EXPECT_EQ(selectorError(R"({"as":"DefaultPrincipalData","version":0,"readNewerAs":"oldest"})"),
              "test.json: rules[0].selectors[0]: readNewerAs: \"oldest\" is not newest");
    EXPECT_EQ(
        selectorError(
            R"({"as":"DefaultPrincipalData","version":0,"when":[{"path":"protocolNam","from":"group","equals":"x"}]})"),
        "test.json: rules[0].selectors[0].when: path: \"protocolNam\" is no fact that the file lists");
    EXPECT_EQ(
        selectorError(
            R"({"as":"DefaultPrincipalData","version":0,"when":[{"path":"groupId","from":"nowhere","equals":"x"}]})"),
        "test.json: rules[0].selectors[0].when: from: \"nowhere\" is none of message, request, connection, group");
    EXPECT_EQ(errorOf(R"({"overlay":"nested","rules":[{"message":"A","path":"b","selectors":[]}]})"),
              "test.json: rules[0]: selectors: at least one");
}

TEST(OverlaySelectors, RecordTypesAreChecked) {
    const auto topic = [](const std::string& rest) {
        return errorOf(R"({"overlay":"recordTypes","topics":[{"topic":"t","decode":"t",)" + rest + "}]}");
    };
    EXPECT_EQ(topic(R"("component":"metadata","form":"framed")"), "");
    EXPECT_EQ(topic(R"("component":"nowhere","form":"framed")"), "recordTypes: t: no component \"nowhere\"");
    EXPECT_EQ(topic(R"("component":"metadata","form":"loose")"),
              "test.json: topics[0]: form: \"loose\" is none of keyed, framed");
    EXPECT_EQ(topic(R"("component":"metadata","form":"framed","types":[{"type":1,"status":"retired"}])"),
              "test.json: topics[0].types[0]: name: is missing");
    EXPECT_EQ(topic(R"("component":"metadata","form":"framed","types":[{"type":1},{"type":1}])"),
              "test.json: topics[0].types[1]: type: 1 is there twice");
    EXPECT_EQ(
        errorOf(R"({"overlay":"recordTypes","records":[{"message":"FetchResponse","path":"responses","topic":[]}]})"),
        "recordTypes: FetchResponse: no records field \"responses\" with a topic");
}

TEST(OverlaySelectors, RecordsFieldsKnowWhereTheirTopicStands) {
    const Overlays& overlays = SchemaRegistry::embedded().overlays();
    const RecordsFieldFacts* facts = overlays.recordsField("FetchResponse", "responses[2].partitions[0].records");
    ASSERT_NE(facts, nullptr);
    EXPECT_EQ(facts->topic, (std::vector<std::string>{"responses[].topic", "responses[].topicId"}));
    EXPECT_EQ(overlays.recordsField("FetchResponse", "responses[2].topic"), nullptr);
    EXPECT_EQ(overlays.recordsField("MetadataResponse", "x"), nullptr);
}

}  // namespace
}  // namespace brokerscope
