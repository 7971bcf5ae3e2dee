#include "ui/shell/picture_tour.h"

#include "core/schema/api_keys.h"
#include "ui/forms/draft_form.h"
#include "ui/forms/record_composer.h"
#include "ui/hexview/hex_view.h"
#include "ui/inspector/bytes_pane.h"
#include "ui/inspector/comparison_window.h"
#include "ui/inspector/inspector.h"
#include "ui/inspector/records_pane.h"
#include "ui/models/draft_record_table_model.h"
#include "ui/models/record_table_model.h"
#include "ui/pages/batch_list_model.h"
#include "ui/pages/compose_page.h"
#include "ui/pages/file_view.h"
#include "ui/pages/files_page.h"
#include "ui/pages/groups_page.h"
#include "ui/pages/records_window.h"
#include "ui/pages/reference_definition.h"
#include "ui/pages/reference_page.h"
#include "ui/pages/reference_partition.h"
#include "ui/pages/reference_primitives.h"
#include "ui/pages/request_pane.h"
#include "ui/pages/response_panel.h"
#include "ui/pages/topic_record_panel.h"
#include "ui/pages/topic_rows_view.h"
#include "ui/pages/topics_page.h"
#include "ui/pages/traffic_model.h"
#include "ui/pages/traffic_page.h"
#include "ui/pages/traffic_sources.h"
#include "ui/shell/groups_link.h"
#include "ui/shell/main_window.h"
#include "ui/timeline/timeline_view.h"
#include "ui/widgets/title_bar.h"

#include <QDir>
#include <QFileInfo>
#include <QTableView>
#include <QTextStream>
#include <QTimer>
#include <QTreeView>

#include <array>
#include <chrono>

namespace brokerscope {

namespace {

constexpr QSize kSideWindowSize{1280, 860};            // whatever the screen is
constexpr std::int64_t kComposedTime = 1796007706683;  // ms since 1970
constexpr int kHeartbeat = 12;
constexpr int kCreateTopics = 19;
constexpr int kDescribeConfigs = 32;
constexpr std::array<int, 6> kSentApis{10, 2, 16, kHeartbeat, kDescribeConfigs, api_key::kMetadata};
constexpr std::size_t kVersionOffset = 6;  // after the size prefix and the API key
constexpr std::uint8_t kNoVersion = 99;
constexpr std::chrono::milliseconds kPause{600};    // for an answer, and for the layout to come to rest
constexpr std::chrono::milliseconds kRepaint{150};  // for the other colours

}  // namespace

PictureTour::PictureTour(MainWindow& window, QString directory, QSize size, QStringList files)
    : m_window(window), m_directory(std::move(directory)), m_size(size), m_files(std::move(files)) {
    makeSteps();
}

void PictureTour::begin() {
    if (!QDir().mkpath(m_directory)) {
        fail(tr("The folder %1 could not be made.").arg(m_directory));
        return;
    }
    m_window.resize(m_size);
    connect(&m_window, &MainWindow::connected, this, &PictureTour::next);
    connect(&m_window, &MainWindow::connectFailed, this, &PictureTour::fail);
}

void PictureTour::makeSteps() {
    for (const int key : kSentApis) {
        addStep([this, key] { send(key); });
    }
    addScene(QStringLiteral("compose"), [this] {
        m_window.compose().request().form().goTo(QStringLiteral("header.clientId"));
        choosePlace(QStringLiteral("brokers[0].host"));
    });
    addScene(QStringLiteral("compose-bytes"), [this] { m_window.compose().setEditingBytes(true); });
    addScene(QStringLiteral("compose-refused"), [this] { refuse(); });
    addScene(QStringLiteral("compose-error"), [this] {
        m_window.compose().setEditingBytes(false);
        send(kHeartbeat);
    });
    addStep([this] { choosePlace(QStringLiteral("errorCode")); });
    addStep([this] { sendLongAnswer(); });
    addScene(QStringLiteral("compose-long"), [this] { choosePlace(QStringLiteral("results[0].configs[0].value")); });
    addStep([this] { sendUnknownVersion(); });
    addScene(QStringLiteral("compose-remark"), [this] { choosePlace(QStringLiteral("errorCode")); });
    addScene(QStringLiteral("compose-problems"), [this] { makeProblems(); });
    addScene(QStringLiteral("compose-change"), [this] { send(kCreateTopics); });
    makeComposerSteps();
    addScene(QStringLiteral("traffic"), [this] {
        m_window.showPage(Page::Traffic);
        chooseLastExchange();
    });
    makeRecordSteps();
    makeInspectorSteps();
    makeGroupSteps();
    makeTopicSteps();
    makeFileSteps();
    makeReferenceSteps();
    addScene(QStringLiteral("cluster"), [this] { m_window.showPage(Page::Cluster); });
    addScene(QStringLiteral("start"), [this] { m_window.workbench().disconnectFromCluster(); });
    addScene(QStringLiteral("unreachable"), [this] {
        disconnect(&m_window, &MainWindow::connectFailed, this, nullptr);
        m_window.connectTo(QStringLiteral("127.0.0.1:1"));
    });
}

// The records of a Produce request: as they should be, and with a checksum that is set by hand.
void PictureTour::makeComposerSteps() {
    RecordsWindow& window = m_window.compose().request().records();
    window.resize(kSideWindowSize);
    addScene(
        QStringLiteral("compose-records"), [this] { composeRecords(); }, &window);
    addScene(
        QStringLiteral("compose-records-wrong"),
        [&window] {
            window.set().change(0, {}, [](DraftBatch& batch) {
                setDraftField(batch.head.root, "crc", std::int64_t{0x12345678});
                setDraftField(batch.head.root, "lastOffsetDelta", std::int64_t{7});
            });
        },
        &window);
    addScene(QStringLiteral("compose-produce"), [&window] { window.hide(); });
}

void PictureTour::composeRecords() {
    m_window.compose().chooseApi(api_key::kProduce);
    DraftModel& draft = m_window.compose().draft();
    draft.addElement(draft.indexOfPath(QStringLiteral("topicData")));
    draft.addElement(draft.indexOfPath(QStringLiteral("topicData[0].partitionData")));
    const QString records = QStringLiteral("topicData[0].partitionData[0].records");
    m_window.compose().request().form().goTo(records);
    RecordsWindow& window = m_window.compose().request().records();
    window.edit(draft.indexOfPath(records));
    window.set().insert(0, DraftBatch::empty(2, kComposedTime));
    window.set().insert(1, DraftBatch::empty(1));
    window.set().change(0, {}, [](DraftBatch& batch) {
        constexpr std::array kValues{"{\"order\":4711,\"state\":\"paid\"}", "{\"order\":4712,\"state\":\"open\"}",
                                     "{\"order\":4713,\"state\":\"paid\"}"};
        for (std::size_t i = 0; i < kValues.size(); ++i) {
            DraftStruct record = batch.newRecord();
            const ByteView value = asBytes(std::string_view(kValues[i]));
            setDraftField(record, "key", ByteBuffer{'o', '-', static_cast<std::uint8_t>('1' + i)});
            setDraftField(record, "value", ByteBuffer(value.begin(), value.end()));
            setDraftField(record, "timestampDelta", static_cast<std::int64_t>(40 * i));
            batch.insertRecord(static_cast<int>(i), std::move(record));
        }
        batch.insertRecord(static_cast<int>(kValues.size()), batch.newRecord());
    });
    window.composer().chooseBatch(0);
    window.composer().records().setCurrentIndex(window.composer().recordModel().index(1, 4));
}

// A Fetch answer: its records as a table, and one of them in its decompressed batch.
void PictureTour::makeRecordSteps() {
    addStep([this] {
        m_window.compose().setEditingBytes(false);
        send(api_key::kFetch);
    });
    addStep([this] {
        m_window.showPage(Page::Traffic);
        chooseLastExchange();
    });
    addStep([this] { m_window.traffic().inspector().setView(Inspector::View::Records); });
    addScene(QStringLiteral("records"), [this] { chooseRecord(m_window.traffic().inspector(), 3); });
    addScene(QStringLiteral("record-bytes"),
             [this] { m_window.traffic().inspector().setView(Inspector::View::TreeAndHex); });
}

// The first and the last DescribeConfigs answer against each other; bookmarks and another layout of the bytes.
void PictureTour::makeInspectorSteps() {
    const auto choose = [this](bool first) {
        const TrafficModel& rows = m_window.traffic().model();
        QModelIndex chosen;
        for (int row = 0; row < rows.rowCount(); ++row) {
            const auto exchange = rows.exchange(rows.index(row, 0));
            const bool isConfigs = exchange->apiKey == kDescribeConfigs && exchange->response != nullptr;
            if (isConfigs && !(first && chosen.isValid())) {
                chosen = rows.index(row, 0);
            }
        }
        m_window.traffic().table().setCurrentIndex(chosen);
    };
    const auto shown = [this] {
        const Inspector& inspector = m_window.traffic().inspector();
        return ComparedMessage{inspector.titleBar().heading(), inspector.document()};
    };
    addStep([choose] { choose(true); });
    addStep([this, choose, shown] {
        m_compared = shown();
        choose(false);
    });
    ComparisonWindow& window = m_window.comparison();
    window.resize(kSideWindowSize);
    addScene(
        QStringLiteral("compare"), [&window, this, shown] { window.compare(m_compared, shown()); }, &window);
    addStep([&window] { window.hide(); });
    addScene(QStringLiteral("bookmarks"), [this] {
        Inspector& inspector = m_window.traffic().inspector();
        m_window.setHexOptions({8, HexOffsets::Decimal});
        for (const char* path :
             {"results[0].resourceName", "results[0].configs[0].name", "results[0].configs[1].value"}) {
            inspector.goToPath(QLatin1String(path));
            inspector.toggleBookmark();
        }
        inspector.bytesPane().hexView().selectRange(4, 7);
    });
    addStep([this] { m_window.setHexOptions({}); });
}

// The first group of the list, as it is at that moment.
void PictureTour::makeGroupSteps() {
    addStep([this] { m_window.showPage(Page::Groups); });
    addStep([this] { chooseFirstGroup(); });
    addScene(QStringLiteral("groups"), [this] { m_window.groups().timeline().showAll(); });
}

// What groups left behind, and an ordinary topic by its batches.
void PictureTour::makeTopicSteps() {
    const auto read = [this](const QString& topic) {
        return [this, topic] {
            m_window.showPage(Page::Topics);
            m_window.topics().chooseTopic(topic);
            m_window.topics().read();
        };
    };
    addScene(QStringLiteral("topics-start"), [this] { m_window.showPage(Page::Topics); });
    addStep(read(QStringLiteral("__consumer_offsets")));
    addScene(QStringLiteral("topics"), [this] { chooseTopicRow(1); });
    addScene(QStringLiteral("topics-bytes"),
             [this] { m_window.topics().detail().setView(TopicRecordPanel::View::Bytes); });
    addScene(QStringLiteral("topics-state"),
             [this] { m_window.topics().detail().setView(TopicRecordPanel::View::State); });
    addScene(QStringLiteral("topics-history"), [this] {
        m_window.topics().detail().setView(TopicRecordPanel::View::History);
        const TopicRowsModel& rows = m_window.topics().rows().model();
        for (int row = rows.rowCount() - 1; row >= 0; --row) {
            const QModelIndex index = rows.index(row, TopicRowsModel::TypeColumn);
            if (index.data().toString() == QLatin1String("OffsetCommit") &&
                !index.data(TopicRowsModel::TombstoneRole).toBool()) {
                chooseTopicRow(row);
                break;
            }
        }
    });
    addScene(QStringLiteral("topics-answers"),
             [this] { m_window.topics().detail().setView(TopicRecordPanel::View::Answers); });
    addStep(read(QStringLiteral("orders")));
    addScene(QStringLiteral("topics-ordinary"), [this] {
        m_window.topics().detail().setView(TopicRecordPanel::View::Record);
        chooseTopicRow(2);
    });
}

void PictureTour::makeFileSteps() {
    addScene(QStringLiteral("files-start"), [this] { m_window.showPage(Page::Files); });
    if (m_files.isEmpty()) {
        makeSampleSteps();
    }
    for (const QString& path : m_files) {
        if (QFileInfo(path).fileName().startsWith(QLatin1String("__consumer_offsets"))) {
            addStep([this, path] {
                m_window.showPage(Page::Groups);
                m_window.groupsLink().open(path);
            });
            addStep([this] { chooseFirstGroup(); });
            addScene(QStringLiteral("groups-file"), [this] { m_window.groups().timeline().showAll(); });
            continue;
        }
        addStep([this, path] { m_window.openFiles({path}); });
        if (QFileInfo(path).isDir()) {
            addFolderScenes();
            continue;
        }
        addCaptureScenes();
        addStep([this, path] {
            m_window.showPage(Page::Topics);
            m_window.topics().open(path);
        });
        addStep([this] { m_window.topics().read(); });
        addScene(QStringLiteral("topics-capture"), [this] { chooseTopicRow(0); });
    }
    addStep([this] { m_window.traffic().sources().showLive(); });
}

void PictureTour::makeSampleSteps() {
    addStep([this] { openSample(m_samples.writeSegment(m_window.registry(), *m_window.workbench().exchanges())); });
    addFolderScenes();
    addStep([this] { openSample(m_samples.writeRecording(m_window.registry(), *m_window.workbench().exchanges())); });
    addCaptureScenes();
}

void PictureTour::openSample(const Result<QString>& path) {
    if (!path) {
        fail(QString::fromStdString(path.error().text()));
    } else if (!path->isEmpty()) {
        m_window.openFiles({*path});
    }
}

void PictureTour::addFolderScenes() {
    addStep([this] { chooseBatch(0); });
    addScene(QStringLiteral("files"),
             [this] { m_window.files().view().inspector().goToPath(QStringLiteral("batches[0].crc")); });
    addStep([this] { m_window.files().view().inspector().setView(Inspector::View::Records); });
    addScene(QStringLiteral("files-records"), [this] { chooseRecord(m_window.files().view().inspector(), 1); });
    addScene(QStringLiteral("files-record"),
             [this] { m_window.files().view().inspector().setView(Inspector::View::TreeAndHex); });
}

void PictureTour::addCaptureScenes() {
    addScene(QStringLiteral("traffic-capture"), [this] { chooseExchange(3); });
    addScene(QStringLiteral("traffic-filter"),
             [this] { m_window.traffic().setFilterText(QStringLiteral("api:Metadata version>=9")); });
    addScene(QStringLiteral("traffic-filter-wrong"),
             [this] { m_window.traffic().setFilterText(QStringLiteral("apy:Metadata")); });
    addStep([this] { m_window.traffic().setFilterText({}); });
}

// What the page knows by itself: a layout, what changed, a table, the calculators, lessons.
void PictureTour::makeReferenceSteps() {
    const auto show = [this](const char* target) {
        return [this, target = QString::fromLatin1(target)] {
            m_window.showPage(Page::Reference);
            if (const auto shown = ReferenceTarget::fromText(target)) {
                m_window.reference().showTarget(*shown);
            }
        };
    };
    const auto showTab = [this](ReferenceDefinition::Tab tab) {
        return [this, tab] { m_window.reference().definition().setTab(tab); };
    };
    addScene(QStringLiteral("reference"), show("api:Metadata:10"));
    addScene(QStringLiteral("reference-bnf"), showTab(ReferenceDefinition::Tab::Grammar));
    addScene(QStringLiteral("reference-changes"), showTab(ReferenceDefinition::Tab::Changes));
    addScene(QStringLiteral("reference-releases"), showTab(ReferenceDefinition::Tab::Releases));
    addStep(showTab(ReferenceDefinition::Tab::Layout));
    addScene(QStringLiteral("reference-errors"), show("errors::16"));
    addScene(QStringLiteral("reference-records"), show("records:__consumer_offsets:3"));
    addScene(QStringLiteral("reference-primitives"), show("primitives:COMPACT_STRING"));
    addScene(QStringLiteral("reference-partition"), show("partition"));
    for (const char* lesson : {"tag-section", "negotiation", "path-of-a-request", "two-rebalances"}) {
        const QString name = QString::fromLatin1(lesson);
        addScene(QStringLiteral("reference-lesson-") + name, [this, name] {
            m_window.reference().showTarget({ReferenceTarget::Kind::Lesson, name, -1});
        });
    }
}

void PictureTour::addStep(std::function<void()> prepare) {
    m_steps.push_back({std::move(prepare), {}, nullptr});
}

void PictureTour::addScene(const QString& name, std::function<void()> prepare, QWidget* shown) {
    addStep(std::move(prepare));
    const auto file = [&](const char* theme) {
        return QStringLiteral("%1/%2-%3.png").arg(m_directory, name, QLatin1String(theme));
    };
    m_steps.push_back({[this] { m_window.setTheme(Theme::Light); }, file("light"), shown});
    m_steps.push_back({[this] { m_window.setTheme(Theme::Dark); }, file("dark"), shown});
}

void PictureTour::send(int apiKey) {
    m_window.showPage(Page::Compose);
    m_window.compose().chooseApi(apiKey);
    m_window.compose().send();
}

// A version that no broker knows: the broker closes the connection.
void PictureTour::refuse() {
    ByteBuffer frame = m_window.compose().request().frame();
    if (frame.size() > kVersionOffset + 1) {
        frame[kVersionOffset + 1] = kNoVersion;
    }
    m_window.compose().request().editFrame(std::move(frame));
    m_window.compose().send();
}

// Every setting of a topic instead of the one that the minimal request asks for.
void PictureTour::sendLongAnswer() {
    m_window.compose().chooseApi(kDescribeConfigs);
    DraftModel& draft = m_window.compose().draft();
    draft.setNull(draft.indexOfPath(QStringLiteral("resources[0].configurationKeys")), true);
    m_window.compose().send();
}

// Brokers answer ApiVersions of any version, as the oldest: the answer has a remark.
void PictureTour::sendUnknownVersion() {
    m_window.compose().chooseApi(api_key::kApiVersions);
    refuse();
}

// A request that Kafka's own clients would not send.
void PictureTour::makeProblems() {
    m_window.compose().setEditingBytes(false);
    m_window.compose().chooseApi(kHeartbeat);
    DraftModel& draft = m_window.compose().draft();
    draft.setNull(draft.indexOfPath(QStringLiteral("groupId")), true);
    m_window.compose().request().form().goTo(QStringLiteral("groupId"));
}

void PictureTour::choosePlace(const QString& path) {
    m_window.compose().response().inspector().goToPath(path);
}

void PictureTour::chooseLastExchange() {
    chooseExchange(1);
}

void PictureTour::chooseExchange(int fromEnd) {
    const TrafficModel& rows = m_window.traffic().model();
    m_window.traffic().table().setCurrentIndex(rows.index(rows.rowCount() - fromEnd, 0));
}

void PictureTour::chooseRecord(Inspector& inspector, int row) {
    RecordsPane& records = inspector.recordsPane();
    records.table().setCurrentIndex(records.model().index(row, 0));
}

void PictureTour::chooseBatch(int row) {
    const FileView& view = m_window.files().view();
    view.table().setCurrentIndex(view.batches().index(row, 0));
}

void PictureTour::chooseFirstGroup() {
    const QAbstractItemModel& groups = *m_window.groups().list().model();
    m_window.groups().list().setCurrentIndex(groups.index(0, 0, groups.index(0, 0)));
}

void PictureTour::chooseTopicRow(int row) {
    const TopicRowsView& rows = m_window.topics().rows();
    rows.table().setCurrentIndex(rows.model().index(row, 0));
}

void PictureTour::next() {
    if (m_step == m_steps.size()) {
        Q_EMIT finished(0);
        return;
    }
    m_steps[m_step].prepare();
    const QString file = m_steps[m_step].file;
    QWidget* shown = m_steps[m_step].shown != nullptr ? m_steps[m_step].shown : &m_window;
    QTimer::singleShot(file.isEmpty() ? kPause : kRepaint, this, [this, file, shown] {
        if (!file.isEmpty() && !shown->grab().save(file)) {
            fail(tr("The picture %1 could not be saved.").arg(file));
            return;
        }
        ++m_step;
        next();
    });
}

void PictureTour::fail(const QString& sentence) {
    QTextStream(stderr) << tr("brokerscope: %1").arg(sentence) << '\n';
    Q_EMIT finished(1);
}

}  // namespace brokerscope
