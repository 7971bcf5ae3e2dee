#include "ui/pages/topics_page.h"

#include "core/internal_topics/group_type.h"
#include "core/workbench/captured_topics.h"
#include "ui/models/value_format.h"
#include "ui/pages/cluster_names.h"
#include "ui/pages/filter_field.h"
#include "ui/pages/page_metrics.h"
#include "ui/pages/topic_answers_panel.h"
#include "ui/pages/topic_directory.h"
#include "ui/pages/topic_exporter.h"
#include "ui/pages/topic_picker.h"
#include "ui/pages/topic_reading_bar.h"
#include "ui/pages/topic_record_panel.h"
#include "ui/pages/topic_rows_view.h"
#include "ui/pages/topic_sources.h"
#include "ui/pages/topic_words.h"
#include "ui/style/metrics.h"
#include "ui/widgets/empty_page.h"
#include "ui/widgets/message_bar.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace brokerscope {
namespace {

constexpr int kPickerWidth = 340;
constexpr int kRecordsWidth = 950;

}  // namespace

TopicsPage::TopicsPage(Workbench& workbench, const ReadingContext& context, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_context(context)
    , m_directory(new TopicDirectory(workbench, context, this))
    , m_exporter(new TopicExporter(this))
    , m_picker(new TopicPicker(this))
    , m_columns(new QSplitter(Qt::Horizontal, this)) {
    m_columns->addWidget(m_picker);
    m_columns->addWidget(makeRecordSide());
    m_columns->setChildrenCollapsible(false);
    m_columns->setHandleWidth(Metrics::Spacing);
    m_columns->setStretchFactor(1, 1);
    m_columns->setSizes({kPickerWidth, kRecordsWidth});
    setUpEmpty();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(Metrics::Margin, Metrics::Spacing, Metrics::Margin, Metrics::Margin);
    layout->addWidget(m_columns, 1);
    layout->addWidget(m_empty, 1);
    connectParts();
    showTopic();
    updateShown();
}

TopicsPage::~TopicsPage() = default;

QWidget* TopicsPage::makeRecordSide() {
    auto* side = new QWidget(this);
    m_bar = new TopicReadingBar(side);
    m_messages = new MessageBar(side);
    m_rows = new TopicRowsView(side);
    m_nothingRead = new EmptyPage(QStringLiteral("topics"), {}, {}, {}, side);
    m_detail = new TopicRecordPanel(m_context.registry(), side);
    m_parts = new QSplitter(Qt::Vertical, side);
    m_parts->addWidget(m_rows);
    m_parts->addWidget(m_detail);
    m_parts->setChildrenCollapsible(false);
    m_parts->setHandleWidth(Metrics::Spacing);
    m_parts->setSizes({PageMetrics::kDetailsShare, PageMetrics::kListShare});
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Metrics::Spacing);
    layout->addWidget(m_bar);
    layout->addWidget(m_messages);
    layout->addWidget(m_parts, 1);
    layout->addWidget(m_nothingRead, 1);
    return side;
}

void TopicsPage::setUpEmpty() {
    m_empty = new EmptyPage(QStringLiteral("topics"), tr("No topics yet"),
                            tr("Every record of a topic is readable here, those of Kafka's own topics decoded: who "
                               "committed which offset, which transaction is open. Connect to a broker, or open a "
                               "log folder that was copied from one (Ctrl+Shift+L), a capture or a recording "
                               "(Ctrl+Alt+T)."),
                            tr("Connect…"), this);
    connect(m_empty, &EmptyPage::actionWanted, this, &TopicsPage::connectWanted);
    connect(m_nothingRead, &EmptyPage::actionWanted, this, &TopicsPage::read);
}

void TopicsPage::connectParts() {
    connect(m_picker, &TopicPicker::chosenChanged, this, &TopicsPage::showTopic);
    connect(m_picker, &TopicPicker::readWanted, this, &TopicsPage::read);
    connect(m_picker, &TopicPicker::folderWanted, this, &TopicsPage::askForFolder);
    connect(m_picker, &TopicPicker::fileWanted, this, &TopicsPage::askForFile);
    connect(m_picker, &TopicPicker::cancelWanted, m_directory, &TopicDirectory::cancelCapture);
    connect(m_bar, &TopicReadingBar::readWanted, this, &TopicsPage::read);
    connect(m_bar, &TopicReadingBar::pauseWanted, this, &TopicsPage::togglePause);
    connect(m_bar, &TopicReadingBar::cancelWanted, this, &TopicsPage::cancel);
    connect(m_bar, &TopicReadingBar::exportWanted, this, &TopicsPage::askForExport);
    connect(m_bar, &TopicReadingBar::exportCancelWanted, m_exporter, &TopicExporter::cancel);
    connect(m_rows, &TopicRowsView::placeChosen, this, [this](const TopicRowsModel::Place& place) {
        const TopicRowsModel& model = m_rows->model();
        m_detail->show(place, model.context(), place.isValid() ? model.state(place.batch()) : TransactionState::None,
                       model.pieces());
    });
    connect(m_detail, &TopicRecordPanel::groupWanted, this, &TopicsPage::groupWanted);
    connect(m_detail, &TopicRecordPanel::recordWanted, m_rows, &TopicRowsView::chooseRecord);
    connect(m_detail, &TopicRecordPanel::filterWanted, m_rows, &TopicRowsView::setFilterText);
    connect(m_detail, &TopicRecordPanel::pathHovered, this, &TopicsPage::pathHovered);
    connect(m_directory, &TopicDirectory::sizesCame, this, [this](const TopicSizes& sizes) {
        m_picker->model().setSizes(sizes);
        if (m_reading == nullptr) {
            m_bar->showSize(m_picker->chosen());
        }
    });
    connect(m_directory, &TopicDirectory::transactionNamed, this, &TopicsPage::showStatus);
    connect(&m_detail->answers(), &TopicAnswersPanel::hangingWanted, m_directory, &TopicDirectory::askHanging);
    connect(m_directory, &TopicDirectory::hangingFound, &m_detail->answers(), &TopicAnswersPanel::setHanging);
    connect(m_directory, &TopicDirectory::filesListed, this,
            [this](const QString& path, const std::vector<FileTopic>& topics) {
                m_picker->addFiles(path, topics);
                updateShown();
            });
    connect(m_directory, &TopicDirectory::filesFailed, this, [this](const QString& sentence) {
        m_messages->showMessage(StatusKind::Error, sentence,
                                tr("Open a segment, a partition's folder or a log directory."));
    });
    connect(m_directory, &TopicDirectory::captureGrew, this,
            [this](const QString& path, const CapturedTopicsPiece& piece) {
                m_picker->showReading(QFileInfo(path).fileName(), piece.progress.percent());
                updateShown();
            });
    connect(m_directory, &TopicDirectory::captureRead, this, &TopicsPage::takeCapture);
    connect(m_exporter, &TopicExporter::finished, this, [this](bool isGood, const QString& sentence) {
        m_bar->showExporting(false);
        m_messages->showMessage(isGood ? StatusKind::Ok : StatusKind::Error, sentence);
        Q_EMIT saved(isGood);
    });
}

void TopicsPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    m_directory->askSizes();
}

void TopicsPage::setCluster(const ClusterView& view) {
    m_snapshot = view.snapshot;
    const QString cluster = m_snapshot ? QString::fromStdString(m_snapshot->answeredBy.toString()) : QString();
    m_detail->setNames(entityNames(m_snapshot.get()));
    m_detail->setTopicNames(topicNamesOf(m_snapshot));
    m_picker->setCluster(m_snapshot.get());
    m_directory->setCluster(m_snapshot);
    if (isVisible()) {
        m_directory->askSizes();
    }
    if (cluster != m_cluster && m_reading != nullptr && m_isOfCluster) {
        m_reading->cancel();
    }
    m_cluster = cluster;
    updateShown();
}

void TopicsPage::open(const QString& path) {
    m_messages->clear();
    m_directory->open(path);
}

void TopicsPage::takeCapture(const QString& path, const CapturedTopicsPiece& piece, bool isCancelled) {
    if (!m_directory->isReadingCapture()) {
        m_picker->showReading({});
    }
    m_picker->addCaptured(piece.topics);
    updateShown();
    const QString name = QFileInfo(path).fileName();
    if (piece.progress.failure) {
        m_messages->showMessage(StatusKind::Error, QString::fromStdString(piece.progress.failure->text()),
                                piece.topics.empty() ? tr("Open a packet capture or a recording.")
                                                     : tr("What came before is listed."));
    } else if (piece.topics.empty()) {
        m_messages->showMessage(StatusKind::Warning, tr("%1 carries no records.").arg(name),
                                tr("Fetch, ShareFetch and Produce have some; all that it has stands in Traffic: %1.")
                                    .arg(countText(piece.exchanges, tr("exchange"), tr("exchanges"))));
    } else if (isCancelled || piece.dropped > 0) {
        m_messages->showMessage(StatusKind::Warning,
                                isCancelled ? tr("Read %1 % of %2.").arg(piece.progress.percent()).arg(name)
                                            : tr("%1 has more records than are kept: those of %2 are left out.")
                                                  .arg(name, countText(piece.dropped, tr("exchange"), tr("exchanges"))),
                                isCancelled ? tr("Open it again to read all of it.")
                                            : tr("Capture for a shorter time."));
    }
}

void TopicsPage::askForFolder() {
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Open a partition's folder or a log directory"));
    if (!folder.isEmpty()) {
        open(folder);
    }
}

void TopicsPage::askForFile() {
    const QString file = QFileDialog::getOpenFileName(this, tr("Open a packet capture, a recording or a segment"));
    if (!file.isEmpty()) {
        open(file);
    }
}

bool TopicsPage::chooseTopic(const QString& topic) {
    return m_picker->choose(topic);
}

void TopicsPage::showRecordsOf(const QString& group) {
    const QString topic = QString::fromLatin1(kOffsetsTopic.data(), static_cast<qsizetype>(kOffsetsTopic.size()));
    if (!chooseTopic(topic)) {
        m_messages->showMessage(StatusKind::Warning, tr("The cluster has no %1 yet.").arg(topic),
                                tr("It is made when the first group comes."));
        return;
    }
    ReadingStart start;
    const std::int32_t partition = groupPartition(group.toStdString(), m_picker->chosen()->partitions);
    start.partition = partition >= 0 ? std::optional(partition) : std::nullopt;
    start.follow = true;
    m_bar->setStart(start);
    m_rows->setFilterText(QStringLiteral("group:") + quotedForFilter(group));
    read();
}

// What was read of another topic goes with its choice.
void TopicsPage::showTopic() {
    cancel();
    m_reading.reset();
    m_rows->begin({&m_context.registry(), {}, {}, m_context.limits()}, false);
    m_rows->setStability({});
    m_bar->setTopic(m_picker->chosen());
    m_bar->showStatus(nullptr);
    updateShown();
}

void TopicsPage::read() {
    const auto start = m_bar->start();
    if (m_picker->chosen() == nullptr) {
        return;
    }
    if (!start) {
        m_messages->showMessage(StatusKind::Warning, m_bar->problem());
        return;
    }
    m_messages->clear();
    m_isOfCluster = m_picker->chosen()->isOfCluster();
    m_detail->answers().setCluster(m_isOfCluster ? m_snapshot : nullptr);
    begin(topicSource(m_workbench, m_context, *m_picker->chosen(), *start), start->follow);
}

void TopicsPage::begin(std::unique_ptr<TopicSource> source, bool isFollowing) {
    const std::string topic = m_picker->chosen()->name.toStdString();
    m_reading.reset();
    TopicRowOptions options;
    options.decodedAs = internalTopicOf(m_context.registry(), topic);
    options.nameOf = topicNamesOf(m_snapshot);
    options.limits = m_context.limits();
    if (!options.decodedAs.empty() && options.decodedAs != topic) {
        m_messages->showMessage(
            StatusKind::Info,
            tr("Read as a copy of %1, which its name says it is.").arg(QString::fromStdString(options.decodedAs)));
    }
    m_rows->begin({&m_context.registry(), topic, options.decodedAs, options.limits}, isFollowing);
    m_reading = std::make_unique<TopicReading>(m_context.registry(), std::move(source), std::move(options));
    // Queued calls of a page that is gone are dropped; the reading goes before the page.
    m_reading->setNotice([this] { QMetaObject::invokeMethod(this, &TopicsPage::take, Qt::QueuedConnection); });
    m_reading->start();
    m_toldProblems.clear();
    showStatus();
    updateShown();
}

void TopicsPage::take() {
    if (m_reading != nullptr) {
        m_rows->append(m_reading->take());
        m_detail->setRecords(m_rows->model().context(), m_rows->model().pieces(), m_reading->status().isOver);
        showStatus();
    }
}

void TopicsPage::showStatus() {
    if (m_reading == nullptr) {
        return;
    }
    const TopicReadingStatus status = m_reading->status();
    m_bar->showStatus(&status);
    const auto heldBack = std::ranges::find_if(status.partitions, &TopicPartitionStatus::isHeldBack);
    // A cluster can only name the producers of its own topics: the ids of a file may be anybody's there.
    const bool canAsk = m_isOfCluster && heldBack != status.partitions.end() && heldBack->open;
    m_rows->setStability(
        stabilityText(status, canAsk ? m_directory->transactionalId(heldBack->open->producerId) : QString()));
    // Said once, so that it can be dismissed, and other news are not lost to it.
    const QString problems = problemsText(status);
    if (std::exchange(m_toldProblems, problems) != problems && !problems.isEmpty()) {
        m_messages->showMessage(StatusKind::Error, problems,
                                tr("What was read stays; read again once the cause is gone."));
    }
}

void TopicsPage::togglePause() {
    if (m_reading != nullptr) {
        m_reading->setPaused(!m_reading->status().isPaused);
        showStatus();
    }
}

void TopicsPage::cancel() {
    if (m_reading != nullptr) {
        m_reading->cancel();
    }
}

void TopicsPage::wantGroup() {
    if (!m_detail->group().isEmpty()) {
        Q_EMIT groupWanted(m_detail->group());
    }
}

void TopicsPage::focusFilter() {
    m_rows->focusFilter();
}

void TopicsPage::askForExport(TopicExportForm form) {
    const QString path = askForExportPath(this, form, QString::fromStdString(m_rows->model().context().topic));
    if (!path.isEmpty()) {
        saveAs(form, path);
    }
}

void TopicsPage::saveAs(TopicExportForm form, const QString& path) {
    const TopicRowsModel& model = m_rows->model();
    const bool isStarted = m_exporter->start({model.context(), form, model.shownRows(), model.transactions()}, path);
    if (!isStarted) {
        m_messages->showMessage(StatusKind::Warning, tr("Another export is being written."),
                                tr("Wait for it, or cancel it (Export, Cancel the export)."));
    }
    m_bar->showExporting(m_exporter->isRunning());
}

void TopicsPage::updateShown() {
    const bool isAny = m_picker->model().rowCount() > 0 || m_reading != nullptr;
    m_empty->setVisible(!isAny);
    m_columns->setVisible(isAny);
    const bool isRead = m_reading != nullptr;
    m_parts->setVisible(isRead);
    m_nothingRead->setVisible(!isRead);
    const bool isChosen = m_picker->chosen() != nullptr;
    m_nothingRead->setNextStep(isChosen ? tr("Say above where to begin, and read the records of this topic.")
                                        : tr("Choose a topic at the left to read its records."));
    m_nothingRead->setAction(isChosen ? tr("Read from there") : QString());
}

}  // namespace brokerscope
