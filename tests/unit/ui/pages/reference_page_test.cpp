#include "core/text/layout_bnf.h"
#include "core/text/lesson.h"
#include "ui/models/value_format.h"
#include "ui/pages/fact_table_view.h"
#include "ui/pages/lesson_view.h"
#include "ui/pages/reference_changes.h"
#include "ui/pages/reference_definition.h"
#include "ui/pages/reference_header.h"
#include "ui/pages/reference_list.h"
#include "ui/pages/reference_page.h"
#include "ui/pages/reference_partition.h"
#include "ui/pages/reference_primitives.h"
#include "ui/style/application_style.h"

#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTest>
#include <QTreeView>

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using ::testing::HasSubstr;
using ShownKind = ReferenceTarget::Kind;

class ReferencePageTest : public ::testing::Test {
protected:
    ReferencePageTest() {
        applyStyle(*qApp, Theme::Light);
        page.resize(1300, 800);
        page.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&page));
    }

    // The texts of a column of the layout table, depth first.
    QStringList layoutColumn(int column, const QModelIndex& parent = {}) {
        QStringList texts;
        const LayoutTreeModel& model = page.definition().layoutModel();
        for (int row = 0; row < model.rowCount(parent); ++row) {
            texts.append(model.index(row, column, parent).data().toString());
            texts += layoutColumn(column, model.index(row, 0, parent));
        }
        return texts;
    }

    const SchemaRegistry& registry = SchemaRegistry::embedded();
    ReferencePage page{registry};
};

TEST_F(ReferencePageTest, BeginsWithApiVersionsAtItsNewestStableVersion) {
    EXPECT_EQ(page.target().name, QStringLiteral("ApiVersions"));
    EXPECT_EQ(page.definition().header().title(), QStringLiteral("ApiVersions"));
    EXPECT_EQ(page.definition().version(), 5);
    const QStringList sections{QStringLiteral("Request header"), QStringLiteral("Request"),
                               QStringLiteral("Response header"), QStringLiteral("Response")};
    QStringList shown;
    for (const LayoutSection& section : page.definition().layoutModel().sections()) {
        shown.append(section.title);
    }
    EXPECT_EQ(shown, sections);
}

TEST_F(ReferencePageTest, AVersionChangesLayoutAndGrammar) {
    page.showDefinition(QStringLiteral("MetadataRequest"), 9);
    EXPECT_EQ(page.target().kind, ShownKind::Api) << "a request is shown with its answer";
    EXPECT_FALSE(layoutColumn(0).contains(QStringLiteral("TopicId")));
    page.stepVersion(1);
    EXPECT_EQ(page.definition().version(), 10);
    EXPECT_TRUE(layoutColumn(0).contains(QStringLiteral("TopicId")));
    page.definition().setTab(ReferenceDefinition::Tab::Grammar);
    const std::string grammar = page.definition().grammar().toStdString();
    EXPECT_THAT(grammar, HasSubstr(layoutBnf(*registry.layout("MetadataRequest", 10).value())));
    EXPECT_THAT(grammar, HasSubstr(layoutBnf(*registry.layout("MetadataResponse", 10).value())));
    page.definition().copyGrammar();
    EXPECT_EQ(QApplication::clipboard()->text().toStdString(), grammar);
    page.showNewestVersion();
    EXPECT_EQ(page.definition().version(), 13);
    page.stepVersion(1);
    EXPECT_EQ(page.definition().version(), 13) << "there is no other";
}

TEST_F(ReferencePageTest, AReleaseCutsTheVersions) {
    page.showDefinition(QStringLiteral("ProduceRequest"));
    ReferenceHeader& header = page.definition().header();
    EXPECT_EQ(header.versions().toString(), "0-13");
    header.setRelease(QStringLiteral("3.9.2"));
    EXPECT_EQ(header.versions().toString(), "0-11");
    EXPECT_EQ(page.definition().version(), 11);
    header.setRelease(QStringLiteral("4.4.0"));
    EXPECT_EQ(header.versions().toString(), "3-13");
    header.setRelease(QStringLiteral("preview"));
    EXPECT_TRUE(header.versions().isEmpty());
    EXPECT_EQ(page.definition().layoutModel().rowCount(), 0);
    header.setRelease({});
    EXPECT_GT(page.definition().layoutModel().rowCount(), 0);
}

TEST_F(ReferencePageTest, PreviewsAreMarkedAndNeverFirst) {
    page.showDefinition(QStringLiteral("OffsetDeleteRequest"));
    EXPECT_EQ(page.definition().version(), 0);
    EXPECT_EQ(page.definition().header().mark(), QString());
    page.stepVersion(1);
    EXPECT_EQ(page.definition().header().mark(), QStringLiteral("preview"));
    EXPECT_TRUE(
        layoutColumn(LayoutTreeModel::HelpColumn).contains(QStringLiteral("The body of this version is not known.")));
}

TEST_F(ReferencePageTest, ChangesBetweenAnyTwoVersions) {
    page.showDefinition(QStringLiteral("MetadataRequest"), 10);
    page.definition().setTab(ReferenceDefinition::Tab::Changes);
    FactTableModel& rows = page.definition().changes().table().model();
    EXPECT_GT(rows.rowCount(), 20) << "version by version";
    page.definition().changes().compare(0, 1);
    ASSERT_GT(rows.rowCount(), 0);
    EXPECT_EQ(rows.index(0, 0).data().toString(), QStringLiteral("v0 → v1"));
    page.definition().setTab(ReferenceDefinition::Tab::Releases);
    EXPECT_EQ(page.definition().releases().model().rowCount(), 4) << "two sides in two releases";
}

TEST_F(ReferencePageTest, AnApiIsComposedAtTheShownVersion) {
    QSignalSpy wanted(&page, &ReferencePage::composeWanted);
    page.showDefinition(QStringLiteral("HeartbeatRequest"), 2);
    Q_EMIT page.definition().header().composeWanted();
    ASSERT_EQ(wanted.size(), 1);
    EXPECT_EQ(wanted[0][0].toInt(), 12);
    EXPECT_EQ(wanted[0][1].toInt(), 2);
}

TEST_F(ReferencePageTest, ErrorCodesAreFoundByNumber) {
    page.showErrorCode(16);
    EXPECT_EQ(page.errorCodes().chosenNumber(), 16);
    EXPECT_THAT(page.errorCodes().detail().toStdString(), HasSubstr("NOT_COORDINATOR"));
    page.errorCodes().setFilterText(QStringLiteral("NOT_LEADER"));
    page.showErrorCode(-1);
    EXPECT_THAT(page.errorCodes().detail().toStdString(), HasSubstr("UNKNOWN_SERVER_ERROR")) << "the filter gives way";
}

TEST_F(ReferencePageTest, ARecordTypeLeadsToItsDefinition) {
    page.showTarget({ShownKind::RecordTypes, QStringLiteral("__consumer_offsets"), 3});
    EXPECT_EQ(page.recordTypes().chosenNumber(), 3);
    QTest::keyClick(&page.recordTypes().table(), Qt::Key_Return);
    EXPECT_EQ(page.target().kind, ShownKind::Definition);
    EXPECT_EQ(page.definition().header().title(), QStringLiteral("ConsumerGroupMetadataValue"));
    EXPECT_THAT(page.definition().header().facts().toStdString(), HasSubstr("record type 3"));
}

TEST_F(ReferencePageTest, TheListChoosesAndFilters) {
    page.focusFilter();
    QTest::keyClicks(page.focusWidget(), QStringLiteral("leavegroup"));
    QTest::keyClick(page.focusWidget(), Qt::Key_Down);
    EXPECT_EQ(page.target().name, QStringLiteral("LeaveGroup"));
    page.showDefinition(QStringLiteral("RequestHeader"));
    EXPECT_EQ(page.list().view().currentIndex().data().toString(), QStringLiteral("RequestHeader"));
}

TEST_F(ReferencePageTest, ValuesBecomeBytesAndBytesValues) {
    page.showTarget({ShownKind::Primitives, QStringLiteral("COMPACT_STRING"), -1});
    ReferencePrimitives& calculator = page.primitives();
    EXPECT_EQ(calculator.chosenType(), QStringLiteral("COMPACT_STRING"));
    calculator.value().clear();
    QTest::keyClicks(&calculator.value(), QStringLiteral("orders"));
    EXPECT_EQ(calculator.bytes().text(), QStringLiteral("07 6f 72 64 65 72 73"));
    EXPECT_THAT(calculator.explanation().toStdString(), HasSubstr("7 − 1 = 6 bytes follow"));
    calculator.bytes().clear();
    QTest::keyClicks(&calculator.bytes(), QStringLiteral("0461"));
    EXPECT_THAT(calculator.remarks().toStdString(), HasSubstr("byte"));
    EXPECT_EQ(calculator.value().text(), QString());
    calculator.chooseType(QStringLiteral("VARINT"));
    calculator.setValue(QStringLiteral("-150"));
    EXPECT_EQ(calculator.bytes().text(), QStringLiteral("ab 02"));
    calculator.setValue(QStringLiteral("much"));
    EXPECT_FALSE(calculator.remarks().isEmpty());
    EXPECT_EQ(calculator.bytes().text(), QString());
    calculator.chooseType(QStringLiteral("COMPACT_ARRAY"));
    calculator.chooseElement(QStringLiteral("string"));
    calculator.setValue(QStringLiteral("[\"a\"]"));
    EXPECT_EQ(calculator.bytes().text(), QStringLiteral("02 02 61"));
}

TEST_F(ReferencePageTest, AnIdHasAPartition) {
    page.showTarget({ShownKind::Partition, {}, -1});
    ReferencePartition& calculator = page.partition();
    calculator.id().setText(QStringLiteral("g-classic"));
    EXPECT_EQ(calculator.answer(), QStringLiteral("__consumer_offsets-18"));
    EXPECT_EQ(calculator.hashes().model().rowCount(), 9);
    calculator.partitions().setValue(7);
    EXPECT_EQ(calculator.steps().partition, 486458668 % 7);
    calculator.partitions().setValue(50);
    calculator.setKind(ReferencePartition::Kind::Transaction);
    EXPECT_EQ(calculator.answer(), QStringLiteral("__transaction_state-18"));
    calculator.setKind(ReferencePartition::Kind::SharePartition);
    EXPECT_EQ(calculator.answer(), QString()) << "no topic id yet";
    calculator.topicId().setText(QStringLiteral("6kySFknNRdG0J1E9XdO4sA"));
    EXPECT_EQ(calculator.steps().key, "g-classic:6kySFknNRdG0J1E9XdO4sA:0");
    EXPECT_TRUE(calculator.answer().startsWith(QStringLiteral("__share_group_state-")));
}

TEST_F(ReferencePageTest, LessonsLeadOn) {
    page.showTarget({ShownKind::Lesson, QStringLiteral("tag-section"), -1});
    ASSERT_NE(page.lesson().lesson(), nullptr);
    Q_EMIT page.lesson().targetWanted(QStringLiteral("api:ApiVersions:4"));
    EXPECT_EQ(page.target().name, QStringLiteral("ApiVersions"));
    EXPECT_EQ(page.definition().version(), 4);
    Q_EMIT page.lesson().targetWanted(QStringLiteral("errors::35"));
    EXPECT_EQ(page.errorCodes().chosenNumber(), 35);
}

TEST_F(ReferencePageTest, IsThereAgainAsItWasLeft) {
    page.showDefinition(QStringLiteral("FetchRequest"), 12);
    page.definition().layoutView().setColumnWidth(0, 333);
    ReferencePage again(registry);
    again.restoreState(page.state());
    again.show();
    EXPECT_EQ(again.target().name, QStringLiteral("Fetch"));
    EXPECT_EQ(again.definition().version(), 12);
    EXPECT_EQ(again.definition().layoutView().columnWidth(0), 333);
    ReferencePage odd(registry);
    odd.restoreState(QByteArray("no state"));
    odd.show();
    EXPECT_EQ(odd.target().name, QStringLiteral("ApiVersions"));
}

}  // namespace
}  // namespace brokerscope
