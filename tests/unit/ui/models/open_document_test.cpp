#include "ui/models/open_document.h"

#include "core/records/record_trees.h"
#include "tests/unit/ui/models/fetched_records.h"
#include "tests/unit/ui/models/model_text.h"
#include "tests/unit/ui/models/reading.h"
#include "ui/models/record_field_texts.h"
#include "ui/models/record_sets.h"
#include "ui/models/record_table_model.h"
#include "ui/models/roles.h"
#include "ui/models/value_tree_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using testing::fetched;
using testing::kRecordsPath;
using testing::waitFor;

class OpenDocumentTest : public ::testing::Test {
protected:
    OpenDocumentTest() { testing::needEventLoop(); }

    void show(std::shared_ptr<const ValueTree> tree) {
        document = testing::documentOf(std::move(tree));
        model.setDocument(document);
    }
    // Opens the row's bytes and gives it again; invalid where nothing came.
    QModelIndex open(const QModelIndex& index) {
        const int before = model.rowCount(index);
        model.fetchMore(index);
        return waitFor([&] { return model.rowCount(index) > before; }) ? index : QModelIndex();
    }
    QModelIndex child(const QModelIndex& index, const QString& name) {
        for (int row = 0; row < model.rowCount(index); ++row) {
            if (model.index(row, 0, index).data().toString() == name) {
                return model.index(row, 0, index);
            }
        }
        return {};
    }
    static QString value(const QModelIndex& index) {
        return index.siblingAtColumn(TreeColumn::Value)
            .data()
            .toString()
            .replace(QChar(kMeaningSeparator), QLatin1Char('~'));
    }

    std::shared_ptr<OpenDocument> document;
    ValueTreeModel model{FieldTexts(SchemaRegistry::embedded())};
};

TEST_F(OpenDocumentTest, ARecordsFieldOpensIntoBatchesAndThoseIntoRecords) {
    show(fetched("t", testing::kC028_0));
    QAbstractItemModelTester tester(&model, testing::kFatal);
    const QModelIndex records = model.indexOfPath(QLatin1String(kRecordsPath));
    ASSERT_TRUE(records.isValid());
    EXPECT_TRUE(model.hasChildren(records));
    EXPECT_TRUE(waitFor([&] { return model.rowCount(records) == 1; }) || open(records).isValid());
    const QModelIndex batch = model.index(0, 0, records);
    EXPECT_THAT(value(batch).toStdString(), ::testing::StartsWith("offset"));
    const QModelIndex held = child(batch, QStringLiteral("Records"));
    ASSERT_TRUE(held.isValid());
    EXPECT_TRUE(model.rowCount(held) > 0 || open(held).isValid());
    const QModelIndex record = model.index(0, 0, held);
    EXPECT_THAT(value(record).toStdString(), ::testing::HasSubstr("value 1 B"));
    EXPECT_TRUE(child(record, QStringLiteral("Value")).isValid());
    // The way back: a byte of the record's value is the value's row.
    const NodeRef node = model.node(child(record, QStringLiteral("Value")));
    EXPECT_EQ(testing::rowAt(model, node.span().end() - 1), child(record, QStringLiteral("Value")));
    EXPECT_EQ(document->nodeOf(document->linkedTo(node)), node);
}

TEST_F(OpenDocumentTest, DecompressedBytesAreABufferOfTheirOwn) {
    show(fetched("t", testing::kC059_0));
    const QModelIndex batches = open(model.indexOfPath(QLatin1String(kRecordsPath)));
    ASSERT_TRUE(batches.isValid());
    const QModelIndex held = open(child(model.index(0, 0, batches), QStringLiteral("Records")));
    ASSERT_TRUE(held.isValid());
    ASSERT_EQ(document->buffers().size(), 2u);
    const LinkedSelection selected = model.selectionOf(model.index(0, 0, held));
    EXPECT_EQ(selected.span.buffer, document->buffers()[1]);
    EXPECT_EQ(document->wholeOf(selected.span.buffer)->owner, model.node(held));
    EXPECT_TRUE(document->nodeAt(selected.span.buffer, 0).isValid());
}

TEST_F(OpenDocumentTest, RecordsOfInternalTopicsSayWhatTheyAre) {
    show(fetched("__consumer_offsets", testing::kTombstones));
    const QModelIndex batches = open(model.indexOfPath(QLatin1String(kRecordsPath)));
    const QModelIndex held = open(child(model.index(0, 0, batches), QStringLiteral("Records")));
    ASSERT_TRUE(held.isValid());
    const QModelIndex key = child(model.index(1, 0, held), QStringLiteral("Key"));
    EXPECT_FALSE(model.hasChildren(child(model.index(1, 0, held), QStringLiteral("Value")))) << "null";
    ASSERT_TRUE(open(key).isValid());
    EXPECT_THAT(value(key).toStdString(), ::testing::HasSubstr("GroupMetadataKey"));
    EXPECT_THAT(value(key).toStdString(), ::testing::HasSubstr("tombstone"));
    // The record type stands before the structure and has a row and bytes of its own.
    EXPECT_EQ(value(model.index(0, 0, key)), QStringLiteral("2"));
    EXPECT_EQ(model.selectionOf(model.index(0, 0, key)).span.length, 2u);
    EXPECT_EQ(value(child(key, QStringLiteral("group"))), QStringLiteral("g"));
}

TEST_F(OpenDocumentTest, WhatHoldsNothingHasNothingToOpen) {
    show(testing::decodeResponse(12, 4, "0000000c000000120000000000001b00"));
    const QModelIndex code = model.indexOfPath(QStringLiteral("errorCode"));
    EXPECT_FALSE(model.canFetchMore(code));
    EXPECT_FALSE(model.hasChildren(code));
    EXPECT_FALSE(document->mayOpen(NodeRef()));
    EXPECT_TRUE(document->linkedTo(NodeRef()).isEmpty());
}

TEST_F(OpenDocumentTest, ChecksumAttributesAndDeltasAreExplained) {
    show(fetched("t", testing::kC028_0));
    const QModelIndex batches = open(model.indexOfPath(QLatin1String(kRecordsPath)));
    const QModelIndex batch = model.index(0, 0, batches);
    const auto lines = [&](const QModelIndex& index) {
        const NodeRef node = model.node(index);
        return recordFieldLines(*document->partOf(node), node).join(QLatin1Char('\n')).toStdString();
    };
    EXPECT_THAT(lines(child(batch, QStringLiteral("Crc"))), ::testing::HasSubstr("CRC-32C over bytes"));
    EXPECT_THAT(lines(child(batch, QStringLiteral("Crc"))), ::testing::EndsWith(": equal"));
    EXPECT_THAT(lines(child(batch, QStringLiteral("Attributes"))), ::testing::HasSubstr("bit 4 = 0"));
    const QModelIndex held = open(child(batch, QStringLiteral("Records")));
    EXPECT_THAT(lines(child(model.index(0, 0, held), QStringLiteral("OffsetDelta"))),
                ::testing::StartsWith("offset = base offset "));
    EXPECT_EQ(lines(child(batch, QStringLiteral("Magic"))), "");
}

// C055, C056: which framing was found, and what each block says of its size.
TEST_F(OpenDocumentTest, C055_C056_SnappyFramingIsExplained) {
    const auto linesOfRecords = [this](std::string_view records) {
        show(fetched("t", records));
        const QModelIndex batch = model.index(0, 0, open(model.indexOfPath(QLatin1String(kRecordsPath))));
        const NodeRef node = model.node(child(batch, QStringLiteral("Records")));
        return std::pair(recordFieldLines(*document->partOf(node), node), contentSpan(node).offset);
    };
    const auto [xerial, at] = linesOfRecords(testing::kC055_0);
    ASSERT_EQ(xerial.size(), 3);
    EXPECT_THAT(xerial[0].toStdString(), ::testing::StartsWith("snappy with xerial framing"));
    EXPECT_EQ(xerial[1].toStdString(),
              "byte " + std::to_string(at) + ": xerial header of 16 bytes, version 1, compatible from version 1");
    EXPECT_EQ(xerial[2].toStdString(),
              "byte " + std::to_string(at + 20) + ": block of 11 bytes, says that it becomes 9 bytes");
    const auto [raw, rawAt] = linesOfRecords(testing::kC055_1);
    ASSERT_EQ(raw.size(), 2);
    EXPECT_EQ(raw[0], QStringLiteral("snappy without framing: one raw block"));
    EXPECT_EQ(raw[1].toStdString(),
              "byte " + std::to_string(rawAt) + ": block of 11 bytes, says that it becomes 9 bytes");
    EXPECT_THAT(linesOfRecords(testing::kC056_0).first[1].toStdString(),
                ::testing::EndsWith("version 1, compatible from version 1; its version words are little-endian"));
    EXPECT_TRUE(linesOfRecords(testing::kC059_0).first.isEmpty()) << "gzip";
}

TEST(RecordSets, AreFoundInAMessageAndOpenOnTheWayToARecord) {
    testing::needEventLoop();
    OpenDocument document(fetched("t", testing::kC059_0), testing::reading().document());
    const auto sets = recordSetsOf(document.message(), 10);
    ASSERT_EQ(sets.size(), 1u);
    EXPECT_EQ(sets.front().path(), kRecordsPath);
    NodeRef record = recordNode(document, sets.front(), 0, 0);
    EXPECT_FALSE(record.isValid()) << "nothing is open yet";
    EXPECT_TRUE(waitFor([&] { return (record = recordNode(document, sets.front(), 0, 0)).isValid(); }));
    EXPECT_TRUE(record.findField("value"));
    EXPECT_FALSE(recordNode(document, sets.front(), 7, 0).isValid());
    EXPECT_TRUE(recordSetsOf(testing::decodeResponse(12, 4, "0000000c000000120000000000001b00"), 10).empty());
}

TEST(RecordTableModel, ShowsRecordsAsTextJsonAndHex) {
    RecordTableModel model;
    QAbstractItemModelTester tester(&model, testing::kFatal);
    model.setList(std::make_shared<const RecordList>(readRecordList(*testing::bytesOf(testing::kC028_0), {}, {}, {})));
    ASSERT_GT(model.rowCount(), 0);
    EXPECT_EQ(model.index(0, RecordTableModel::ValueColumn).data().toString(), QStringLiteral("v"));
    EXPECT_EQ(model.indexOf(0, 0), model.index(0, 0));
    EXPECT_FALSE(model.indexOf(9, 0).isValid());
    model.setForm(RecordText::Hex);
    EXPECT_EQ(model.index(0, RecordTableModel::ValueColumn).data().toString(), QStringLiteral("76"));
    model.setList(nullptr);
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(RecordText, FallsBackFromJsonToTextToHex) {
    const auto cell = [](std::string_view text) {
        const ByteView bytes = asBytes(text);
        return RecordList::Cell{ByteBuffer(bytes.begin(), bytes.end()), bytes.size(), false};
    };
    EXPECT_EQ(recordText(cell("{ \"a\" : 1 }"), RecordText::Json), QStringLiteral("{\"a\":1}"));
    EXPECT_EQ(recordText(cell("plain"), RecordText::Json), QStringLiteral("plain"));
    EXPECT_EQ(recordText(cell("\xff\x01"), RecordText::Text), QStringLiteral("0xff01"));
    EXPECT_EQ(recordText({}, RecordText::Text), QStringLiteral("null"));
    EXPECT_EQ(recordText(cell(""), RecordText::Text), QStringLiteral("\"\" (0 bytes)"));
    // Each of them looks otherwise than a text that says the same.
    EXPECT_EQ(recordText(cell("null"), RecordText::Text), QStringLiteral("\"null\""));
    EXPECT_EQ(recordText(cell("\"\""), RecordText::Text), QStringLiteral("\"\"\"\""));
    EXPECT_EQ(recordText(cell("0xff01"), RecordText::Text), QStringLiteral("\"0xff01\""));
    EXPECT_EQ(recordText(cell("not read"), RecordText::Text), QStringLiteral("\"not read\""));
    RecordList::Cell missing;
    missing.isMissing = true;
    EXPECT_EQ(recordText(missing, RecordText::Text), QStringLiteral("not read"));
    // What control characters would do is not text; what turns the order of others is seen.
    EXPECT_EQ(recordText(cell("\x01"
                              "ab"),
                         RecordText::Text),
              QStringLiteral("0x016162"));
    EXPECT_EQ(recordText(cell("a\u202eb"), RecordText::Text), QStringLiteral("a\\u202eb"));
}

TEST_F(OpenDocumentTest, NodesAreFoundByTheirWholePath) {
    show(fetched("t", testing::kC028_0));
    const QModelIndex batch = model.index(0, 0, open(model.indexOfPath(QLatin1String(kRecordsPath))));
    ASSERT_TRUE(batch.isValid());
    const NodeRef node = model.node(child(batch, QStringLiteral("Crc")));
    ASSERT_TRUE(node.isValid());
    const std::string path = document->fullPath(node);
    EXPECT_EQ(document->nodeOfPath(path), node) << path;
    EXPECT_EQ(document->nodeOfPath("responses[0].topic").text(), "t");
    EXPECT_FALSE(document->nodeOfPath("responses[7].topic").isValid());
}

TEST(ReadingContext, CopiesHaveTheLimitsThatWereSetLast) {
    ReadingContext window = testing::reading();
    const ReadingContext page = window;
    const ReadingContext work = page.frozen();
    Limits small;
    small.frame = 100;
    window.setLimits(small);
    EXPECT_EQ(page.limits().frame, 100U);
    EXPECT_EQ(page.document().limits.frame, 100U);
    EXPECT_EQ(work.limits().frame, Limits().frame) << "what was begun goes on as it was";
}

}  // namespace
}  // namespace brokerscope
