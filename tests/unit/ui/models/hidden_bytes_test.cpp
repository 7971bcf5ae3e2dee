#include "ui/models/hidden_bytes.h"

#include "tests/unit/ui/models/fetched_records.h"
#include "tests/unit/ui/models/reading.h"
#include "ui/models/open_document.h"
#include "ui/models/record_list.h"
#include "ui/models/record_sets.h"
#include "ui/models/roles.h"
#include "ui/models/value_format.h"
#include "ui/models/value_tree_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using testing::credentialsBatch;
using testing::fetched;
using testing::kMetadataTopic;
using testing::kRecordsPath;
using testing::waitFor;

constexpr int kGzip = 1;

// AlterUserScramCredentials v0: user u, mechanism 1, 4096 iterations, salt aaab, salted password bbcc.
std::shared_ptr<const ValueTree> scramRequest() {
    return testing::decodeBody("AlterUserScramCredentialsRequest", 0, "01020275010000100003aaab03bbcc0000");
}

class HiddenBytesTest : public ::testing::Test {
protected:
    HiddenBytesTest() { testing::needEventLoop(); }

    void show(std::shared_ptr<const ValueTree> tree) {
        document = testing::documentOf(std::move(tree));
        model.setDocument(document);
    }
    NodeRef at(std::string_view path) const { return *NodeRef::root(document->message()).find(path); }
    NodeRef open(const NodeRef& node) {
        document->open(node);
        const bool isOpen = waitFor([&] { return document->openedAt(node) != nullptr; });
        return isOpen ? NodeRef::root(document->openedAt(node)->tree) : NodeRef();
    }
    // The value of the record.
    NodeRef openToValue() {
        const NodeRef batches = open(at(kRecordsPath));
        const NodeRef records = open(*batches.find("batches[0].records"));
        return *records.find("records[0].value");
    }
    std::string shownHex(const NodeRef& node) const {
        return toHex(shownBytes(*document, Document::span(*document->partOf(node), node)));
    }
    QString text(const NodeRef& node, int role = Qt::DisplayRole) const {
        return model.indexOf(node).siblingAtColumn(TreeColumn::Value).data(role).toString();
    }

    std::shared_ptr<OpenDocument> document;
    ValueTreeModel model{FieldTexts(SchemaRegistry::embedded())};
};

TEST_F(HiddenBytesTest, SecretFieldsAreHiddenInEveryTextThatHasTheirBytes) {
    show(scramRequest());
    const NodeRef salt = at("upsertions[0].salt");
    EXPECT_TRUE(document->hides(salt));
    EXPECT_FALSE(document->hides(at("upsertions[0].iterations")));
    EXPECT_TRUE(text(salt).startsWith(QStringLiteral("***")));
    EXPECT_EQ(text(salt, RawValueRole), QStringLiteral("***"));
    // The structure around it, of which the whole is copied.
    EXPECT_EQ(shownHex(at("upsertions[0]")), "0275010000100003"
                                             "2a2a"
                                             "03"
                                             "2a2a"
                                             "00");
    EXPECT_EQ(text(at("upsertions[0]"), RawValueRole), QStringLiteral("02 75 01 00 00 10 00 03 2a 2a 03 2a 2a 00"));
    EXPECT_EQ(toJson(at("upsertions[0]"), shownJson(*document)).find("qqs="), std::string::npos);
}

TEST_F(HiddenBytesTest, SecretsAreShownOnPurposeAlone) {
    show(scramRequest());
    document->showSecrets(true);
    EXPECT_EQ(shownHex(at("upsertions[0].salt")), "03aaab");
    EXPECT_EQ(text(at("upsertions[0].salt"), RawValueRole), QStringLiteral("aa ab"));
    EXPECT_NE(toJson(at("upsertions[0]"), shownJson(*document)).find("qqs="), std::string::npos);
    document->showSecrets(false);
    EXPECT_EQ(shownHex(at("upsertions[0].salt")), "032a2a");
    EXPECT_EQ(text(at("upsertions[0].salt"), RawValueRole), QStringLiteral("***"));
}

// What the records of the metadata topic say is known once they are open; until then they may say anything.
TEST_F(HiddenBytesTest, RecordsThatMayHoldSecretsAreHiddenUntilTheyAreOpened) {
    show(fetched(kMetadataTopic, credentialsBatch()));
    const NodeRef field = at(kRecordsPath);
    EXPECT_TRUE(document->hides(field));
    EXPECT_TRUE(text(field).contains(QStringLiteral("may hold secrets")));
    EXPECT_NE(toJson(field, shownJson(*document)).find("\"***\""), std::string::npos);
    const NodeRef value = openToValue();
    EXPECT_FALSE(document->hides(field));
    // The value has a secret, and is not open.
    EXPECT_TRUE(document->hides(value));
    EXPECT_EQ(text(value, RawValueRole), QStringLiteral("***"));
    open(value);
    EXPECT_FALSE(document->hides(value));
    EXPECT_THAT(shownHex(value), ::testing::EndsWith("010b00027501"
                                                     "032a2a"
                                                     "022a"
                                                     "022a"
                                                     "0000100000"));
    EXPECT_EQ(toJson(value, shownJson(*document)), "\"***\"") << "base64 cannot be masked in part";
    // Its raw text, and that of all records.
    EXPECT_EQ(text(value, RawValueRole), QStringLiteral("01 0b 00 02 75 01 03 2a 2a 02 2a 02 2a 00 00 10 00 00"));
    EXPECT_EQ(shownHex(field).find("aaab"), std::string::npos);
}

TEST_F(HiddenBytesTest, CompressedRecordsStayHiddenSinceOthersShowWhatTheyBecame) {
    show(fetched(kMetadataTopic, credentialsBatch(kGzip)));
    const NodeRef value = openToValue();
    open(value);
    const NodeRef compressed = *NodeRef::root(document->openedAt(at(kRecordsPath))->tree).find("batches[0].records");
    EXPECT_TRUE(document->hides(compressed));
    EXPECT_NE(document->partOf(value)->buffer, BufferId::Main);
    EXPECT_THAT(shownHex(value), ::testing::EndsWith("032a2a"
                                                     "022a"
                                                     "022a"
                                                     "0000100000"));
}

TEST_F(HiddenBytesTest, OtherTopicsAreShownAsTheyAre) {
    show(fetched("orders", credentialsBatch()));
    EXPECT_FALSE(document->hides(at(kRecordsPath)));
    EXPECT_FALSE(document->recordMask(at(kRecordsPath)));
    EXPECT_TRUE(hiddenBytes(*document, BufferId::Main, 0, document->message()->bytes->size()).empty());
}

// A secret that is cut off is a gap; so is what follows it.
TEST_F(HiddenBytesTest, WhatNobodyDecodedMayBeASecret) {
    show(testing::decodeBody("AlterUserScramCredentialsRequest", 0, "01020275010000100009aaab"));
    const std::string all = toHex(shownBytes(*document, {BufferId::Main, 0, document->message()->bytes->size()}));
    EXPECT_EQ(all.find("aaab"), std::string::npos) << all;
    EXPECT_THAT(all, ::testing::StartsWith("010202750100001000"));
}

TEST_F(HiddenBytesTest, TheTableOfRecordsIsMasked) {
    show(fetched(kMetadataTopic, credentialsBatch()));
    const NodeRef set = recordSetsOf(document->message(), 1).front();
    const RecordList masked = readRecordList(recordSetBytes(set), document->recordMask(set), {}, {});
    ASSERT_EQ(masked.rows.size(), 1u);
    EXPECT_EQ(toHex(masked.rows[0].value.bytes), "010b00027501"
                                                 "032a2a"
                                                 "022a"
                                                 "022a"
                                                 "0000100000");
    document->showSecrets(true);
    const RecordList shown = readRecordList(recordSetBytes(set), document->recordMask(set), {}, {});
    EXPECT_EQ(toHex(shown.rows[0].value.bytes), "010b00027501"
                                                "03aaab"
                                                "02bb"
                                                "02cc"
                                                "0000100000");
}

}  // namespace
}  // namespace brokerscope
