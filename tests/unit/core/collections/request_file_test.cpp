#include "core/collections/request_file.h"

#include "core/collections/request_draft.h"
#include "core/collections/text_place.h"
#include "core/schema/schema_registry.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

constexpr const char* kFile =
    "# Who is there?\n\nname:  All brokers \n  api : Metadata\n# why 12: see the ticket\nversion: 12\n"
    "owner: payments\nexpect: latency < 1s\nexpect: response.brokers count >= 1\n\n"
    "{\n  // none: all topics\n  \"topics\": null\n}\n";

std::vector<std::string> headerTexts(const RequestFile& file) {
    std::vector<std::string> texts;
    for (const HeaderLine& line : file.headers()) {
        texts.push_back(std::string(line.key) + "=" + std::string(line.value));
    }
    return texts;
}

TEST(RequestFile, TellsHeadersAndBody) {
    const auto file = RequestFile::parse(kFile);
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_THAT(headerTexts(*file),
                ::testing::ElementsAre("name=All brokers", "api=Metadata", "version=12", "owner=payments",
                                       "expect=latency < 1s", "expect=response.brokers count >= 1"));
    EXPECT_EQ(file->body(), "{\n  // none: all topics\n  \"topics\": null\n}\n");
    EXPECT_EQ(file->text(), kFile);
}

TEST(RequestFile, AnyLineEndsAndNoneAtTheEnd) {
    for (const std::string text : {"api: Metadata", "api:Metadata\r\n\r\n{}",
                                   "\xef\xbb\xbf"
                                   "api: Metadata\n \t\n",
                                   "api: Metadata\n", "api:\n\nx", "# c\r\n \r\napi: 3\r\n# d"}) {
        const auto file = RequestFile::parse(text);
        ASSERT_TRUE(file) << text;
        EXPECT_EQ(file->text(), text);
        ASSERT_EQ(file->headers().size(), 1u) << text;
    }
    EXPECT_EQ(RequestFile::parse("api: a\r\n\r\n{}")->body(), "{}");
    EXPECT_EQ(RequestFile::parse("api: a\r\n\r\n{}")->headers()[0].value, "a");
}

TEST(RequestFile, ErrorsHaveTheirPlace) {
    const std::string text = "api: Metadata\nversion 12\n";
    const auto file = RequestFile::parse(text);
    ASSERT_FALSE(file);
    EXPECT_EQ(placeOf(text, file.error().where->offset), (TextPlace{2, 1}));
    EXPECT_FALSE(RequestFile::parse("{\"topics\": null}"));
    EXPECT_FALSE(RequestFile::parse(""));
    EXPECT_FALSE(RequestFile::parse("# only a comment\n\n"));
    const auto bytes = RequestFile::parse("api: \xff");
    ASSERT_FALSE(bytes);
    EXPECT_EQ(bytes.error().id, MessageId::InvalidUtf8);
    EXPECT_EQ(bytes.error().where->offset, 5u);
}

TEST(RequestFile, AHeaderChangesInItsPlace) {
    auto file = *RequestFile::parse(kFile);
    file.setHeader("Version", "13");
    file.setHeaders("expect", {"latency < 2s"});
    file.setHeader("target", "any\nwhere");
    std::string expected = kFile;
    expected.replace(expected.find("12\nowner"), 2, "13");
    expected.replace(expected.find("1s"), 2, "2s");
    const std::string gone = "expect: response.brokers count >= 1\n";
    expected.replace(expected.find(gone), gone.size(), "target: any where\n");
    EXPECT_EQ(file.text(), expected);
    file.setHeaders("expect", {"latency < 2s", "response.brokers exists"});
    EXPECT_THAT(headerTexts(file), ::testing::Contains("expect=response.brokers exists"));
    EXPECT_EQ(file.body(), RequestFile::parse(kFile)->body());
}

TEST(RequestFile, HeadersOfAFileWithoutALastLineEnd) {
    auto file = *RequestFile::parse("api: Metadata");
    file.setHeader("version", "1");
    EXPECT_EQ(file.text(), "api: Metadata\nversion: 1");
    file.setBody("{}\n");
    EXPECT_EQ(file.text(), "api: Metadata\nversion: 1\n\n{}\n");
    EXPECT_EQ(file.body(), "{}\n");
    auto empty = *RequestFile::parse("api:\r\n");
    empty.setHeader("api", "3");
    EXPECT_EQ(empty.text(), "api: 3\r\n");
    empty.setHeaders("api", std::vector<std::string>());
    EXPECT_EQ(empty.text(), "");
    empty.setHeader("api", "4");
    EXPECT_EQ(empty.headers().size(), 1u);
}

TEST(RequestDraft, WhatDidNotChangeStaysAsItIsWritten) {
    const auto spec = *SchemaRegistry::embedded().spec("MetadataRequest");
    VariableScope scope;
    scope.set(VariableLayer::Environment, "topic", VariableValue::ofText("orders"));
    const std::string text = "api: Metadata\n\n{\n  \"topics\": [{\"name\": \"{{topic}}\"}],  // ours\n"
                             "  \"allowAutoTopicCreation\": false\n}\n";
    auto file = *RequestFile::parse(text);
    auto read = bodyDraft(file, spec, scope);
    ASSERT_TRUE(read) << read.error().text();
    setBodyDraft(file, read->draft, scope);
    EXPECT_EQ(file.text(), text);

    const std::size_t index = spec->root.find("allowAutoTopicCreation")->index;
    read->draft.root.fields[index] = std::int64_t{1};
    setBodyDraft(file, read->draft, scope);
    std::string expected = text;
    expected.replace(expected.find("false"), 5, "true");
    EXPECT_EQ(file.text(), expected);

    read->draft.root.fields[index] = std::monostate();
    setBodyDraft(file, read->draft, scope);
    EXPECT_EQ(file.text(), "api: Metadata\n\n{\n  \"topics\": [{\"name\": \"{{topic}}\"}]  // ours\n}\n");
}

TEST(RequestDraft, AFileWithoutABodyGetsOne) {
    const auto spec = *SchemaRegistry::embedded().spec("MetadataRequest");
    auto file = *RequestFile::parse("api: Metadata\r\n");
    auto read = bodyDraft(file, spec, {});
    ASSERT_TRUE(read);
    read->draft.root.fields[spec->root.find("topics")->index] = DraftNull{};
    setBodyDraft(file, read->draft, {});
    EXPECT_EQ(file.text(), "api: Metadata\r\n\r\n{\r\n  \"topics\": null\r\n}\r\n");
}

TEST(RequestDraft, ErrorsAreThoseOfTheFile) {
    const auto spec = *SchemaRegistry::embedded().spec("MetadataRequest");
    const std::string text = "api: Metadata\n\n{\n  \"topics\": [{\"name\": 7}]\n}\n";
    const auto read = bodyDraft(*RequestFile::parse(text), spec, {});
    ASSERT_FALSE(read);
    EXPECT_EQ(placeOf(text, read.error().where->offset), (TextPlace{4, 23}));
}

}  // namespace
}  // namespace brokerscope
