#include "core/schema/overlays.h"
#include "tests/unit/ui/models/model_text.h"
#include "ui/models/api_list_model.h"
#include "ui/models/fact_table_model.h"
#include "ui/models/layout_tree_model.h"
#include "ui/models/reference_list_model.h"
#include "ui/models/reference_tables.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using ::testing::HasSubstr;
using TargetKind = ReferenceTarget::Kind;

const SchemaRegistry& allDefinitions() {
    return SchemaRegistry::embedded();
}

TEST(ReferenceTarget, IsTheSameAfterItsText) {
    for (const ReferenceTarget& target :
         {ReferenceTarget{TargetKind::Api, QStringLiteral("Metadata"), 9},
          ReferenceTarget{TargetKind::ErrorCodes, {}, 35}, ReferenceTarget{TargetKind::Partition, {}, -1},
          ReferenceTarget{TargetKind::Lesson, QStringLiteral("tag-section"), -1}}) {
        EXPECT_EQ(ReferenceTarget::fromText(target.toText()), target) << target.toText().toStdString();
    }
    EXPECT_EQ((ReferenceTarget{TargetKind::Partition, {}, -1}.toText()), QStringLiteral("partition"));
    EXPECT_FALSE(ReferenceTarget::fromText(QStringLiteral("nothing:here")));
    EXPECT_FALSE(ReferenceTarget::fromText({}));
}

class ReferenceListTest : public ::testing::Test {
protected:
    ReferenceListTest() { filter.setSourceModel(&model); }

    QStringList shown() const {
        QStringList names;
        for (int section = 0; section < filter.rowCount(); ++section) {
            const QModelIndex parent = filter.index(section, 0);
            for (int row = 0; row < filter.rowCount(parent); ++row) {
                names.append(filter.index(row, 0, parent).data().toString());
            }
        }
        return names;
    }
    QStringList shownFor(const char* text) {
        filter.setFilterText(QString::fromLatin1(text));
        return shown();
    }

    ReferenceListModel model{allDefinitions()};
    ApiFilterModel filter;
    QAbstractItemModelTester modelTester{&model, testing::kFatal};
    QAbstractItemModelTester filterTester{&filter, testing::kFatal};
};

TEST_F(ReferenceListTest, ListsEveryApiAndDefinitionOnce) {
    QStringList names = shown();
    for (const ApiInfo& api : allDefinitions().apis()) {
        EXPECT_EQ(names.count(QString::fromStdString(api.name)), 1) << api.name;
    }
    for (const std::string& name : allDefinitions().messageNames()) {
        const auto spec = allDefinitions().spec(name, {{}, true});
        const bool isOfApi = spec && ((*spec)->type == MessageType::Request || (*spec)->type == MessageType::Response);
        EXPECT_EQ(names.count(QString::fromStdString(name)), isOfApi ? 0 : 1) << name;
    }
}

TEST_F(ReferenceListTest, SaysNumbersAndVersions) {
    const QModelIndex heartbeat = model.indexOf({TargetKind::Api, QStringLiteral("Heartbeat"), -1});
    ASSERT_TRUE(heartbeat.isValid());
    EXPECT_EQ(heartbeat.siblingAtColumn(1).data().toString(), QStringLiteral("12 · 0-4"));
    EXPECT_EQ(heartbeat.parent().data().toString(), QStringLiteral("Groups"));
    const QModelIndex key = model.indexOf({TargetKind::Definition, QStringLiteral("OffsetCommitKey"), -1});
    ASSERT_TRUE(key.isValid());
    EXPECT_THAT(key.siblingAtColumn(1).data().toString().toStdString(), HasSubstr("type 1"));
    EXPECT_FALSE(model.indexOf({TargetKind::Api, QStringLiteral("NoSuch"), -1}).isValid());
    EXPECT_EQ(model.indexOfSection(TargetKind::Lesson).data().toString(), QStringLiteral("Lessons"));
}

TEST_F(ReferenceListTest, FiltersByNameNumberFieldAndWord) {
    EXPECT_TRUE(shownFor("joingr").contains(QStringLiteral("JoinGroup")));
    EXPECT_EQ(shownFor("autotopiccreation"), QStringList{QStringLiteral("Metadata")});
    EXPECT_TRUE(shownFor("75").contains(QStringLiteral("DescribeTopicPartitions")));
    EXPECT_TRUE(shownFor("zigzag").contains(QStringLiteral("How numbers are written")));
    EXPECT_TRUE(shownFor("compact_string").contains(QStringLiteral("Primitive types")));
    EXPECT_TRUE(shownFor("nosuchthingatall").isEmpty());
}

class LayoutTreeTest : public ::testing::Test {
protected:
    void show(const char* name, int version) {
        model.setSections({{QStringLiteral("Request"), QStringLiteral("v%1").arg(version),
                            allDefinitions().layout(name, version).value()}});
    }
    QModelIndex find(const QString& path, const QModelIndex& parent = {}) const {
        for (int row = 0; row < model.rowCount(parent); ++row) {
            const QModelIndex index = model.index(row, 0, parent);
            if (index.data(PathRole).toString() == path) {
                return index;
            }
            if (const QModelIndex below = find(path, index); below.isValid()) {
                return below;
            }
        }
        return {};
    }
    std::string cell(const QString& path, int column) const {
        return find(path).siblingAtColumn(column).data().toString().toStdString();
    }

    LayoutTreeModel model;
    QAbstractItemModelTester tester{&model, testing::kFatal};
};

// Every field of a layout has a row, in wire order, with the registry's facts.
void expectRows(const LayoutTreeModel& model, const QModelIndex& parent, const StructLayout& layout) {
    std::vector<const FieldLayout*> fields;
    for (const auto* some : {&layout.fields, &layout.tagged}) {
        for (const FieldLayout& field : *some) {
            fields.push_back(&field);
        }
    }
    ASSERT_EQ(model.rowCount(parent), static_cast<int>(fields.size()));
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const FieldLayout& field = *fields[static_cast<std::size_t>(row)];
        const QModelIndex index = model.index(row, 0, parent);
        EXPECT_EQ(model.field(index), &field);
        EXPECT_EQ(index.data().toString().toStdString(), field.spec->name);
        EXPECT_EQ(index.siblingAtColumn(LayoutTreeModel::VersionsColumn).data().toString().toStdString(),
                  field.spec->versions.toString());
        EXPECT_EQ(index.siblingAtColumn(LayoutTreeModel::TagColumn).data().toString().toStdString(),
                  field.tag < 0 ? "" : std::to_string(field.tag));
        if (field.structure != nullptr) {
            expectRows(model, index, *field.structure);
        } else {
            EXPECT_EQ(model.rowCount(index), 0);
        }
    }
}

TEST_F(LayoutTreeTest, HasEveryFieldOfEveryVersion) {
    for (const char* name : {"MetadataRequest", "MetadataResponse", "FetchRequest", "ConsumerGroupHeartbeatRequest"}) {
        const VersionRange versions = allDefinitions().versionsOf(name);
        for (int version = versions.min; version <= versions.max; ++version) {
            show(name, version);
            expectRows(model, model.index(0, 0), *model.sections()[0].layout->root);
        }
    }
}

TEST_F(LayoutTreeTest, SaysTypeRangesDefaultFlagsAndMeaning) {
    show("MetadataRequest", 9);
    EXPECT_EQ(cell(QStringLiteral("topics[]"), LayoutTreeModel::TypeColumn),
              "compact nullable array of MetadataRequestTopic");
    EXPECT_EQ(cell(QStringLiteral("topics[]"), LayoutTreeModel::NullableColumn), "1+");
    EXPECT_EQ(cell(QStringLiteral("topics[].name"), LayoutTreeModel::TypeColumn), "compact string");
    EXPECT_EQ(cell(QStringLiteral("topics[].name"), LayoutTreeModel::EntityColumn), "topicName");
    EXPECT_EQ(cell(QStringLiteral("allowAutoTopicCreation"), LayoutTreeModel::DefaultColumn), "true");
    EXPECT_FALSE(cell(QStringLiteral("allowAutoTopicCreation"), LayoutTreeModel::HelpColumn).empty());
    EXPECT_FALSE(find(QStringLiteral("topics[].topicId")).isValid()) << "since v10";
    show("ApiVersionsRequest", 3);
    EXPECT_EQ(cell(QStringLiteral("clientSoftwareName"), LayoutTreeModel::FlagsColumn), "ignorable");
}

TEST(FactTables, ErrorCodesAreAllThereAndSortAsNumbers) {
    FactTableModel model;
    const QAbstractItemModelTester tester(&model, testing::kFatal);
    model.setTable(errorCodeTable(allDefinitions()));
    EXPECT_EQ(model.rowCount(), static_cast<int>(allDefinitions().errorCodes().size()));
    const int row = model.rowOf(16);
    ASSERT_GE(row, 0);
    EXPECT_EQ(model.index(row, 1).data().toString(), QStringLiteral("NOT_COORDINATOR"));
    EXPECT_EQ(model.index(row, 2).data().toString(), QStringLiteral("retriable"));
    EXPECT_FALSE(model.index(row, 3).data().toString().isEmpty());
    EXPECT_EQ(model.index(row, 0).data(FactTableModel::SortRole).toLongLong(), 16);
    EXPECT_EQ(model.rowOf(9999), -1);
}

TEST(FactTables, AFilterWantsEveryWord) {
    FactTableModel model;
    FactFilterModel filter;
    filter.setSourceModel(&model);
    const QAbstractItemModelTester tester(&filter, testing::kFatal);
    model.setTable(errorCodeTable(allDefinitions()));
    filter.setFilterText(QStringLiteral("coordinator retriable"));
    ASSERT_GT(filter.rowCount(), 0);
    for (int row = 0; row < filter.rowCount(); ++row) {
        EXPECT_EQ(filter.index(row, 2).data().toString(), QStringLiteral("retriable"));
    }
    filter.setFilterText(QStringLiteral("NOT_COORDINATOR"));
    EXPECT_EQ(filter.rowCount(), 1);
    filter.setFilterText({});
    EXPECT_EQ(filter.rowCount(), model.rowCount());
}

TEST(FactTables, ReleasesTellVersionsHeadersAndPreviews) {
    FactTableModel model;
    model.setTable(releaseFactTable(allDefinitions(), {"OffsetDeleteRequest", "OffsetDeleteResponse"}));
    const std::string text = testing::modelText(model);
    EXPECT_THAT(text, HasSubstr("4.4.0 | OffsetDeleteRequest | 0 | "));
    EXPECT_THAT(text, HasSubstr("preview | OffsetDeleteRequest | 0-1 | "));
    model.setTable(releaseFactTable(allDefinitions(), {"ProduceRequest"}));
    EXPECT_THAT(testing::modelText(model), HasSubstr("4.4.0 | ProduceRequest | 3-13 | 9-13 | 1 (3-8), 2 (9-13)"));
}

TEST(FactTables, ChangesTellSidesPlacesAndNotes) {
    FactTableModel model;
    const std::vector<std::string> metadata{"MetadataRequest", "MetadataResponse"};
    model.setTable(changeTable(allDefinitions(), metadata, {9, 10}, {}));
    EXPECT_THAT(testing::modelText(model), HasSubstr("v9 → v10 | request | added | topics[].topicId |  | UUID\n"));
    model.setTable(historyTable(allDefinitions(), metadata, allDefinitions().versionsOf("MetadataRequest"), {}));
    const std::string history = testing::modelText(model);
    EXPECT_THAT(history, HasSubstr("v10 | request | added | topics[].topicId"));
    EXPECT_THAT(history, HasSubstr("v9 | request | flexible | (whole message) | false | true"));
    EXPECT_THAT(history, HasSubstr("v0 |  | first known version"));
    model.setTable(changeTable(allDefinitions(), {"ApiVersionsRequest"}, {3, 4}, {}));
    EXPECT_THAT(testing::modelText(model), HasSubstr("same layout"));
    EXPECT_THAT(testing::modelText(model), HasSubstr("v4 |  | note | Same bytes as v3."));
    model.setTable(changeTable(allDefinitions(), {"ApiVersionsRequest"}, {3, 99}, {}));
    EXPECT_THAT(testing::modelText(model), HasSubstr("unknown"));
}

TEST(FactTables, RecordTypesLeadToTheirDefinitions) {
    FactTableModel model;
    const auto& topics = allDefinitions().overlays().internalTopics();
    const auto offsets = std::ranges::find(topics, "__consumer_offsets", &InternalTopicFacts::topic);
    model.setTable(recordTypeFacts(allDefinitions(), *offsets));
    const int row = model.rowOf(3);
    EXPECT_EQ(model.index(row, 0).data(FactTableModel::TargetRole).toString(),
              QStringLiteral("definition:ConsumerGroupMetadataValue"));
    EXPECT_TRUE(model.index(model.rowOf(9), 0).data(FactTableModel::FaintRole).toBool()) << "retired";
    EXPECT_FALSE(model.index(row, 0).data(FactTableModel::FaintRole).toBool());
}

}  // namespace
}  // namespace brokerscope
