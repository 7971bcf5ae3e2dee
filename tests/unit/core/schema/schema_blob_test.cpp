#include "core/schema/schema_blob.h"

#include "core/schema/embedded_text.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

TEST(SchemaBlob, ReadsDefinitionsAndTexts) {
    const std::string bytes =
        "brokerscope-blob 1\n"
        "text\tresources/a.json\t0\t2\n"
        "definition\tschemas/4.4.0/clients/B.json\t2\t3\trequest\tB\t7\t0-3\t2+\t1\tbroker,controller\n"
        "definition\tschemas/preview/clients/C.json\t5\t1\theader\tC\t-\tnone\tnone\t0\t\n"
        "\n[]{ }x";
    const SchemaBlob blob = SchemaBlob::read(bytes).value();
    EXPECT_EQ(blob.text("resources/a.json"), "[]");
    EXPECT_EQ(blob.text("resources/b.json"), std::nullopt);
    ASSERT_EQ(blob.definitions().size(), 2U);
    const DefinitionHead& head = blob.definitions()[0].head;
    EXPECT_EQ(blob.definitions()[0].text, "{ }");
    EXPECT_EQ(head.name, "B");
    EXPECT_EQ(head.release, "4.4.0");
    EXPECT_EQ(head.component, "clients");
    EXPECT_EQ(head.apiKey, 7);
    EXPECT_EQ(head.validVersions.toString(), "0-3");
    EXPECT_EQ(head.flexibleVersions.toString(), "2+");
    EXPECT_TRUE(head.latestVersionUnstable);
    EXPECT_EQ(head.listeners, (std::vector<std::string>{"broker", "controller"}));
    EXPECT_TRUE(blob.definitions()[1].head.isPreview);
    EXPECT_EQ(blob.definitions()[1].head.apiKey, std::nullopt);
    EXPECT_TRUE(blob.definitions()[1].head.listeners.empty());
    EXPECT_EQ(blob.releases(), (std::vector<std::string>{"4.4.0"}));
}

TEST(SchemaBlob, RefusesDamagedIndexes) {
    const char* const damaged[] = {"",
                                   "brokerscope-blob 2\n\n",
                                   "brokerscope-blob 1\n",
                                   "brokerscope-blob 1\ntext\ta\t0\t9\n\nshort",
                                   "brokerscope-blob 1\ntext\ta\t6\t0\n\nshort",
                                   "brokerscope-blob 1\ntext\ta\t-1\t0\n\nshort",
                                   "brokerscope-blob 1\ntext\ta\t0\n\nshort",
                                   "brokerscope-blob 1\nother\ta\t0\t1\n\nshort",
                                   "brokerscope-blob 1\ndefinition\ta\t0\t1\trequest\tB\tx\t0\t0\t0\t\n\nshort",
                                   "brokerscope-blob 1\ndefinition\ta\t0\t1\tnothing\tB\t1\t0\t0\t0\t\n\nshort"};
    for (const char* bytes : damaged) {
        EXPECT_EQ(SchemaBlob::read(bytes).error().id, MessageId::SchemaUnreadable) << bytes;
    }
}

TEST(SchemaBlob, HoldsWhatTheBuildPutIn) {
    EXPECT_EQ(SchemaBlob::embedded().releases(), (std::vector<std::string>{"4.4.0", "3.9.2"}));
    EXPECT_GT(SchemaBlob::embedded().definitions().size(), 520U);
    EXPECT_GE(SchemaBlob::embedded().textsUnder("schemas/overlays/").size(), 9U);
}

TEST(EmbeddedText, GivesTextsByTheirPath) {
    const auto codes = embeddedText("schemas/4.4.0/error_codes.json");
    ASSERT_TRUE(codes.has_value());
    EXPECT_TRUE(codes->starts_with(R"([{"code":-1,"name":"UNKNOWN_SERVER_ERROR","retriable":false},)"));
    EXPECT_TRUE(embeddedText("resources/glossary/fields.json").has_value());
    EXPECT_FALSE(embeddedText("schemas/4.4.0/clients/FetchRequest.json").has_value());
    EXPECT_FALSE(embeddedText("resources/glossary").has_value());
}

}  // namespace
}  // namespace brokerscope
