#include "ui/pages/file_view.h"

#include "core/base/file_byte_source.h"
#include "core/log_files/topic_of_file.h"
#include "core/records/record_trees.h"
#include "core/text/hex_dump.h"
#include "ui/inspector/inspector.h"
#include "ui/models/open_document.h"
#include "ui/models/value_format.h"
#include "ui/pages/batch_list_model.h"
#include "ui/pages/entry_table_model.h"
#include "ui/pages/exchange_texts.h"
#include "ui/pages/file_list_model.h"
#include "ui/pages/page_metrics.h"
#include "ui/pages/remark_delegate.h"
#include "ui/style/icons.h"
#include "ui/style/metrics.h"
#include "ui/widgets/empty_page.h"
#include "ui/widgets/font_follower.h"
#include "ui/widgets/plain_table.h"
#include "ui/widgets/title_bar.h"

#include <QHeaderView>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <chrono>

namespace brokerscope {
namespace {

constexpr std::array kUsualTexts{
    "999 999 999", "1000000 to 1000000", "Records",  "1 000 000", "2000-00-00 00:00:00.000 UTC",
    "snappy",      "transactional",      "10000/10", "Epoch"};
constexpr std::chrono::milliseconds kLookEvery{1000};
// How the height is shared: a few batches, and as many of the chosen one's bytes as there is room for.
constexpr int kBatchesShare = 300;
constexpr int kBatchDetailsShare = 700;

// The entry at one place of a file, opened; or why it cannot be read.
struct ReadBatch {
    std::shared_ptr<const ValueTree> tree;
    QString failure;
};

ReadBatch readBatch(const std::string& path, std::uint64_t position, std::uint64_t size, const Limits& limits,
                    const CancelToken& cancel) {
    if (cancel.isCancelled()) {
        return {};
    }
    const auto source = FileByteSource::open(path);
    auto bytes = source ? (*source)->bytes(position, size) : Result<ByteBuffer>(tl::unexpected<Error>(source.error()));
    if (!bytes) {
        return {nullptr, QString::fromStdString(bytes.error().text())};
    }
    if (bytes->empty()) {
        return {nullptr, FileView::tr("These bytes are no longer in the file: it was cut off meanwhile.")};
    }
    const auto shared = std::make_shared<const ByteBuffer>(std::move(*bytes));
    return {openRecordSet(shared, {BufferId::Main, 0, shared->size()}, limits), {}};
}

bool hasProblem(const std::vector<Diagnostic>& remarks) {
    return std::ranges::any_of(remarks, [](const Diagnostic& remark) { return remark.severity != Severity::Note; });
}

}  // namespace

FileView::FileView(const ReadingContext& context, QWidget* parent)
    : QFrame(parent)
    , m_context(context)
    , m_batches(new BatchListModel(this))
    , m_entries(new EntryTableModel(this))
    , m_bar(new TitleBar)
    , m_lists(new QStackedWidget)
    , m_empty(new EmptyPage({}, {}, {}, {}))
    , m_inspector(new Inspector(context.registry()))
    , m_rows(new QSplitter(Qt::Vertical)) {
    setFrameShape(QFrame::StyledPanel);
    setUpTables();
    setUpBar();
    m_rows->addWidget(m_lists);
    m_rows->addWidget(m_inspector);
    m_rows->setChildrenCollapsible(false);
    m_rows->setHandleWidth(Metrics::Spacing);
    m_rows->setSizes({kBatchesShare, kBatchDetailsShare});
    m_watch.setInterval(kLookEvery);
    connect(&m_watch, &QTimer::timeout, this, &FileView::look);
    m_watch.start();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 1, 1, 1);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_rows, 1);
    connect(m_inspector, &Inspector::pathHovered, this, &FileView::pathHovered);
}

FileView::~FileView() = default;

void FileView::setUpTables() {
    m_batchTable = makePlainTable(*m_batches, tr("Batches of the file"), this);
    m_batchTable->setFrameShape(QFrame::NoFrame);
    m_batchTable->setItemDelegate(new RemarkDelegate(BatchListModel::ProblemRole, m_batchTable));
    m_entryTable = makePlainTable(*m_entries, tr("Entries of the file"), this);
    m_entryTable->setFrameShape(QFrame::NoFrame);
    m_entryTable->setItemDelegate(new RemarkDelegate(EntryTableModel::ProblemRole, m_entryTable));
    m_empty->setAutoFillBackground(true);
    m_empty->setBackgroundRole(QPalette::Base);
    m_lists->addWidget(m_batchTable);
    m_lists->addWidget(m_entryTable);
    m_lists->addWidget(m_empty);
    followFont(*this, [this] { fitColumns(); });
    connect(m_batchTable->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &FileView::showBatch);
}

void FileView::setUpBar() {
    m_progressBar = new QProgressBar;
    followFontWidth(*m_progressBar, PageMetrics::kProgressWidth);
    m_progressBar->setAccessibleName(tr("How much of the file is read, and then how much of it is checked"));
    m_cancel = new QPushButton(tr("Cancel"));
    m_cancel->setToolTip(tr("Stop reading; what is listed stays"));
    m_again = new QPushButton(icon(QStringLiteral("refresh")), tr("Read again"));
    m_again->setToolTip(tr("A broker may have written more meanwhile"));
    m_bar->addAfter(m_progressBar);
    m_bar->addAfter(m_cancel);
    m_bar->addAfter(m_again);
    connect(m_cancel, &QPushButton::clicked, this, &FileView::cancel);
    connect(m_again, &QPushButton::clicked, this, &FileView::readAgain);
    showControls();
}

// One of them at a time: what is read can be given up, what was read can be read again.
void FileView::showControls() {
    const bool hasFile = m_file.content == FileContent::Batches || m_file.content == FileContent::Entries;
    const bool isBusy = isReading() || isChecking();
    m_progressBar->setVisible(isBusy);
    m_cancel->setVisible(isBusy);
    m_again->setVisible(hasFile && !isBusy);
}

void FileView::fitColumns() {
    const QFontMetrics metrics = m_batchTable->fontMetrics();
    for (std::size_t column = 0; column < kUsualTexts.size(); ++column) {
        m_batchTable->setColumnWidth(static_cast<int>(column),
                                     metrics.horizontalAdvance(QLatin1String(kUsualTexts[column])) + Metrics::CellRoom);
    }
}

void FileView::begin(const FileEntry& file) {
    cancel();
    // What these have still to tell is about another file.
    m_batchReading.drop();
    m_entryReading.drop();
    m_checking.drop();
    m_batchOpening.cancel();
    m_file = file;
    m_progress = {};
    m_checked.reset();
    m_entryFacts.clear();
    m_entryProblems = 0;
    m_batches->clear();
    m_checkedRows = 0;
    m_mark.reset();
    m_stand.reset();
    m_looking.cancel();
    m_wasReplaced = false;
    m_entries->clear();
    clearDetails();
    m_bar->setHeading(fileName(file));
    m_bar->setStatus(fileKind(file));
    m_bar->setFacts(bytesCountText(file.size));
}

// What was chosen is no longer shown.
void FileView::clearDetails() {
    m_batchOpening.cancel();
    m_inspector->clear();
    TitleBar& title = m_inspector->titleBar();
    title.setHeading({});
    title.setStatus({});
    title.setFacts({});
    m_inspector->setEmptyText(tr("Choose a batch above to see its bytes and records."));
    Q_EMIT pathHovered({});
}

// A look at once, and again and again.
void FileView::showEvent(QShowEvent* event) {
    QFrame::showEvent(event);
    look();
}

// Asking a file system may take long.
void FileView::look() {
    if (m_file.path.empty() || !isVisible() || isReading() || isChecking() || m_looking.isRunning()) {
        return;
    }
    m_looking.start(
        this, [path = m_file.path](const CancelToken&) { return standOf(path); },
        [this](const std::optional<FileStand>& stand) {
            const bool hasList = m_file.content == FileContent::Batches || m_file.content == FileContent::Entries;
            const std::uint64_t known = hasList ? m_progress.size : m_file.size;
            const bool isOther = stand && (m_stand ? *stand != *m_stand : stand->size != known && !m_progress.failure);
            m_stand = stand;
            if (isOther) {
                follow();
            }
        });
}

void FileView::startReading(std::shared_ptr<const OutlineMark> mark) {
    m_batchReading.start(
        this, readBatches(m_file.path, m_context.limits(), std::move(mark)),
        [this](const BatchPiece& piece) { takeBatches(piece); }, [this] { endReading(); });
}

void FileView::follow() {
    if (m_file.content == FileContent::Batches) {
        startReading(m_mark);
        showControls();
    } else {
        Q_EMIT fileChanged(QString::fromStdString(m_file.path));
    }
}

void FileView::showFile(const FileEntry& file) {
    begin(file);
    if (file.content == FileContent::Batches) {
        m_lists->setCurrentWidget(m_batchTable);
        m_lists->show();
        m_inspector->show();
        startReading(nullptr);
    } else if (file.content == FileContent::Entries) {
        m_lists->setCurrentWidget(m_entryTable);
        m_lists->show();
        m_inspector->hide();
        m_entryReading.start(
            this, readEntries(file, m_context.limits()), [this](const EntryPiece& piece) { takeEntries(piece); },
            [this] { endReading(); });
    } else {
        showSentence(file.size == 0
                         ? tr("This file is empty.")
                         : tr("Nothing that is known begins with these bytes: %1. Open a segment, an index, a "
                              "checkpoint, a packet capture, or a folder with them.")
                               .arg(QString::fromStdString(spacedHex(file.first))));
        return;
    }
    showProgress({0, file.size});
}

void FileView::readAgain() {
    const FileEntry file = m_file;
    showFile(file);
}

void FileView::showDocument(const QString& heading, const QString& facts, std::shared_ptr<OpenDocument> document) {
    begin({});
    m_bar->setHeading(heading);
    m_bar->setStatus({});
    m_bar->setFacts(facts);
    m_lists->hide();
    m_inspector->show();
    showControls();
    m_inspector->setDocument(std::move(document));
}

void FileView::clear(const QString& heading, const QString& sentence) {
    begin({});
    m_bar->setHeading(heading);
    m_bar->setStatus({});
    m_bar->setFacts({});
    showSentence(sentence);
}

void FileView::showSentence(const QString& sentence) {
    m_inspector->hide();
    m_empty->setNextStep(sentence);
    m_lists->setCurrentWidget(m_empty);
    m_lists->show();
    showControls();
}

bool FileView::isReading() const {
    return m_batchReading.isRunning() || m_entryReading.isRunning();
}

bool FileView::isChecking() const {
    return m_checking.isRunning();
}

void FileView::cancel() {
    m_batchReading.cancel();
    m_entryReading.cancel();
    m_checking.cancel();
}

QString FileView::status() const {
    return m_bar->facts();
}

void FileView::takeBatches(const BatchPiece& piece) {
    if (piece.from) {
        const auto from = static_cast<int>(*piece.from);
        m_wasReplaced = m_wasReplaced || (from == 0 && m_mark != nullptr && m_mark->rows > 0);
        m_checkedRows = std::min(m_checkedRows, from);
        m_batches->cutTo(from);
        if (!m_batchTable->currentIndex().isValid()) {
            clearDetails();
        }
    }
    m_mark = piece.mark;
    m_batches->append(piece.batches);
    m_batchTable->setColumnHidden(BatchListModel::ProducerColumn, !m_batches->counts().hasProducers);
    m_batchTable->setColumnHidden(BatchListModel::KindColumn, !m_batches->counts().hasKinds);
    showProgress(piece.progress);
}

void FileView::takeEntries(const EntryPiece& piece) {
    m_entries->append(piece);
    m_entryFacts = QString::fromStdString(piece.facts);
    for (const EntryRow& row : *piece.rows) {
        m_entryProblems += hasProblem(row.remarks) ? 1 : 0;
    }
    m_entryProblems += hasProblem(piece.remarks) ? 1 : 0;
    for (const Diagnostic& remark : piece.remarks) {
        m_entryFacts +=
            (m_entryFacts.isEmpty() ? QString() : QStringLiteral(" · ")) + QString::fromStdString(remark.text());
    }
    showProgress(piece.progress);
}

QStringList FileView::batchFacts() const {
    const BatchListModel::Counts& counts = m_batches->counts();
    QStringList texts{countText(counts.batches, tr("batch"), tr("batches")),
                      countText(counts.records, tr("record"), tr("records"))};
    if (counts.disbelieved > 0) {
        texts.append(
            tr("without %1 whose count cannot be").arg(countText(counts.disbelieved, tr("batch"), tr("batches"))));
    }
    if (counts.skipped > 0) {
        texts.append(tr("%1 in which no batch begins").arg(bytesCountText(counts.skipped)));
    }
    if (counts.isCutOff) {
        texts.append(tr("the last batch is cut off"));
    }
    if (m_batches->problems() > 0) {
        texts.append(countText(m_batches->problems(), tr("problem"), tr("problems")));
    }
    return texts;
}

QString FileView::factsText() const {
    QStringList texts{bytesCountText(m_progress.size)};
    if (m_file.content == FileContent::Batches) {
        texts += batchFacts();
    } else {
        texts.append(countText(static_cast<std::uint64_t>(m_entries->rowCount()), tr("entry"), tr("entries")));
        if (!m_entryFacts.isEmpty()) {
            texts.append(m_entryFacts);
        }
    }
    if (m_progress.isCut) {
        texts.append(tr("the list ends here, the file does not"));
    }
    if (m_wasReplaced) {
        texts.append(tr("cut off or written anew since it was opened"));
    }
    if (const QString checked = checkText(); !checked.isEmpty()) {
        texts.append(checked);
    }
    return texts.join(QStringLiteral(" · "));
}

// How far the checksums are known.
QString FileView::checkText() const {
    if (!m_checked) {
        return {};
    }
    if (m_checked->failure) {
        return tr("checksums: %1").arg(QString::fromStdString(m_checked->failure->text()));
    }
    if (isChecking()) {
        return tr("verifying checksums, %1 %").arg(m_checked->percent());
    }
    return m_checked->read < m_checked->size ? tr("checksums verified up to %1 %").arg(m_checked->percent())
                                             : tr("checksums verified");
}

void FileView::showProgress(const FileProgress& progress) {
    m_progress = progress;
    m_progressBar->setValue(progress.percent());
    showControls();
    m_bar->setFacts(factsText());
    if (progress.failure) {
        showSentence(QString::fromStdString(progress.failure->text()));
    }
}

void FileView::endReading() {
    if (isReading()) {
        return;
    }
    showControls();
    const bool isPart = m_progress.read < m_progress.size && !m_progress.isCut;
    if (m_file.content != FileContent::Nothing) {
        m_bar->setFacts(isPart ? tr("%1 · stopped at %2 %").arg(factsText()).arg(m_progress.percent()) : factsText());
    }
    tellFound();
    const bool isListed = m_file.content == FileContent::Batches && !isPart && !m_progress.failure;
    if (isListed && m_batches->rowCount() > 0) {
        m_checked = FileProgress{0, m_progress.read};
        m_checking.start(
            this, checkBatches(m_file.path, m_batches->piecesFrom(m_checkedRows)),
            [this](const CheckPiece& piece) { takeFaults(piece); }, [this] { endChecking(); });
        showControls();
    }
    Q_EMIT readingEnded();
}

void FileView::tellFound() {
    const bool hasBatches = m_file.content == FileContent::Batches;
    const bool isRead = (hasBatches || m_file.content == FileContent::Entries) && !m_progress.failure;
    if (isRead) {
        Q_EMIT fileRead(QString::fromStdString(m_file.path), m_progress.size,
                        hasBatches ? m_batches->problems() : m_entryProblems);
    }
}

void FileView::takeFaults(const CheckPiece& piece) {
    std::vector<BatchFault> faults = piece.faults;
    for (BatchFault& fault : faults) {
        fault.row += static_cast<std::size_t>(m_checkedRows);
    }
    m_batches->addFaults(faults);
    tellFound();
    m_checked = piece.progress;
    m_progressBar->setValue(piece.progress.percent());
    m_bar->setFacts(factsText());
}

void FileView::endChecking() {
    if (!m_checked || isChecking()) {
        return;
    }
    if (m_checked->read >= m_checked->size && m_mark != nullptr) {
        m_checkedRows = static_cast<int>(m_mark->rows);
    }
    showControls();
    m_bar->setFacts(factsText());
    Q_EMIT checkingEnded();
}

void FileView::showBatch() {
    const OutlinedBatch* batch = m_batches->batch(m_batchTable->currentIndex());
    if (batch == nullptr) {
        return;
    }
    const std::uint64_t position = batch->position;
    const auto reading = [path = m_file.path, position, size = std::min(batch->size, m_context.limits().frame),
                          limits = m_context.limits()](const CancelToken& cancel) {
        return readBatch(path, position, size, limits, cancel);
    };
    m_batchOpening.start(this, reading, [this, position](const ReadBatch& read) {
        const OutlinedBatch* chosen = m_batches->batch(m_batchTable->currentIndex());
        if (chosen == nullptr || chosen->position != position) {
            return;
        }
        m_inspector->setEmptyText(read.failure);
        TitleBar& title = m_inspector->titleBar();
        title.setHeading(tr("Batch at offset %1").arg(chosen->baseOffset));
        title.setFacts(tr("bytes %1 to %2 of the file; offsets here count from the batch's first byte")
                           .arg(grouped(static_cast<std::int64_t>(position)),
                                grouped(static_cast<std::int64_t>(position + chosen->size - 1))));
        DocumentContext context = m_context.document();
        context.topic = topicOfFile(m_file.path);
        m_inspector->setDocument(read.tree != nullptr ? std::make_shared<OpenDocument>(read.tree, std::move(context))
                                                      : nullptr);
    });
}

}  // namespace brokerscope
