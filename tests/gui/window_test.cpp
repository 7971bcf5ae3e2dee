#include "tests/gui/connected_window.h"

#include "ui/forms/draft_form.h"
#include "ui/hexview/hex_view.h"
#include "ui/inspector/find_bar.h"
#include "ui/inspector/inspector.h"
#include "ui/models/roles.h"
#include "ui/pages/cluster_page.h"
#include "ui/pages/compose_page.h"
#include "ui/pages/connection_story.h"
#include "ui/pages/request_pane.h"
#include "ui/pages/response_panel.h"
#include "ui/pages/traffic_model.h"
#include "ui/pages/traffic_page.h"
#include "ui/shell/limits_dialog.h"
#include "ui/widgets/empty_page.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/version_slider.h"

#include "core/topology/node_values.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QTcpServer>
#include <QTest>
#include <QTextBrowser>
#include <QTreeView>

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

constexpr int kMetadata = 3;
constexpr std::uint64_t kVersionOffset = 6;  // after the size prefix and the API key
constexpr std::ptrdiff_t kCorrelationOffset = 8;

int newestMetadata(const MainWindow& window, const ClusterView& view) {
    return apiUsability(window.registry(), *view.versions, kMetadata).highest;
}

TEST_F(ConnectedWindow, ShowsTheClusterThatItConnectedTo) {
    EXPECT_EQ(m_view.snapshot->brokers.size(), 1u);
    const auto* matrix = m_window.findChild<VersionMatrixModel*>();
    ASSERT_NE(matrix, nullptr);
    EXPECT_GT(matrix->rowCount(), 70);
    EXPECT_GT(matrix->usableCount(0), 70);
}

// C014: the refusal names the number, the limit and where it is changed.
TEST_F(ConnectedWindow, AnAnswerAboveTheLimitIsRefusedUntilTheLimitIsRaised) {
    QString sentence;
    QObject::connect(&m_window, &MainWindow::connectFailed, &m_window, [&](const QString& text) { sentence = text; });
    Limits small;
    small.frame = 100;
    m_window.setLimits(small);
    ASSERT_TRUE(waitUntil([&] { return !sentence.isEmpty(); }));
    EXPECT_THAT(sentence.toStdString(),
                ::testing::ContainsRegex("size [0-9]+ is more than the limit \"frame\" of 100"));
    EXPECT_TRUE(sentence.contains(QStringLiteral("Message, Limits…"))) << sentence.toStdString();
    bool isConnected = false;
    QObject::connect(&m_window, &MainWindow::connected, &m_window, [&] { isConnected = true; });
    // As somebody does it: by the menu and its dialog.
    for (QAction* action : m_window.actions()) {
        if (action->text() == QStringLiteral("Limits…")) {
            action->trigger();
        }
    }
    auto* dialog = m_window.findChild<LimitsDialog*>();
    ASSERT_NE(dialog, nullptr);
    dialog->findChild<QDoubleSpinBox*>(QStringLiteral("frame"))->setValue(100);
    dialog->accept();
    EXPECT_TRUE(waitUntil([&] { return isConnected; }));
    EXPECT_EQ(m_window.workbench().settings().limits.frame, Limits().frame);
    EXPECT_EQ(m_window.settings().limits.frame, Limits().frame) << "what is remembered";
}

TEST_F(ConnectedWindow, SendsMetadataAtVersion0) {
    compose(kMetadata, 0);
    const auto exchange = sendAndWait();
    ASSERT_TRUE(exchange);
    ASSERT_FALSE(exchange->failure) << exchange->failure->text();
    EXPECT_EQ(exchange->apiVersion, 0);
    EXPECT_EQ(exchange->unread, 0u);
    const auto tree = m_window.compose().response().inspector().tree();
    ASSERT_TRUE(tree);
    EXPECT_EQ(elementsField(bodyOf(tree), "brokers").size(), 1u);
}

TEST_F(ConnectedWindow, SendsMetadataAtTheHighestVersionAndSendsWhatItShowed) {
    const int version = newestMetadata(m_window, m_view);
    ASSERT_GE(version, 13);
    compose(kMetadata, version);
    const ByteBuffer shown = m_window.compose().request().frame();
    const auto exchange = sendAndWait();
    ASSERT_TRUE(exchange);
    ASSERT_FALSE(exchange->failure) << exchange->failure->text();
    EXPECT_EQ(exchange->apiVersion, version);
    EXPECT_EQ(*exchange->request, shown);
    EXPECT_EQ(exchange->unread, 0u);
    EXPECT_EQ(exchange->responseDiagnostics, 0u);
}

TEST_F(ConnectedWindow, ClickingAByteSelectsItsRow) {
    compose(kMetadata, newestMetadata(m_window, m_view));
    const auto exchange = sendAndWait();
    ASSERT_TRUE(exchange);
    ASSERT_FALSE(exchange->failure) << exchange->failure->text();
    Inspector& inspector = m_window.compose().response().inspector();
    const auto host = NodeRef::root(inspector.tree()).find("brokers[0].host");
    ASSERT_TRUE(host);
    clickByte(hexOf(inspector), host->span().offset + 2);
    EXPECT_EQ(selectedPath(inspector), QStringLiteral("brokers[0].host"));
    const auto clusterId = NodeRef::root(inspector.tree()).find("clusterId");
    ASSERT_TRUE(clusterId);
    inspector.goToPath(QStringLiteral("clusterId"));
    EXPECT_EQ(hexOf(inspector).framed().offset, clusterId->span().offset);
}

TEST_F(ConnectedWindow, ClickingAByteOfTheRequestSelectsItsFieldInTheForm) {
    compose(kMetadata, 1);
    RequestPane& request = m_window.compose().request();
    const auto clientId = NodeRef::root(m_window.compose().draft().preview()).find("header.clientId");
    ASSERT_TRUE(clientId);
    clickByte(hexOf(request), clientId->span().offset + 3);
    EXPECT_EQ(request.form().view()->currentIndex().data(Role::PathRole).toString(), QStringLiteral("header.clientId"));
}

TEST_F(ConnectedWindow, EditingAFieldChangesTheBytes) {
    compose(kMetadata, 1);
    RequestPane& request = m_window.compose().request();
    const ByteBuffer before = request.frame();
    request.form().goTo(QStringLiteral("header.clientId"));
    QTreeView& view = *request.form().view();
    view.edit(view.currentIndex().siblingAtColumn(TreeColumn::Value));
    auto* editor = view.viewport()->findChild<QLineEdit*>();
    ASSERT_NE(editor, nullptr);
    editor->selectAll();
    QTest::keyClicks(editor, QStringLiteral("someone"));
    QTest::keyClick(editor, Qt::Key_Return);
    EXPECT_TRUE(waitUntil([&] { return request.frame() != before; }));
    const ByteBuffer after = request.frame();
    EXPECT_THAT(std::string(asText(after)), ::testing::HasSubstr("someone"));
    EXPECT_EQ(*hexOf(request).bytes(), after);
    const auto exchange = sendAndWait();
    ASSERT_TRUE(exchange);
    EXPECT_EQ(*exchange->request, after);
}

std::size_t topicsIn(const Inspector& inspector) {
    return elementsField(bodyOf(inspector.tree()), "topics").size();
}

// C012: all topics are an empty list in v0, and null from v1 on; the broker takes both for the same.
TEST_F(ConnectedWindow, AllTopicsAreAskedForAsEachVersionSaysIt) {
    DraftModel& draft = m_window.compose().draft();
    const auto topics = [&draft] { return draft.indexOfPath(QStringLiteral("topics")); };
    compose(kMetadata, 1);
    draft.addElement(topics());
    draft.setData(draft.indexOfPath(QStringLiteral("topics[0].name")).siblingAtColumn(TreeColumn::Value),
                  QStringLiteral("listed"));
    ASSERT_TRUE(sendAndWait()) << "the broker makes the topic";
    const auto chosen = [&](ListChoice choice, int version) {
        compose(kMetadata, version);
        draft.setData(topics().siblingAtColumn(TreeColumn::Value), static_cast<int>(choice));
        return sendAndWait() != nullptr ? topicsIn(m_window.compose().response().inspector()) : 0;
    };
    ASSERT_TRUE(waitUntil([&] { return chosen(ListChoice::Null, 1) > 0; }));
    const std::size_t all = chosen(ListChoice::Null, 1);
    for (const int version : {0, 9, 12}) {
        EXPECT_EQ(chosen(ListChoice::Null, version), all) << version;
    }
    EXPECT_EQ(chosen(ListChoice::Empty, 1), 0u);
}

TEST_F(ConnectedWindow, SecretsAreShownInThePageByItsAction) {
    Inspector& inspector = m_window.traffic().inspector();
    m_window.showPage(Page::Traffic);
    EXPECT_FALSE(inspector.showsSecrets());
    QTest::keyClick(&m_window, Qt::Key_H, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_TRUE(inspector.showsSecrets());
    EXPECT_FALSE(m_window.compose().response().inspector().showsSecrets()) << "of that page alone";
    QTest::keyClick(&m_window, Qt::Key_H, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_FALSE(inspector.showsSecrets());
}

TEST_F(ConnectedWindow, AWrongSizePrefixClosesTheConnectionAndIsExplained) {
    compose(kMetadata, 1);
    ComposePage& page = m_window.compose();
    page.setEditingBytes(true);
    typeAt(hexOf(page.request()), 0, "ffffffff");
    ASSERT_EQ(page.request().frame()[0], 0xff);
    ASSERT_EQ(page.request().frame()[3], 0xff);
    const auto exchange = sendAndWait();
    ASSERT_TRUE(exchange);
    ASSERT_TRUE(exchange->failure);
    EXPECT_EQ(exchange->failure->error.code(), "CONNECTION_CLOSED");
    const EmptyPage& why = page.response().inspector().emptyPage();
    EXPECT_TRUE(why.isVisible());
    EXPECT_THAT(why.text().toStdString(), ::testing::HasSubstr("closed the connection"));
    EXPECT_THAT(why.text().toStdString(), ::testing::HasSubstr("Invalid receive (size = -1"));
}

TEST_F(ConnectedWindow, AVersionThatTheBrokerDoesNotKnowIsSentAndExplained) {
    // A flexible header, as the broker expects it of a version that it does not know.
    compose(kMetadata, 9);
    ComposePage& page = m_window.compose();
    page.setEditingBytes(true);
    typeAt(hexOf(page.request()), kVersionOffset, "0063");
    const auto exchange = sendAndWait();
    ASSERT_TRUE(exchange);
    EXPECT_EQ(exchange->apiVersion, 99);
    ASSERT_TRUE(exchange->failure);
    const EmptyPage& why = page.response().inspector().emptyPage();
    EXPECT_THAT(why.text().toStdString(), ::testing::HasSubstr("Metadata v99"));
    EXPECT_THAT(why.text().toStdString(), ::testing::HasSubstr("unsupported version 99"));
    // The next request does not take it away before there is another answer.
    page.request().dropBytes();
    compose(kMetadata, 1);
    EXPECT_TRUE(page.response().isOfEarlierRequest());
    EXPECT_TRUE(why.hasProblem());
}

TEST_F(ConnectedWindow, AnExchangeOfTheTrafficPageOpensInCompose) {
    compose(kMetadata, 4);
    const auto sent = sendAndWait();
    ASSERT_TRUE(sent);
    compose(18, 0);
    TrafficPage& traffic = m_window.traffic();
    m_window.showPage(Page::Traffic);
    ASSERT_TRUE(waitUntil([&] { return traffic.model().indexOf(sent->id).isValid(); }));
    traffic.table().setCurrentIndex(traffic.model().indexOf(sent->id));
    ASSERT_TRUE(waitUntil([&] { return traffic.inspector().tree() != nullptr; }));
    bool opened = false;
    QObject::connect(&m_window.compose(), &ComposePage::exchangeOpened, &m_window, [&opened] { opened = true; });
    QTest::keyClick(&m_window, Qt::Key_E, Qt::ControlModifier);
    ASSERT_TRUE(waitUntil([&opened] { return opened; }));
    EXPECT_EQ(m_window.page(), Page::Compose);
    EXPECT_EQ(m_window.compose().apiKey(), kMetadata);
    EXPECT_EQ(m_window.compose().version(), 4);
    // The same bytes, but for the correlation id: that is the next one.
    ByteBuffer expected = *sent->request;
    const ByteBuffer offered = m_window.compose().request().frame();
    ASSERT_EQ(offered.size(), expected.size());
    std::copy_n(offered.begin() + kCorrelationOffset, 4, expected.begin() + kCorrelationOffset);
    EXPECT_EQ(offered, expected);
    const auto again = sendAndWait();
    ASSERT_TRUE(again);
    EXPECT_FALSE(again->failure);
    EXPECT_EQ(again->request->size(), sent->request->size());
}

TEST_F(ConnectedWindow, AnOpenedRequestKeepsItsValuesWhenTheVersionMoves) {
    compose(kMetadata, 4);
    DraftModel& draft = m_window.compose().draft();
    draft.setNull(draft.indexOfPath(QStringLiteral("topics")), false);
    ASSERT_TRUE(draft.addElement(draft.indexOfPath(QStringLiteral("topics"))).isValid());
    ASSERT_TRUE(draft.setData(draft.indexOfPath(QStringLiteral("topics[0].name")).siblingAtColumn(TreeColumn::Value),
                              QStringLiteral("kept")));
    const auto sent = sendAndWait();
    ASSERT_TRUE(sent);
    bool opened = false;
    QObject::connect(&m_window.compose(), &ComposePage::exchangeOpened, &m_window, [&opened] { opened = true; });
    m_window.compose().openExchange(sent);
    ASSERT_TRUE(waitUntil([&opened] { return opened; }));
    m_window.compose().setVersion(5);
    EXPECT_TRUE(draft.indexOfPath(QStringLiteral("topics[0].name")).isValid()) << "replaced by the minimal request";
    m_window.compose().chooseApi(18);
    m_window.compose().chooseApi(kMetadata);
    EXPECT_EQ(draft.indexOfPath(QStringLiteral("topics[0].name")).siblingAtColumn(TreeColumn::Value).data().toString(),
              QStringLiteral("kept"));
}

TEST_F(ConnectedWindow, AnOpenedRequestTakesNothingAway) {
    compose(kMetadata, 4);
    const auto sent = sendAndWait();
    ASSERT_TRUE(sent);
    DraftModel& draft = m_window.compose().draft();
    const auto name = [&draft] {
        return draft.indexOfPath(QStringLiteral("topics[0].name")).siblingAtColumn(TreeColumn::Value);
    };
    draft.setNull(draft.indexOfPath(QStringLiteral("topics")), false);
    ASSERT_TRUE(draft.addElement(draft.indexOfPath(QStringLiteral("topics"))).isValid());
    ASSERT_TRUE(draft.setData(name(), QStringLiteral("mine")));
    int opened = 0;
    QObject::connect(&m_window.compose(), &ComposePage::exchangeOpened, &m_window, [&opened] { ++opened; });
    m_window.compose().openExchange(sent);
    ASSERT_TRUE(waitUntil([&opened] { return opened == 1; }));
    EXPECT_FALSE(name().isValid());
    draft.undo();
    EXPECT_EQ(name().data().toString(), QStringLiteral("mine"));

    RequestPane& request = m_window.compose().request();
    m_window.compose().setEditingBytes(true);
    request.replaceByte(12, 0x7f);
    const ByteBuffer edited = request.frame();
    m_window.compose().openExchange(sent);
    ASSERT_TRUE(waitUntil([&opened] { return opened == 2; }));
    EXPECT_NE(request.frame(), edited);
    MessageBar& messages = m_window.compose().messages();
    ASSERT_TRUE(messages.isVisible());
    EXPECT_TRUE(clickLast(messages, QStringLiteral("Bring them back")));
    EXPECT_EQ(request.frame(), edited);
}

TEST_F(ConnectedWindow, AYesIsForWhatWasAskedAlone) {
    ComposePage& page = m_window.compose();
    constexpr int kDeleteGroups = 42;
    compose(kDeleteGroups, 2);
    DraftModel& draft = page.draft();
    ASSERT_TRUE(draft.addElement(draft.indexOfPath(QStringLiteral("groupsNames"))).isValid());
    int answers = 0;
    QObject::connect(&page, &ComposePage::answered, &m_window, [&answers] { ++answers; });
    const auto sayYes = [&page] { return clickLast(page.messages(), QStringLiteral("Send DeleteGroups")); };
    page.send();
    ASSERT_TRUE(sayYes());
    ASSERT_TRUE(waitUntil([&answers] { return answers == 1; }));
    page.send();
    EXPECT_EQ(page.messages().kind(), StatusKind::Warning) << "a second one was not asked for";
    ASSERT_TRUE(draft.addElement(draft.indexOfPath(QStringLiteral("groupsNames"))).isValid());
    ASSERT_TRUE(sayYes());
    EXPECT_EQ(page.messages().kind(), StatusKind::Warning) << "other bytes were sent than were asked for";
    EXPECT_EQ(answers, 1);
    ASSERT_TRUE(sayYes());
    EXPECT_TRUE(waitUntil([&answers] { return answers == 2; }));
}

TEST_F(ConnectedWindow, AsksBeforeBytesThatAskForAnotherApi) {
    compose(kMetadata, 1);
    ComposePage& page = m_window.compose();
    page.setEditingBytes(true);
    constexpr std::uint64_t kApiKeyOffset = 4;
    typeAt(hexOf(page.request()), kApiKeyOffset, "0014");
    bool ended = false;
    QObject::connect(&page, &ComposePage::answered, &m_window, [&ended] { ended = true; });
    page.send();
    EXPECT_EQ(page.messages().kind(), StatusKind::Warning);
    EXPECT_THAT(page.messages().cause().toStdString(), ::testing::StartsWith("DeleteTopics"));
    EXPECT_FALSE(ended);
}

TEST_F(ConnectedWindow, NothingConnectsAgainOnceDisconnected) {
    for (QAction* action : m_window.actions()) {
        if (action->shortcut() == QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O)) {
            action->trigger();
            EXPECT_FALSE(action->isEnabled());
        }
    }
    bool connected = false;
    QObject::connect(&m_window, &MainWindow::connected, &m_window, [&connected] { connected = true; });
    QTest::keyClick(&m_window, Qt::Key_L, Qt::ControlModifier);
    compose(kMetadata, 1);
    m_window.compose().send();
    EXPECT_THAT(m_window.compose().messages().cause().toStdString(), ::testing::HasSubstr("no cluster"));
    auto later = m_window.workbench().refresh();
    ASSERT_TRUE(waitUntil([&later] { return later.isFinished(); }));
    EXPECT_FALSE(later.result()) << "there is a cluster again";
    EXPECT_FALSE(connected);
}

TEST_F(ConnectedWindow, FindsInTheMessageByKeyOnEveryPage) {
    compose(kMetadata, 1);
    ASSERT_TRUE(sendAndWait());
    const auto* bar = m_window.compose().response().findChild<FindBar*>();
    ASSERT_NE(bar, nullptr);
    EXPECT_FALSE(bar->isVisible());
    QTest::keyClick(&m_window, Qt::Key_F, Qt::ControlModifier);
    EXPECT_TRUE(bar->isVisible());
}

TEST_F(ConnectedWindow, TheChosenExchangeStaysChosenWhileFiltering) {
    compose(kMetadata, 4);
    const auto sent = sendAndWait();
    ASSERT_TRUE(sent);
    TrafficPage& traffic = m_window.traffic();
    m_window.showPage(Page::Traffic);
    ASSERT_TRUE(waitUntil([&] { return traffic.model().indexOf(sent->id).isValid(); }));
    traffic.choose(sent->id);
    traffic.focusFilter();
    QTest::keyClicks(m_window.focusWidget(), QStringLiteral("v4"));
    ASSERT_TRUE(waitUntil([&] { return traffic.model().rowCount() < 4; }));
    EXPECT_EQ(traffic.table().currentIndex(), traffic.model().indexOf(sent->id));
}

TEST_F(ConnectedWindow, TrafficListsInternalExchangesAndFilters) {
    compose(kMetadata, 9);
    ASSERT_TRUE(sendAndWait());
    TrafficModel& rows = m_window.traffic().model();
    const QAbstractItemModelTester tester(&rows, QAbstractItemModelTester::FailureReportingMode::Fatal);
    ASSERT_TRUE(waitUntil([&] { return rows.rowCount() >= 3; }));
    EXPECT_TRUE(rows.index(0, 0).data(TrafficModel::InternalRole).toBool());
    m_window.traffic().setFilterText(QStringLiteral("metadata v9"));
    EXPECT_EQ(rows.rowCount(), 1);
    EXPECT_FALSE(rows.index(0, 0).data(TrafficModel::InternalRole).toBool());
    m_window.traffic().setFilterText({});
    rows.setShowInternal(false);
    EXPECT_EQ(rows.rowCount(), 1);
    EXPECT_GT(rows.hiddenCount(), 0u);
}

TEST_F(ConnectedWindow, AsksBeforeARequestThatChangesTheCluster) {
    constexpr int kCreateTopics = 19;
    compose(kCreateTopics, 5);
    ComposePage& page = m_window.compose();
    bool sent = false;
    QObject::connect(&page, &ComposePage::answered, &m_window, [&sent] { sent = true; });
    page.send();
    EXPECT_TRUE(page.messages().isVisible());
    EXPECT_EQ(page.messages().kind(), StatusKind::Warning);
    auto* confirm = page.messages().findChild<QPushButton*>();
    ASSERT_NE(confirm, nullptr);
    EXPECT_FALSE(sent);
    QTest::mouseClick(confirm, Qt::LeftButton);
    EXPECT_TRUE(waitUntil([&sent] { return sent; }));
}

TEST_F(ConnectedWindow, ReadOnlyRefusesARequestThatChangesTheCluster) {
    constexpr int kCreateTopics = 19;
    bool reconnected = false;
    QObject::connect(&m_window, &MainWindow::connected, &m_window, [&reconnected] { reconnected = true; });
    QTest::keyClick(&m_window, Qt::Key_L, Qt::ControlModifier);
    ASSERT_TRUE(waitUntil([&reconnected] { return reconnected; }));
    compose(kCreateTopics, 5);
    // Whatever body: a trial is no reason to ask.
    const QModelIndex trial = m_window.compose().draft().indexOfPath(QStringLiteral("validateOnly"));
    ASSERT_TRUE(m_window.compose().draft().setData(trial.siblingAtColumn(TreeColumn::Value), false));
    EXPECT_FALSE(sendAndWait());
    EXPECT_THAT(m_window.compose().messages().cause().toStdString(), ::testing::HasSubstr("read-only"));
    for (const auto& exchange : m_window.workbench().exchanges()->since(ExchangeId::None)) {
        EXPECT_NE(exchange->apiKey, kCreateTopics) << "it was sent";
    }
}

TEST_F(ConnectedWindow, TheVersionSliderKeepsTheValues) {
    compose(kMetadata, 12);
    DraftModel& draft = m_window.compose().draft();
    const auto cell = [&draft](const char* path) {
        return draft.indexOfPath(QString::fromLatin1(path)).siblingAtColumn(TreeColumn::Value);
    };
    ASSERT_TRUE(draft.setData(cell("includeTopicAuthorizedOperations"), true));
    ASSERT_TRUE(draft.setData(cell("header.clientId"), QStringLiteral("keeper")));
    const ByteBuffer before = m_window.compose().request().frame();
    auto* slider = m_window.findChild<VersionSlider*>();
    ASSERT_NE(slider, nullptr);
    slider->setFocus();
    for (int step = 0; step < 8; ++step) {
        QTest::keyClick(slider, Qt::Key_Left);
    }
    EXPECT_EQ(m_window.compose().version(), 4);
    EXPECT_FALSE(cell("includeTopicAuthorizedOperations").data(Role::InVersionRole).toBool());
    EXPECT_NE(m_window.compose().request().frame(), before);
    for (int step = 0; step < 8; ++step) {
        QTest::keyClick(slider, Qt::Key_Right);
    }
    EXPECT_EQ(m_window.compose().version(), 12);
    EXPECT_EQ(m_window.compose().request().frame(), before);
}

TEST_F(ConnectedWindow, TheConnectionStoryBeginsWithTcp) {
    const auto steps =
        connectionStory(m_window.registry(), *m_window.workbench().exchanges(), m_view, ExchangeId::None);
    ASSERT_GE(steps.size(), 3U);
    EXPECT_THAT(steps[0].what.toStdString(), ::testing::StartsWith("TCP to "));
    EXPECT_THAT(steps[0].time.toStdString(), ::testing::EndsWith(" ms"));
    EXPECT_THAT(steps[1].what.toStdString(), ::testing::StartsWith("ApiVersions v"));
}

TEST_F(ConnectedWindow, AFieldIsExplainedWithItsHelp) {
    compose(kMetadata, newestMetadata(m_window, m_view));
    m_window.compose().request().form().goTo(QStringLiteral("allowAutoTopicCreation"));
    const auto* explanation = m_window.compose().request().findChild<QTextBrowser*>();
    ASSERT_NE(explanation, nullptr);
    const QString help = m_window.compose()
                             .draft()
                             .indexOfPath(QStringLiteral("allowAutoTopicCreation"))
                             .data(Role::HelpRole)
                             .toString();
    ASSERT_FALSE(help.isEmpty());
    EXPECT_THAT(explanation->toPlainText().simplified().toStdString(), ::testing::HasSubstr(help.toStdString()));
}

// Whatever is composed: no text and no control may ask for more than a small screen has.
TEST(WindowWithoutCluster, FitsASmallScreen) {
    MainWindow window(nullptr, WindowSettings{});
    window.resize(1024, 700);
    window.show();
    window.showPage(Page::Compose);
    for (const ApiInfo& api : window.registry().apis()) {
        window.compose().chooseApi(api.key);
        QCoreApplication::processEvents();
        ASSERT_LE(window.minimumSizeHint().width(), 1024) << api.name;
        ASSERT_LE(window.minimumSizeHint().height(), 700) << api.name;
    }
    EXPECT_EQ(window.size(), QSize(1024, 700));
}

TEST(WindowWithoutCluster, SaysWhatToDoNext) {
    MainWindow window(nullptr, WindowSettings{});
    window.show();
    window.showPage(Page::Compose);
    window.compose().send();
    EXPECT_TRUE(window.compose().messages().isVisible());
    EXPECT_FALSE(window.compose().messages().nextStep().isEmpty());
    window.connectTo(QStringLiteral("nowhere"));
    EXPECT_EQ(window.page(), Page::Cluster);
}

TEST(WindowWithoutCluster, AnAttemptThatIsGivenUpIsNoFailure) {
    MainWindow window(nullptr, WindowSettings{});
    window.show();
    QStringList failures;
    QObject::connect(&window, &MainWindow::connectFailed, &window, [&](const QString& text) { failures << text; });
    QTcpServer silent;
    ASSERT_TRUE(silent.listen(QHostAddress::LocalHost));
    window.connectTo(QStringLiteral("127.0.0.1:%1").arg(silent.serverPort()));
    for (QAction* action : window.actions()) {
        if (action->shortcut() == QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O)) {
            EXPECT_TRUE(QTest::qWaitFor([action] { return action->isEnabled(); }));
            action->trigger();
        }
    }
    // What is asked later is answered later.
    const auto later = window.workbench().refresh();
    ASSERT_TRUE(QTest::qWaitFor([&later] { return later.isFinished(); }));
    QCoreApplication::processEvents();
    EXPECT_TRUE(failures.isEmpty()) << failures.join(QLatin1Char('\n')).toStdString();
    EXPECT_FALSE(window.cluster().findChild<MessageBar*>()->isVisible());
}

}  // namespace
}  // namespace brokerscope
