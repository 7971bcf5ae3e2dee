#include "tests/gui/connected_window.h"

#include "core/base/base64.h"
#include "core/topology/node_values.h"
#include "core/workbench/workbench.h"
#include "tests/unit/core/workbench/written_topic.h"
#include "ui/pages/groups_page.h"
#include "ui/pages/topic_picker.h"
#include "ui/pages/topic_reading_bar.h"
#include "ui/pages/topic_record_panel.h"
#include "ui/pages/topic_rows_view.h"
#include "ui/pages/topics_page.h"
#include "ui/widgets/segmented_control.h"

#include <QDateTime>
#include <QDeadlineTimer>
#include <QTableView>
#include <QTest>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>

namespace brokerscope {
namespace {

using namespace brokerscope::testing;
using ::testing::HasSubstr;

constexpr std::int16_t kProduceApi = 0;
constexpr std::int16_t kOffsetCommitApi = 8;
constexpr std::int16_t kCreateTopicsApi = 19;
constexpr std::int16_t kInitProducerIdApi = 22;
const QString kOffsetsName = QStringLiteral("__consumer_offsets");

class TopicsOfTheWindow : public ConnectedWindow {
protected:
    void SetUp() override {
        ConnectedWindow::SetUp();
        m_topic = "gui-topics-" + std::to_string(QDateTime::currentMSecsSinceEpoch());
        ask(kCreateTopicsApi, 7,
            fmt::format(R"({{"topics":[{{"name":"{}","numPartitions":1,"replicationFactor":1,"assignments":[],
                "configs":[]}}],"timeoutMs":10000,"validateOnly":false}})",
                        m_topic));
    }
    // The body of the answer; invalid: there was none.
    NodeRef ask(std::int16_t apiKey, std::int16_t version, std::string body) {
        SendRequest request;
        request.apiKey = apiKey;
        request.version = version;
        request.body = JsonBody{std::move(body)};
        auto answer = m_window.workbench().send(std::move(request));
        const bool isThere = waitUntil([&] { return answer.isFinished(); }) && answer.result().has_value() &&
                             answer.result()->response != nullptr;
        m_hasErrors = !isThere || !answer.result()->exchange->errors.isEmpty();
        return isThere ? bodyOf(answer.result()->response) : NodeRef();
    }
    // A topic or coordinator that was just made refuses for a while.
    bool askUntilGood(std::int16_t apiKey, std::int16_t version, const std::string& body) {
        for (int i = 0; i < 50; ++i) {
            ask(apiKey, version, body);
            if (!m_hasErrors) {
                return true;
            }
            waitUntil([pause = QDeadlineTimer(200)] { return pause.hasExpired(); });
        }
        return false;
    }
    bool produce(const ByteBuffer& batch, const std::string& transactionalId = {}) {
        const std::string id = transactionalId.empty() ? "null" : fmt::format("\"{}\"", transactionalId);
        return askUntilGood(kProduceApi, 12,
                            fmt::format(R"({{"transactionalId":{},"acks":-1,"timeoutMs":5000,"topicData":[{{"name":"{}",
                                "partitionData":[{{"index":0,"records":"{}"}}]}}]}})",
                                        id, m_topic, toBase64(batch)));
    }
    bool commit(const std::string& group, std::int64_t offset) {
        return askUntilGood(kOffsetCommitApi, 8,
                            fmt::format(R"({{"groupId":"{}","generationIdOrMemberEpoch":-1,"memberId":"",
                                "groupInstanceId":null,"topics":[{{"name":"{}","partitions":[{{"partitionIndex":0,
                                "committedOffset":{},"committedLeaderEpoch":-1,"committedMetadata":"by hand"}}]}}]}})",
                                        group, m_topic, offset));
    }
    void showTopics() {
        m_window.showPage(Page::Topics);
        m_window.workbench().refresh();
        ASSERT_TRUE(
            waitUntil([&] { return page().picker().model().indexOf(topic(), TopicOrigin::Cluster).isValid(); }));
    }
    QString cell(int row, int column) const { return page().rows().model().index(row, column).data().toString(); }
    int rowCount() const { return page().rows().model().rowCount(); }
    TopicsPage& page() const { return m_window.topics(); }
    QString topic() const { return QString::fromStdString(m_topic); }

    std::string m_topic;
    bool m_hasErrors = false;
};

TEST_F(TopicsOfTheWindow, ARecordOfAGroupAndBack) {
    const std::string group = m_topic + "-group";
    ASSERT_TRUE(commit(group, 42));
    showTopics();
    ASSERT_TRUE(
        waitUntil([&] { return page().picker().model().indexOf(kOffsetsName, TopicOrigin::Cluster).isValid(); }));
    page().showRecordsOf(QString::fromStdString(group));
    ASSERT_TRUE(waitUntil([&] { return rowCount() == 1; }));
    EXPECT_EQ(cell(0, TopicRowsModel::TypeColumn), QStringLiteral("OffsetCommit"));
    EXPECT_THAT(cell(0, TopicRowsModel::AboutColumn).toStdString(), HasSubstr(m_topic));
    EXPECT_THAT(cell(0, TopicRowsModel::SaysColumn).toStdString(), HasSubstr("offset 42"));
    ASSERT_TRUE(commit(group, 43));
    ASSERT_TRUE(waitUntil([&] { return rowCount() == 2; })) << "the reading follows";
    page().rows().table().setCurrentIndex(page().rows().model().index(1, 0));
    page().detail().writing().setCurrentIndex(1);
    EXPECT_TRUE(waitUntil([&] { return page().detail().text().contains(QLatin1String("\"offset\": 43")); }));

    QTest::keyClick(&m_window, Qt::Key_G, Qt::ControlModifier | Qt::AltModifier);
    EXPECT_EQ(m_window.page(), Page::Groups);
    ASSERT_TRUE(waitUntil([&] { return m_window.groups().group().toStdString() == group; }));
    QTest::keyClick(&m_window, Qt::Key_G, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(m_window.page(), Page::Topics);
    EXPECT_TRUE(waitUntil([&] { return rowCount() == 2; }));
    page().cancel();
    EXPECT_TRUE(waitUntil([&] { return !page().isReading(); }));
    EXPECT_EQ(rowCount(), 2) << "what was read stays";
}

TEST_F(TopicsOfTheWindow, AnOpenTransactionIsNamed) {
    const std::string id = m_topic + "-tx";
    const NodeRef producer = [&] {
        for (int i = 0; i < 50; ++i) {
            const NodeRef body = ask(kInitProducerIdApi, 4,
                                     fmt::format(R"({{"transactionalId":"{}","transactionTimeoutMs":60000,
                                         "producerId":-1,"producerEpoch":-1}})",
                                                 id));
            if (!m_hasErrors) {
                return body;
            }
            waitUntil([pause = QDeadlineTimer(200)] { return pause.hasExpired(); });
        }
        return NodeRef();
    }();
    ASSERT_TRUE(producer.isValid());
    WrittenBatch plain;
    plain.timestamp = QDateTime::currentMSecsSinceEpoch();
    plain.records = {plainRecord("o-1", R"({"state":"paid"})")};
    ASSERT_TRUE(produce(sealed(plain, 0)));
    WrittenBatch open = transactionalBatch(integerField(producer, "producerId", -1), {plainRecord("o-2", "in doubt")});
    open.producerEpoch = static_cast<std::int16_t>(integerField(producer, "producerEpoch", 0));
    open.timestamp = plain.timestamp;
    // The first of its producer.
    ByteBuffer bytes = open.at(0);
    constexpr std::ptrdiff_t kSequenceAt = 53;
    std::fill_n(bytes.begin() + kSequenceAt, 4, std::uint8_t{0});
    ASSERT_TRUE(produce(sealed(std::move(bytes)), id));

    showTopics();
    m_window.activateWindow();
    ASSERT_TRUE(page().chooseTopic(topic()));
    QTest::keyClick(&m_window, Qt::Key_R, Qt::ControlModifier);
    ASSERT_TRUE(waitUntil([&] { return rowCount() == 2 && !page().isReading(); }));
    EXPECT_EQ(cell(0, TopicRowsModel::AboutColumn), QStringLiteral("o-1"));
    EXPECT_EQ(cell(0, TopicRowsModel::SaysColumn), QStringLiteral(R"({"state":"paid"})"));
    EXPECT_EQ(cell(0, TopicRowsModel::TransactionColumn), QString());
    EXPECT_EQ(cell(1, TopicRowsModel::TransactionColumn), QStringLiteral("pending"));
    const auto stability = [&] { return page().rows().stability().toStdString(); };
    EXPECT_THAT(stability(), HasSubstr("last stable offset 1 of 2"));
    EXPECT_TRUE(waitUntil([&] { return stability().find(id) != std::string::npos; })) << stability();
    EXPECT_TRUE(waitUntil([&] {
        const QModelIndex row = page().picker().model().indexOf(topic(), TopicOrigin::Cluster);
        return row.siblingAtColumn(TopicListModel::SizeColumn).data().toString() != QStringLiteral("–");
    })) << "the broker tells how large the topic is";
}

}  // namespace
}  // namespace brokerscope
