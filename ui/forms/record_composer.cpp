#include "ui/forms/record_composer.h"

#include "ui/forms/list_tools.h"
#include "ui/forms/record_detail.h"
#include "ui/forms/record_tables.h"
#include "ui/models/draft_batch_field_model.h"
#include "ui/models/draft_batch_list_model.h"
#include "ui/models/draft_record_table_model.h"
#include "ui/models/roles.h"
#include "ui/models/value_format.h"
#include "ui/style/metrics.h"
#include "ui/widgets/empty_page.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/title_bar.h"

#include <QAction>
#include <QDateTime>
#include <QHeaderView>
#include <QInputDialog>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace brokerscope {
namespace {

constexpr int kNewestMagic = 2;
constexpr int kMostRecordsAtOnce = 100'000;
constexpr int kListHeight = 150;
constexpr int kFieldsHeight = 430;
constexpr int kTableHeight = 300;
constexpr int kDetailHeight = 280;
constexpr int kBatchesWidth = 590;
constexpr int kRecordsWidth = 690;
constexpr int kValueRoom = 18;  // around the text of a batch's field

QFrame* makePanel(TitleBar* bar, QWidget* content) {
    auto* panel = new QFrame;
    panel->setFrameShape(QFrame::StyledPanel);
    auto* layout = new QVBoxLayout(panel);
    layout->setContentsMargins(1, 1, 1, 1);
    layout->setSpacing(0);
    layout->addWidget(bar);
    layout->addWidget(content, 1);
    return panel;
}

void makeSplit(QSplitter& splitter, const QList<int>& sizes) {
    splitter.setChildrenCollapsible(false);
    splitter.setHandleWidth(Metrics::Spacing);
    splitter.setSizes(sizes);
    for (int i = 0; i < splitter.count(); ++i) {
        splitter.setStretchFactor(i, sizes.value(i));
    }
}

}  // namespace

RecordComposer::RecordComposer(DraftRecordSet& set, QWidget* parent)
    : QWidget(parent)
    , m_set(set)
    , m_batchModel(new DraftBatchListModel(set, this))
    , m_fieldModel(new DraftBatchFieldModel(set, this))
    , m_recordModel(new DraftRecordTableModel(set, this))
    , m_messages(new MessageBar(this))
    , m_detail(new RecordDetail(set, this))
    , m_pages(new QStackedWidget(this)) {
    auto* batches = new QSplitter(Qt::Vertical);
    setUpBatches(*batches);
    auto* records = new QSplitter(Qt::Vertical);
    setUpRecords(*records);
    auto* columns = new QSplitter(Qt::Horizontal);
    columns->addWidget(batches);
    columns->addWidget(records);
    makeSplit(*columns, {kBatchesWidth, kRecordsWidth});
    auto* empty = new EmptyPage(QStringLiteral("table"), tr("No batch yet"),
                                tr("The field holds no records. A batch of magic 2 is what brokers take today."),
                                tr("Add a batch"));
    connect(empty, &EmptyPage::actionWanted, this, &RecordComposer::addBatch);
    m_pages->addWidget(columns);
    m_pages->addWidget(empty);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Metrics::Spacing);
    layout->addWidget(m_messages);
    layout->addWidget(m_pages, 1);
    setUpFollowing();
    restoreRows();
}

void RecordComposer::setUpBatches(QSplitter& column) {
    m_batchTable = makeRecordTable(*m_batchModel, tr("Batches"), this);
    fitColumn(*m_batchTable, DraftBatchListModel::NumberColumn, QStringLiteral("00"));
    fitColumn(*m_batchTable, DraftBatchListModel::FormatColumn, QStringLiteral("bytes"));
    fitColumn(*m_batchTable, DraftBatchListModel::CodecColumn, QStringLiteral("snappy"));
    fitColumn(*m_batchTable, DraftBatchListModel::CountColumn, QStringLiteral("10 000"));
    auto* tools = new ListTools(*m_batchTable,
                                {{QStringLiteral("add"), tr("Add a batch"), Qt::Key_Insert, [this] { addBatch(); }},
                                 {QStringLiteral("duplicate"), tr("Duplicate"), Qt::CTRL | Qt::Key_D,
                                  [this] { chooseBatch(m_batchModel->duplicate(currentBatch())); }},
                                 {QStringLiteral("move-up"), tr("Move up"), Qt::ALT | Qt::Key_Up,
                                  [this] { chooseBatch(std::max(0, m_batchModel->move(currentBatch(), -1))); }},
                                 {QStringLiteral("move-down"), tr("Move down"), Qt::ALT | Qt::Key_Down,
                                  [this] {
                                      const int moved = m_batchModel->move(currentBatch(), 1);
                                      chooseBatch(moved >= 0 ? moved : currentBatch());
                                  }},
                                 {QStringLiteral("delete"), tr("Remove"), Qt::Key_Delete,
                                  [this] { chooseBatch(m_batchModel->remove(currentBatch())); }}});
    auto* bar = new TitleBar(tr("Batches"));
    bar->addAfter(tools);
    column.addWidget(makePanel(bar, m_batchTable));
    m_fieldTable = makeRecordTable(*m_fieldModel, tr("Fields of the batch"), this);
    fitColumn(*m_fieldTable, DraftBatchFieldModel::FieldColumn, QStringLiteral("PartitionLeaderEpoch ||"));
    fitColumn(*m_fieldTable, DraftBatchFieldModel::HandColumn, QStringLiteral("[box] computed"));
    m_fieldTable->horizontalHeader()->setStretchLastSection(false);
    m_fieldTable->horizontalHeader()->setSectionResizeMode(DraftBatchFieldModel::ValueColumn, QHeaderView::Stretch);
    // A timestamp with its meaning is the longest that a field usually has.
    const int value =
        m_fieldTable->fontMetrics().horizontalAdvance(QStringLiteral("0000000000000\u20032000-00-00 00:00:00.000 UTC"));
    m_fieldTable->setMinimumWidth(m_fieldTable->columnWidth(DraftBatchFieldModel::FieldColumn) +
                                  m_fieldTable->columnWidth(DraftBatchFieldModel::HandColumn) + value + kValueRoom);
    m_fieldBar = new TitleBar;
    column.addWidget(makePanel(m_fieldBar, m_fieldTable));
    makeSplit(column, {kListHeight, kFieldsHeight});
}

void RecordComposer::setUpRecords(QSplitter& column) {
    m_recordTable = makeRecordTable(*m_recordModel, tr("Records"), this);
    m_recordTable->setSelectionMode(QAbstractItemView::ContiguousSelection);
    m_recordTable->horizontalHeader()->setStretchLastSection(false);
    m_recordTable->horizontalHeader()->setSectionResizeMode(DraftRecordTableModel::ValueColumn, QHeaderView::Stretch);
    fitColumn(*m_recordTable, DraftRecordTableModel::NumberColumn, QStringLiteral("00000"));
    fitColumn(*m_recordTable, DraftRecordTableModel::OffsetColumn, QStringLiteral("+000000"));
    fitColumn(*m_recordTable, DraftRecordTableModel::TimeColumn, QStringLiteral("+0000000"));
    fitColumn(*m_recordTable, DraftRecordTableModel::KeyColumn, QStringLiteral("a key of some length"));
    fitColumn(*m_recordTable, DraftRecordTableModel::HeadersColumn, QStringLiteral("10 headers"));
    auto* tools = new ListTools(
        *m_recordTable,
        {{QStringLiteral("add"), tr("Add a record"), Qt::Key_Insert, [this] { addRecord(); }},
         {QStringLiteral("table"), tr("Add many…"), Qt::SHIFT | Qt::Key_Insert, [this] { addManyRecords(); }},
         {QStringLiteral("duplicate"), tr("Duplicate"), Qt::CTRL | Qt::Key_D,
          [this] {
              if (m_recordModel->duplicate(currentRecord())) {
                  chooseRecord(currentRecord() + 1);
              }
          }},
         {QStringLiteral("move-up"), tr("Move up"), Qt::ALT | Qt::Key_Up,
          [this] { m_recordModel->move(currentRecord(), -1); }},
         {QStringLiteral("move-down"), tr("Move down"), Qt::ALT | Qt::Key_Down,
          [this] { m_recordModel->move(currentRecord(), 1); }},
         {QStringLiteral("null"), tr("Null or a value"), Qt::CTRL | Qt::Key_0, [this] { switchNull(); }},
         {QStringLiteral("delete"), tr("Remove"), Qt::Key_Delete, [this] { removeRecords(); }}});
    m_recordBar = new TitleBar;
    m_recordBar->addAfter(tools);
    column.addWidget(makePanel(m_recordBar, m_recordTable));
    auto* frame = new QFrame;
    frame->setFrameShape(QFrame::StyledPanel);
    auto* layout = new QVBoxLayout(frame);
    layout->setContentsMargins(1, 1, 1, 1);
    layout->addWidget(m_detail);
    column.addWidget(frame);
    makeSplit(column, {kTableHeight, kDetailHeight});
}

void RecordComposer::setUpFollowing() {
    connect(m_batchTable->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &RecordComposer::showBatch);
    connect(m_recordTable->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &RecordComposer::showRecord);
    connect(m_fieldTable->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) { Q_EMIT nodeSelected(m_fieldModel->node(current)); });
    // The current row stays with its record without being announced.
    connect(m_recordModel, &QAbstractItemModel::rowsInserted, this, &RecordComposer::showRecord);
    connect(m_recordModel, &QAbstractItemModel::rowsRemoved, this, &RecordComposer::showRecord);
    connect(m_recordModel, &QAbstractItemModel::rowsMoved, this, &RecordComposer::showRecord);
    connect(&m_set, &DraftRecordSet::rearranged, this, &RecordComposer::restoreRows);
    connect(&m_set, &DraftRecordSet::batchChanged, this, &RecordComposer::showHeadings);
    const auto refuse = [this](const QString& reason) { m_messages->showMessage(StatusKind::Warning, reason); };
    connect(m_batchModel, &DraftBatchListModel::editRefused, this, refuse);
    connect(m_fieldModel, &DraftBatchFieldModel::editRefused, this, refuse);
    connect(m_recordModel, &DraftRecordTableModel::editRefused, this, refuse);
    connect(m_detail, &RecordDetail::refused, this, refuse);
}

// A list that was changed is a new one for the tables.
void RecordComposer::restoreRows() {
    const int record = m_record;
    chooseBatch(m_batch);
    chooseRecord(std::min(record, m_recordModel->rowCount() - 1));
}

void RecordComposer::chooseBatch(int row) {
    const int last = m_set.count() - 1;
    m_pages->setCurrentIndex(last < 0 ? 1 : 0);
    if (last < 0) {
        showBatch();
        return;
    }
    const QModelIndex wanted = m_batchModel->index(std::clamp(row, 0, last), DraftBatchListModel::FormatColumn);
    const bool wasCurrent = currentBatch() == wanted.row();
    m_batchTable->setCurrentIndex(wanted);
    if (wasCurrent && m_recordModel->batch() != wanted.row()) {
        showBatch();
    }
}

int RecordComposer::currentBatch() const {
    const QModelIndex current = m_batchTable->currentIndex();
    return current.isValid() && current.row() < m_set.count() ? current.row() : -1;
}

int RecordComposer::currentRecord() const {
    const QModelIndex current = m_recordTable->currentIndex();
    return current.isValid() ? current.row() : -1;
}

void RecordComposer::chooseRecord(int row) {
    if (row >= 0 && row < m_recordModel->rowCount()) {
        const int column = std::max(m_recordTable->currentIndex().column(), int{DraftRecordTableModel::KeyColumn});
        m_recordTable->setCurrentIndex(m_recordModel->index(row, column));
    }
}

void RecordComposer::addBatch() {
    chooseBatch(m_batchModel->add(kNewestMagic, QDateTime::currentMSecsSinceEpoch()));
    m_recordTable->setFocus();
}

void RecordComposer::addRecord() {
    const int row = currentRecord() + 1;
    if (m_recordModel->add(row, 1)) {
        chooseRecord(row);
        m_recordTable->setFocus();
    }
}

void RecordComposer::addManyRecords() {
    bool taken = false;
    const int count =
        QInputDialog::getInt(this, tr("Add many"), tr("How many records?"), 10, 1, kMostRecordsAtOnce, 1, &taken);
    if (taken) {
        m_recordModel->add(currentRecord() + 1, count);
    }
}

void RecordComposer::removeRecords() {
    const QModelIndexList rows = m_recordTable->selectionModel()->selectedRows();
    if (rows.isEmpty()) {
        return;
    }
    const auto [first, last] = std::minmax_element(rows.begin(), rows.end());
    m_recordModel->remove(first->row(), last->row() - first->row() + 1);
}

void RecordComposer::switchNull() {
    const QModelIndex current = m_recordTable->currentIndex();
    m_recordModel->setNull(current, !current.data(IsNullRole).toBool());
}

void RecordComposer::showBatch() {
    const int batch = currentBatch();
    m_batch = std::max(batch, 0);
    m_recordModel->showBatch(batch);
    m_fieldModel->showHead(batch);
    chooseRecord(0);
    showRecord();
    showHeadings();
    explainRaw(batch);
    Q_EMIT batchShown(batch);
}

void RecordComposer::showHeadings() {
    const int batch = currentBatch();
    if (batch < 0) {
        return;
    }
    const DraftBatch& shown = m_set.batch(batch);
    m_fieldBar->setHeading(tr("Batch %1").arg(batch));
    m_fieldBar->setFacts(countText(m_set.tree(batch)->bytes->size(), tr("byte"), tr("bytes")));
    m_recordBar->setHeading(shown.format == kNewestMagic || shown.format == DraftBatch::kRaw ? tr("Records")
                                                                                             : tr("Messages"));
    m_recordBar->setFacts(grouped(shown.recordCount()));
}

// Bytes that no fields say exactly are never turned into fields unasked.
void RecordComposer::explainRaw(int batch) {
    m_messages->clear();
    if (batch < 0 || m_set.batch(batch).format != DraftBatch::kRaw || m_set.batch(batch).whyRaw.empty()) {
        return;
    }
    m_messages->showMessage(
        StatusKind::Info, tr("This entry is kept as bytes: %1.").arg(QString::fromStdString(m_set.batch(batch).whyRaw)),
        m_set.batch(batch).canRead ? tr("Its fields can be taken over, but the bytes will be other ones.")
                                   : tr("It can be edited as hex."));
    if (m_set.batch(batch).canRead) {
        connect(m_messages->addAction(tr("Take over the fields")), &QPushButton::clicked, this,
                [this, batch] { m_batchModel->readAnyway(batch); });
    }
}

void RecordComposer::showRecord() {
    const int record = currentRecord();
    m_record = std::max(record, 0);
    m_detail->showRecord(currentBatch(), record);
    Q_EMIT nodeSelected(record >= 0 ? m_recordModel->node(record) : NodeRef());
}

}  // namespace brokerscope
