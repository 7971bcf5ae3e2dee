#include "ui/forms/record_detail.h"

#include "ui/forms/blob_editor.h"
#include "ui/forms/list_tools.h"
#include "ui/forms/record_tables.h"
#include "ui/models/draft_batch_field_model.h"
#include "ui/models/draft_blob.h"
#include "ui/models/draft_header_table_model.h"
#include "ui/style/metrics.h"
#include "ui/widgets/segmented_control.h"
#include "ui/widgets/title_bar.h"

#include <QHeaderView>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace brokerscope {
namespace {

constexpr int kKeyShare = 2;  // of the height
constexpr int kValueShare = 3;
constexpr int kBlobsShare = 3;  // of the width
constexpr int kSideShare = 2;

}  // namespace

RecordDetail::RecordDetail(DraftRecordSet& set, QWidget* parent)
    : QWidget(parent)
    , m_set(set)
    , m_key(new BlobEditor(tr("Key"), this))
    , m_value(new BlobEditor(tr("Value"), this))
    , m_headerModel(new DraftHeaderTableModel(set, this))
    , m_fieldModel(new DraftBatchFieldModel(set, this)) {
    setUpHeaders();
    setUpFields();
    auto* blobs = new QSplitter(Qt::Vertical, this);
    blobs->setChildrenCollapsible(false);
    blobs->addWidget(m_key);
    blobs->addWidget(m_value);
    blobs->setStretchFactor(0, kKeyShare);
    blobs->setStretchFactor(1, kValueShare);
    auto* columns = new QSplitter(Qt::Horizontal, this);
    columns->setChildrenCollapsible(false);
    columns->addWidget(blobs);
    columns->addWidget(makeSide());
    columns->setStretchFactor(0, kBlobsShare);
    columns->setStretchFactor(1, kSideShare);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(columns);
    connect(m_key, &BlobEditor::edited, this, [this](const QVariant& bytes) { write("key", bytes); });
    connect(m_value, &BlobEditor::edited, this, [this](const QVariant& bytes) { write("value", bytes); });
    for (const BlobEditor* editor : {m_key, m_value}) {
        connect(editor, &BlobEditor::refused, this, &RecordDetail::refused);
    }
    connect(m_fieldModel, &DraftBatchFieldModel::editRefused, this, &RecordDetail::refused);
    connect(&set, &DraftRecordSet::aboutToRearrange, this, [this] { m_batch = m_record = -1; });
    connect(&set, &DraftRecordSet::batchChanged, this, [this](int batch) {
        if (batch == m_batch) {
            refresh();
        }
    });
    showRecord(-1, -1);
}

void RecordDetail::setUpHeaders() {
    m_headerTable = makeRecordTable(*m_headerModel, tr("Record headers"), this);
    m_headerTable->horizontalHeader()->setStretchLastSection(false);
    m_headerTable->horizontalHeader()->setSectionResizeMode(DraftHeaderTableModel::ValueColumn, QHeaderView::Stretch);
    fitColumn(*m_headerTable, DraftHeaderTableModel::KeyColumn, QStringLiteral("content-type"));
    fitColumn(*m_headerTable, DraftHeaderTableModel::NullColumn, QStringLiteral("[] null"));
}

void RecordDetail::setUpFields() {
    m_fieldTable = makeRecordTable(*m_fieldModel, tr("Numbers of the record"), this);
    fitColumn(*m_fieldTable, DraftBatchFieldModel::FieldColumn, QStringLiteral("TimestampDelta ||"));
    fitColumn(*m_fieldTable, DraftBatchFieldModel::ValueColumn, QStringLiteral("000000000"));
}

QWidget* RecordDetail::makeSide() {
    auto* chooser = new SegmentedControl({tr("Headers"), tr("Numbers")}, this);
    chooser->setAccessibleName(tr("What is shown of the record"));
    auto* tools = new ListTools(
        *m_headerTable,
        {{QStringLiteral("add"), tr("Add"), Qt::Key_Insert,
          [this] {
              const int row = currentHeader() + 1;
              if (m_headerModel->add(row)) {
                  m_headerTable->setCurrentIndex(m_headerModel->index(row, DraftHeaderTableModel::KeyColumn));
                  m_headerTable->setFocus();
              }
          }},
         {QStringLiteral("move-up"), tr("Move up"), Qt::ALT | Qt::Key_Up,
          [this] { m_headerModel->move(currentHeader(), -1); }},
         {QStringLiteral("move-down"), tr("Move down"), Qt::ALT | Qt::Key_Down,
          [this] { m_headerModel->move(currentHeader(), 1); }},
         {QStringLiteral("delete"), tr("Remove"), Qt::Key_Delete, [this] { m_headerModel->remove(currentHeader()); }}},
        this);
    auto* bar = new TitleBar({}, TitleBar::Height::Panel, this);
    bar->addBefore(chooser);
    bar->addAfter(tools);
    auto* pages = new QStackedWidget(this);
    pages->addWidget(m_headerTable);
    pages->addWidget(m_fieldTable);
    connect(chooser, &SegmentedControl::currentIndexChanged, this, [pages, tools](int index) {
        pages->setCurrentIndex(index);
        tools->setVisible(index == 0);
    });
    auto* side = new QWidget(this);
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(bar);
    layout->addWidget(pages, 1);
    return side;
}

int RecordDetail::currentHeader() const {
    const QModelIndex current = m_headerTable->currentIndex();
    return current.isValid() ? current.row() : m_headerModel->rowCount() - 1;
}

void RecordDetail::showRecord(int batch, int record) {
    m_batch = batch;
    m_record = batch < 0 ? -1 : record;
    m_headerModel->showRecord(m_batch, m_record);
    m_fieldModel->showRecord(m_batch, m_record);
    setEnabled(m_record >= 0);
    refresh();
}

void RecordDetail::refresh() {
    const bool isThere = m_batch >= 0 && m_record >= 0 && m_record < m_set.batch(m_batch).recordCount();
    m_key->setBytes(isThere ? blobOf(draftField(m_set.batch(m_batch).record(m_record), "key")) : QVariant());
    m_value->setBytes(isThere ? blobOf(draftField(m_set.batch(m_batch).record(m_record), "value")) : QVariant());
}

void RecordDetail::write(const char* field, const QVariant& bytes) {
    if (m_record < 0) {
        return;
    }
    const QString step = QStringLiteral("%1.%2.%3").arg(m_batch).arg(m_record).arg(QLatin1String(field));
    m_set.change(m_batch, step,
                 [&](DraftBatch& batch) { setDraftField(batch.record(m_record), field, draftBlob(bytes)); });
}

}  // namespace brokerscope
