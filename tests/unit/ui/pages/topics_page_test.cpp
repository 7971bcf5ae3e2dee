#include "ui/pages/topics_page.h"

#include "core/base/base64.h"
#include "tests/support/capture_writer.h"
#include "tests/support/group_exchanges.h"
#include "tests/unit/core/workbench/written_topic.h"
#include "tests/unit/ui/models/blocked_pool.h"
#include "tests/unit/ui/models/reading.h"
#include "ui/inspector/field_tree.h"
#include "ui/inspector/inspector.h"
#include "ui/models/roles.h"
#include "ui/pages/filter_field.h"
#include "ui/pages/key_history_panel.h"
#include "ui/pages/key_record_model.h"
#include "ui/pages/moment_bar.h"
#include "ui/pages/state_models.h"
#include "ui/pages/state_panel.h"
#include "ui/pages/topic_answer_models.h"
#include "ui/pages/topic_answers_panel.h"
#include "ui/pages/topic_picker.h"
#include "ui/pages/topic_reading_bar.h"
#include "ui/pages/topic_record_panel.h"
#include "ui/pages/topic_rows_view.h"
#include "ui/style/application_style.h"
#include "ui/widgets/empty_page.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/segmented_control.h"
#include "ui/widgets/title_bar.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDateTime>
#include <QFile>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSlider>
#include <QTableView>
#include <QTest>
#include <QThreadPool>

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using namespace brokerscope::testing;
using ::testing::HasSubstr;

// The page without a cluster, over a log directory.
class TopicsPageTest : public ::testing::Test {
protected:
    void SetUp() override {
        applyStyle(*qApp, Theme::Light);
        page.resize(1280, 800);
        page.show();
        WrittenBatch batch;
        batch.records = {commitRecord("payments", "orders", 1, 42), {memberKey(5, "billing", "c-3"), std::nullopt}};
        logs.write("__consumer_offsets-18", sealed(batch, 0));
        batch.records = {plainRecord("o-1", R"({"state":"paid"})"),
                         {textBytes("o-2"), ByteBuffer{0, 0, 0, 0, 9, 'a', 'v', 'r', 'o'}}};
        logs.write("orders-1", sealed(batch, 5));
    }
    void openLogs() {
        page.open(QString::fromStdString(logs.path()));
        ASSERT_TRUE(QTest::qWaitFor([&] { return page.picker().model().rowCount() == 2; }));
    }
    void readTopic(const QString& topic) {
        ASSERT_TRUE(page.picker().choose(topic, TopicOrigin::Files));
        page.read();
        ASSERT_TRUE(QTest::qWaitFor([&] { return !page.isReading() && rows().rowCount() > 0; }));
    }
    void chooseRow(int row) {
        page.rows().table().setCurrentIndex(rows().index(row, 0));
        ASSERT_TRUE(QTest::qWaitFor([&] { return !page.detail().text().isEmpty(); }));
    }
    QString saved(const TestTalk& talk, const std::string& name) {
        const QString path = QString::fromStdString(logs.path(name));
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(reinterpret_cast<const char*>(talk.file.bytes.data()), static_cast<qint64>(talk.file.bytes.size()));
        return path;
    }
    TopicRowsModel& rows() { return page.rows().model(); }
    QString cell(int row, int column) { return rows().index(row, column).data().toString(); }
    EmptyPage* emptyPage() {
        for (auto* one : page.findChildren<EmptyPage*>()) {
            if (one->isVisible()) {
                return one;
            }
        }
        return nullptr;
    }

    WrittenLogs logs{"topics-page"};
    Workbench workbench;
    TopicsPage page{workbench, testing::reading()};
};

TEST_F(TopicsPageTest, WithoutTopicsItSaysWhatToDo) {
    ASSERT_NE(emptyPage(), nullptr);
    EXPECT_THAT(emptyPage()->nextStep().toStdString(), HasSubstr("Connect to a broker"));
    const QSignalSpy wanted(&page, &TopicsPage::connectWanted);
    Q_EMIT emptyPage()->actionWanted();
    EXPECT_EQ(wanted.size(), 1);
}

TEST_F(TopicsPageTest, AFolderWithoutSegmentsIsSaid) {
    page.open(QStringLiteral("/nowhere/at/all"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !page.messages().cause().isEmpty(); }));
    EXPECT_THAT(page.messages().cause().toStdString(), HasSubstr("/nowhere/at/all"));
}

TEST_F(TopicsPageTest, TopicsOfFilesAreListedWithTheirSizes) {
    const QAbstractItemModelTester tester(&page.picker().model(),
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    openLogs();
    const TopicListModel& topics = page.picker().model();
    const QModelIndex offsets = topics.indexOf(QStringLiteral("__consumer_offsets"), TopicOrigin::Files);
    ASSERT_TRUE(offsets.isValid());
    EXPECT_TRUE(topics.topic(offsets)->isInternal);
    EXPECT_EQ(offsets.siblingAtColumn(TopicListModel::PartitionsColumn).data().toString(), QStringLiteral("1"));
    EXPECT_THAT(offsets.siblingAtColumn(TopicListModel::SizeColumn).data().toString().toStdString(), HasSubstr("B"));
    ASSERT_NE(emptyPage(), nullptr);
    EXPECT_THAT(emptyPage()->nextStep().toStdString(), HasSubstr("where to begin"));
    QSignalSpy listed(&topics, &QAbstractItemModel::modelReset);
    page.open(QString::fromStdString(logs.path()) + QLatin1Char('/'));
    ASSERT_TRUE(listed.wait());
    EXPECT_EQ(topics.rowCount(), 2) << "the same folder again is the same topics";
    page.open(QString::fromStdString(logs.path("orders-1")));
    ASSERT_TRUE(listed.wait());
    EXPECT_EQ(topics.rowCount(), 3) << "what was opened is told apart";
    EXPECT_EQ(page.picker().chosen()->path(), QString::fromStdString(logs.path("orders-1")));
}

TEST_F(TopicsPageTest, RecordsOfGroupsAreReadable) {
    openLogs();
    readTopic(QStringLiteral("__consumer_offsets"));
    ASSERT_EQ(rows().rowCount(), 2);
    EXPECT_EQ(cell(0, TopicRowsModel::PartitionColumn), QStringLiteral("18"));
    EXPECT_EQ(cell(0, TopicRowsModel::TypeColumn), QStringLiteral("OffsetCommit"));
    EXPECT_THAT(cell(0, TopicRowsModel::SaysColumn).toStdString(), HasSubstr("offset 42"));
    EXPECT_FALSE(page.rows().table().isColumnHidden(TopicRowsModel::TypeColumn));
    EXPECT_THAT(page.bar().facts().toStdString(), HasSubstr("2 records"));
    chooseRow(0);
    page.detail().writing().setCurrentIndex(1);
    EXPECT_THAT(page.detail().text().toStdString(), HasSubstr("\"offset\": 42"));
    const QSignalSpy groups(&page, &TopicsPage::groupWanted);
    page.wantGroup();
    ASSERT_EQ(groups.size(), 1);
    EXPECT_EQ(groups.front().front().toString(), QStringLiteral("payments"));
}

TEST_F(TopicsPageTest, TheInspectorOpensKeyAndValueOfTheRecord) {
    openLogs();
    readTopic(QStringLiteral("__consumer_offsets"));
    page.detail().setView(TopicRecordPanel::View::Bytes);
    chooseRow(0);
    auto* tree = page.detail().inspector().findChild<FieldTree*>();
    ASSERT_TRUE(QTest::qWaitFor([&] { return tree->currentIndex().isValid(); }));
    EXPECT_THAT(tree->currentIndex().data(Role::PathRole).toString().toStdString(), HasSubstr("records[0]"));
    EXPECT_EQ(page.detail().view(), TopicRecordPanel::View::Bytes);
}

TEST_F(TopicsPageTest, OrdinaryRecordsAreTextJsonOrHex) {
    openLogs();
    readTopic(QStringLiteral("orders"));
    EXPECT_TRUE(page.rows().table().isColumnHidden(TopicRowsModel::TypeColumn));
    EXPECT_EQ(cell(1, TopicRowsModel::SaysColumn), QStringLiteral("0x0000000009 [schema id 9] avro"));
    chooseRow(0);
    EXPECT_THAT(page.detail().text().toStdString(), HasSubstr(R"({"state":"paid"})"));
    page.detail().writing().setCurrentIndex(1);
    EXPECT_THAT(page.detail().text().toStdString(), HasSubstr(R"("state": "paid")"));
    page.detail().writing().setCurrentIndex(2);
    EXPECT_THAT(page.detail().text().toStdString(), HasSubstr("7b 22 73"));
    page.detail().writing().setCurrentIndex(0);
    page.rows().table().setCurrentIndex(rows().index(1, 0));
    EXPECT_TRUE(QTest::qWaitFor([&] { return page.detail().text().contains(QLatin1String("schema id 9")); }));
}

TEST_F(TopicsPageTest, FiltersAreReadAsTheyAreTyped) {
    openLogs();
    readTopic(QStringLiteral("__consumer_offsets"));
    FilterField& filter = page.rows().filter();
    filter.setFocus();
    QTest::keyClicks(&filter, QStringLiteral("group:billing"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return rows().rowCount() == 1; }));
    EXPECT_EQ(cell(0, TopicRowsModel::OffsetColumn), QStringLiteral("1"));
    EXPECT_THAT(page.rows().countText().toStdString(), HasSubstr("1 hidden by the filter"));
    filter.setText(QStringLiteral("groop:x"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !filter.problem().isEmpty(); }));
    EXPECT_THAT(page.rows().countText().toStdString(), HasSubstr("nearest: group"));
    EXPECT_EQ(rows().rowCount(), 1) << "what was shown stays";
}

TEST_F(TopicsPageTest, TheFilterOffersWhatMayStandThere) {
    FilterField& filter = page.rows().filter();
    filter.setFocus();
    QTest::keyClicks(&filter, QStringLiteral("tom"));
    EXPECT_EQ(filter.offers(), QStringList{QStringLiteral("tombstone")});
    QTest::keyClicks(&filter, QStringLiteral("bstone:t"));
    EXPECT_EQ(filter.offers(), QStringList{QStringLiteral("true")});
}

TEST_F(TopicsPageTest, WhereToBeginIsReadFromWhatIsWritten) {
    openLogs();
    ASSERT_TRUE(page.picker().choose(QStringLiteral("orders"), TopicOrigin::Files));
    page.bar().setStart({std::nullopt, FetchFrom::Offset, 6, false});
    page.read();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !page.isReading() && rows().rowCount() == 1; }));
    EXPECT_EQ(cell(0, TopicRowsModel::OffsetColumn), QStringLiteral("6"));
    auto* value = page.bar().findChild<QLineEdit*>();
    value->setText(QStringLiteral("six"));
    page.read();
    EXPECT_THAT(page.messages().cause().toStdString(), HasSubstr("An offset is a number"));
    page.bar().setStart({std::nullopt, FetchFrom::Timestamp, 0, false});
    value->setText(QStringLiteral("2026-11-30 10:41:07"));
    ASSERT_TRUE(page.bar().start());
    EXPECT_GT(page.bar().start()->value, 1'700'000'000'000);
    value->setText(QStringLiteral("10:41"));
    EXPECT_FALSE(page.bar().start()) << "of which day?";
}

TEST_F(TopicsPageTest, ShownRecordsAreSaved) {
    openLogs();
    readTopic(QStringLiteral("__consumer_offsets"));
    page.rows().setFilterText(QStringLiteral("group:payments"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return rows().rowCount() == 1; }));
    const QString path = QString::fromStdString(logs.path("saved.jsonl"));
    QSignalSpy saved(&page, &TopicsPage::saved);
    page.saveAs(TopicExportForm::JsonLines, path);
    ASSERT_TRUE(saved.wait());
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    EXPECT_EQ(text.count('\n'), 1);
    EXPECT_THAT(text.toStdString(), HasSubstr("\"group\":\"payments\""));
    EXPECT_EQ(page.messages().kind(), StatusKind::Ok);
}

TEST_F(TopicsPageTest, OneExportIsWrittenAtATime) {
    openLogs();
    readTopic(QStringLiteral("orders"));
    const QString path = QString::fromStdString(logs.path("first.csv"));
    const QString other = QString::fromStdString(logs.path("second.csv"));
    QSignalSpy saved(&page, &TopicsPage::saved);
    {
        BlockedPool pool;
        page.saveAs(TopicExportForm::Csv, path);
        EXPECT_TRUE(page.bar().cancelExport().isEnabled());
        page.saveAs(TopicExportForm::Csv, other);
        EXPECT_THAT(page.messages().cause().toStdString(), HasSubstr("Another export"));
        page.bar().cancelExport().trigger();
    }
    ASSERT_TRUE(QTest::qWaitFor([&] { return saved.size() == 1; }));
    EXPECT_THAT(page.messages().cause().toStdString(), HasSubstr("Cancelled: 0 records"));
    EXPECT_FALSE(page.bar().cancelExport().isEnabled());
    EXPECT_FALSE(QFile::exists(other));
}

TEST_F(TopicsPageTest, TheStateThatARecordLeft) {
    WrittenBatch batch;
    batch.records = {commitRecord("payments", "orders", 1, 57)};
    logs.write("__consumer_offsets-18", sealed(batch, 2));
    openLogs();
    readTopic(QStringLiteral("__consumer_offsets"));
    page.detail().setView(TopicRecordPanel::View::State);
    StatePanel& state = page.detail().state();
    page.rows().table().setCurrentIndex(rows().index(2, 0));
    const QAbstractItemModelTester objects(&state.objects(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    const QAbstractItemModelTester facts(&state.facts(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    const auto fact = [&](const QString& name, int column) {
        for (int row = 0; row < state.facts().rowCount(); ++row) {
            if (state.facts().index(row, StateFactModel::FactColumn).data().toString().contains(name)) {
                return state.facts().index(row, column).data().toString().toStdString();
            }
        }
        return std::string();
    };
    const QString committed = QStringLiteral("orders-1");
    ASSERT_TRUE(QTest::qWaitFor([&] { return !fact(committed, StateFactModel::ValueColumn).empty(); }));
    EXPECT_EQ(state.objects().index(0, 0).data().toString(), QStringLiteral("payments"));
    EXPECT_EQ(state.objects().index(0, StateObjectModel::ChangeColumn).data().toString(), QStringLiteral("changed"));
    EXPECT_THAT(fact(committed, StateFactModel::ValueColumn), HasSubstr("57"));
    EXPECT_THAT(fact(committed, StateFactModel::BeforeColumn), HasSubstr("42"));
    EXPECT_EQ(fact(committed, StateFactModel::FromColumn), "18:2");

    state.moments().scrubber().setValue(0);
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return fact(committed, StateFactModel::ValueColumn).find("42") != std::string::npos; }));
    EXPECT_EQ(state.objects().index(0, StateObjectModel::ChangeColumn).data().toString(), QStringLiteral("new"));
    Q_EMIT page.detail().recordWanted(18, 0);
    EXPECT_EQ(page.rows().table().currentIndex().row(), 0);
}

TEST_F(TopicsPageTest, TheStateIsComparedWithAMoment) {
    WrittenBatch batch;
    batch.timestamp = 90'000;
    batch.records = {commitRecord("payments", "orders", 1, 57)};
    logs.write("__consumer_offsets-18", sealed(batch, 2));
    batch.timestamp = 150'000;
    batch.records = {commitRecord("search", "orders", 0, 3)};
    logs.write("__consumer_offsets-18", sealed(batch, 3));
    openLogs();
    readTopic(QStringLiteral("__consumer_offsets"));
    page.detail().setView(TopicRecordPanel::View::State);
    StatePanel& state = page.detail().state();
    page.rows().table().setCurrentIndex(rows().index(0, 0));
    const auto facts = [&] { return state.titleBar().facts().toStdString(); };
    ASSERT_TRUE(QTest::qWaitFor([&] { return facts().find("changed by it") != std::string::npos; }));
    EXPECT_FALSE(state.comparison().isItemEnabled(2));
    QTest::mouseClick(&state.moments().mark(), Qt::LeftButton);
    ASSERT_TRUE(QTest::qWaitFor([&] { return facts().find("0 changed against the mark at 0") != std::string::npos; }));
    QLineEdit& field = state.moments().field();
    QTest::keyClicks(&field, QStringLiteral("3\r"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return facts().find("2 changed against the mark at 0") != std::string::npos; }))
        << facts();
    EXPECT_EQ(state.objects().rowCount(), 2);
    field.setText(QStringLiteral("99"));
    QTest::keyClick(&field, Qt::Key_Return);
    EXPECT_THAT(field.toolTip().toStdString(), HasSubstr("Offsets 0 to 3"));
    // The clock of the day of the record that is shown.
    const QString time = QDateTime::fromMSecsSinceEpoch(100'000).toString(QStringLiteral("HH:mm:ss"));
    field.setText(time);
    QTest::keyClick(&field, Qt::Key_Return);
    ASSERT_TRUE(QTest::qWaitFor([&] { return facts().find("1 changed against the mark at 0") != std::string::npos; }))
        << facts();
    EXPECT_THAT(state.titleBar().heading().toStdString(), HasSubstr("@ 2"));
    EXPECT_EQ(field.toolTip(), QString());
    field.setText(QStringLiteral("noon"));
    QTest::keyClick(&field, Qt::Key_Return);
    EXPECT_THAT(field.toolTip().toStdString(), HasSubstr("10:41:07"));
}

TEST_F(TopicsPageTest, WhoCommittedAnOffset) {
    WrittenBatch batch;
    batch.records = {commitRecord("payments", "orders", 1, 57)};
    logs.write("__consumer_offsets-18", sealed(batch, 2));
    openLogs();
    readTopic(QStringLiteral("__consumer_offsets"));
    page.detail().setView(TopicRecordPanel::View::History);
    KeyHistoryPanel& history = page.detail().history();
    EXPECT_THAT(history.titleBar().facts().toStdString(), HasSubstr("Choose a record"));
    const QAbstractItemModelTester tester(&history.model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    page.rows().table().setCurrentIndex(rows().index(2, 0));
    ASSERT_TRUE(QTest::qWaitFor([&] { return history.model().rowCount() == 2; }));
    EXPECT_EQ(history.titleBar().heading().toStdString(), "group payments: offsets[orders-1]");
    const auto cell = [&](int row, int column) {
        return history.model().index(row, column).data().toString().toStdString();
    };
    EXPECT_EQ(cell(0, KeyRecordModel::RecordColumn), "18:0");
    EXPECT_EQ(cell(0, KeyRecordModel::EffectColumn), "set");
    EXPECT_THAT(cell(0, KeyRecordModel::SaysColumn), HasSubstr("offset 42"));
    EXPECT_THAT(cell(1, KeyRecordModel::SaysColumn), HasSubstr("offset 57"));
    EXPECT_FALSE(history.table().isColumnHidden(KeyRecordModel::HolderColumn));
    EXPECT_EQ(history.table().currentIndex().row(), 1);
    Q_EMIT history.table().activated(history.model().index(0, 0));
    EXPECT_EQ(page.rows().table().currentIndex().row(), 0);
    // The tombstone of a member has no value, and a history of its own.
    page.rows().table().setCurrentIndex(rows().index(1, 0));
    ASSERT_TRUE(QTest::qWaitFor([&] { return history.model().rowCount() == 1; }));
    EXPECT_EQ(cell(0, KeyRecordModel::EffectColumn), "deleted");
}

TEST_F(TopicsPageTest, QuestionsAreAnsweredFromWhatWasRead) {
    WrittenBatch batch;
    batch.records = {commitRecord("payments", "orders", 1, 7)};
    logs.write("__consumer_offsets-18", sealed(batch, 2));
    openLogs();
    readTopic(QStringLiteral("__consumer_offsets"));
    page.detail().setView(TopicRecordPanel::View::Answers);
    TopicAnswersPanel& answers = page.detail().answers();
    const QAbstractItemModelTester tester(&answers.answers(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    ASSERT_TRUE(QTest::qWaitFor([&] { return answers.questions().rowCount() == 8; }));
    const auto choose = [&](TopicQuestion question) {
        answers.questionTable().setCurrentIndex(answers.questions().indexOf(question));
    };
    choose(TopicQuestion::BackwardCommits);
    ASSERT_EQ(answers.answers().rowCount(), 1);
    EXPECT_EQ(answers.answers().index(0, 0).data().toString(), QStringLiteral("payments"));
    EXPECT_EQ(answers.answers().index(0, 4).data().toString(), QStringLiteral("7"));
    Q_EMIT answers.answerTable().activated(answers.answers().index(0, 0));
    EXPECT_EQ(page.rows().table().currentIndex().row(), 2);
    choose(TopicQuestion::MissingTopics);
    EXPECT_EQ(answers.answers().rowCount(), 0);
    EXPECT_THAT(answers.titleBar().facts().toStdString(), HasSubstr("only a cluster can tell"));
    choose(TopicQuestion::RecordTypes);
    EXPECT_THAT(answers.answers().index(0, 0).data().toString().toStdString(), HasSubstr("OffsetCommit"));
    Q_EMIT answers.answerTable().activated(answers.answers().index(0, 0));
    ASSERT_TRUE(QTest::qWaitFor([&] { return rows().rowCount() == 2; })) << "the records of that type";
    page.rows().setFilterText({});
    readTopic(QStringLiteral("orders"));
    EXPECT_EQ(answers.questions().rowCount(), 0);
    EXPECT_THAT(answers.titleBar().facts().toStdString(), HasSubstr("ordinary"));
}

TEST_F(TopicsPageTest, RecordsThatACaptureCarries) {
    WrittenBatch batch;
    batch.records = {plainRecord("o-7", "paid"), plainRecord("o-8", "open")};
    const ByteBuffer first = sealed(batch, 7);
    batch.records = {plainRecord("o-12", "late")};
    const std::string answer = R"({{"responses":[{{"topic":"orders","partitions":[{{"partitionIndex":2,"errorCode":0,
        "highWatermark":13,"lastStableOffset":13,"logStartOffset":0,"records":"{}"}}]}}]}})";
    TestTalk talk;
    talk.open();
    for (const ByteBuffer& set : {sealed(batch, 12), first}) {
        talk.client(*requestFrame("Fetch", 12, "{}"));
        talk.server(*responseFrame("Fetch", 12, fmt::format(fmt::runtime(answer), toBase64(set))));
    }
    page.open(saved(talk, "orders.pcap"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return page.picker().chosen() != nullptr; }));
    EXPECT_EQ(page.picker().chosen()->origin(), TopicOrigin::Capture);
    EXPECT_EQ(page.picker().chosen()->name, QStringLiteral("orders"));
    page.read();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !page.isReading() && rows().rowCount() == 3; }));
    EXPECT_EQ(cell(0, TopicRowsModel::AboutColumn), QStringLiteral("o-7"));
    EXPECT_EQ(cell(2, TopicRowsModel::OffsetColumn), QStringLiteral("12"));
    EXPECT_EQ(page.rows().stability().toStdString(), "partition 2: captured 7 to 12 of 0 to 13, 3 between them not");
    EXPECT_THAT(rows().index(2, TopicRowsModel::OffsetColumn).data(Qt::ToolTipRole).toString().toStdString(),
                HasSubstr("3 offsets before it were not captured"));
    chooseRow(0);
    EXPECT_THAT(page.detail().text().toStdString(), HasSubstr("paid"));
}

TEST_F(TopicsPageTest, ACaptureWithoutRecordsIsSaid) {
    TestTalk talk;
    talk.open();
    talk.client(*requestFrame("Metadata", 1, R"({"topics":[]})"));
    talk.server(*responseFrame("Metadata", 1, "{}"));
    page.open(saved(talk, "quiet.pcap"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !page.messages().cause().isEmpty(); }));
    EXPECT_EQ(page.messages().cause().toStdString(), "quiet.pcap carries no records.");
    EXPECT_THAT(page.messages().nextStep().toStdString(), HasSubstr("1 exchange"));
}

TEST_F(TopicsPageTest, TimesOfAFilterAreReadAsTheyAreShown) {
    openLogs();
    readTopic(QStringLiteral("__consumer_offsets"));
    const QString shown = QDateTime::fromMSecsSinceEpoch(1000).toString(QStringLiteral("yyyy-MM-ddTHH:mm:ss"));
    page.rows().setFilterText(QStringLiteral("time:%1").arg(shown));
    ASSERT_TRUE(QTest::qWaitFor([&] { return rows().rowCount() == 2; }));
    page.rows().setFilterText(QStringLiteral("time>%1").arg(shown));
    ASSERT_TRUE(QTest::qWaitFor([&] { return rows().rowCount() == 0; }));
}

TEST_F(TopicsPageTest, OrdinaryRecordsLeaveNoState) {
    openLogs();
    readTopic(QStringLiteral("orders"));
    page.detail().setView(TopicRecordPanel::View::State);
    chooseRow(0);
    StatePanel& state = page.detail().state();
    EXPECT_THAT(state.titleBar().facts().toStdString(), HasSubstr("ordinary topic make no state"));
    EXPECT_FALSE(state.moments().isEnabled());
    QThreadPool::globalInstance()->waitForDone();
    QCoreApplication::processEvents();
    EXPECT_EQ(state.objects().rowCount(), 0);
}

}  // namespace
}  // namespace brokerscope
