#include "ui/pages/records_window.h"

#include "ui/forms/record_composer.h"
#include "ui/inspector/bytes_pane.h"
#include "ui/inspector/node_link.h"
#include "ui/models/byte_arrays.h"
#include "ui/models/draft_model.h"
#include "ui/models/open_document.h"
#include "ui/models/roles.h"
#include "ui/pages/titled_panel.h"
#include "ui/style/icons.h"
#include "ui/style/metrics.h"
#include "ui/widgets/first_size.h"
#include "ui/widgets/status_kind.h"

#include <QAction>
#include <QListView>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QStandardItemModel>
#include <QVBoxLayout>

namespace brokerscope {
namespace {

constexpr QSize kFirstSize{1280, 860};
constexpr int kComposerShare = 600;  // of the height
constexpr int kBytesShare = 260;
constexpr int kProblemsWidth = 530;
constexpr int kBytesWidth = 730;
constexpr int kBatchRole = Qt::UserRole + 1;

StatusKind kindOf(Severity severity) {
    return severity == Severity::Error     ? StatusKind::Error
           : severity == Severity::Warning ? StatusKind::Warning
                                           : StatusKind::Info;
}

ByteBuffer bytesOf(const QModelIndex& field) {
    const QByteArray bytes = field.siblingAtColumn(TreeColumn::Value).data(Qt::EditRole).toByteArray();
    return {bytes.begin(), bytes.end()};
}

}  // namespace

RecordsWindow::RecordsWindow(const ReadingContext& context, DraftModel& draft, QWidget* parent)
    : QDialog(parent, Qt::Window)
    , m_context(context)
    , m_draft(draft)
    , m_set(context)
    , m_composer(new RecordComposer(m_set, this))
    , m_bytes(new BytesPane(context.registry(), m_link, this))
    , m_problems(new QListView(this))
    , m_problemItems(new QStandardItemModel(this)) {
    setUpLayout();
    setUpHistory();
    connect(&m_set, &DraftRecordSet::edited, this, &RecordsWindow::write);
    connect(&m_set, &DraftRecordSet::batchChanged, this, [this](int batch) {
        if (batch == m_composer->currentBatch()) {
            showBatch(batch);
        }
    });
    connect(&m_set, &DraftRecordSet::remarksCame, this, &RecordsWindow::showRemarks);
    connect(m_composer, &RecordComposer::batchShown, this, &RecordsWindow::showBatch);
    connect(m_composer, &RecordComposer::nodeSelected, this, &RecordsWindow::selectNode);
    connect(&draft, &DraftModel::draftChanged, this, &RecordsWindow::read);
}

void RecordsWindow::setUpLayout() {
    auto* below = new QSplitter(Qt::Horizontal);
    below->setChildrenCollapsible(false);
    below->setHandleWidth(Metrics::Spacing);
    below->addWidget(makeProblems());
    m_bytes->setTitle(tr("Bytes of the batch"));
    auto* box = new QFrame;
    box->setFrameShape(QFrame::StyledPanel);
    auto* boxLayout = new QVBoxLayout(box);
    boxLayout->setContentsMargins(1, 1, 1, 1);
    boxLayout->addWidget(m_bytes);
    below->addWidget(box);
    below->setSizes({kProblemsWidth, kBytesWidth});
    below->setStretchFactor(0, kProblemsWidth);
    below->setStretchFactor(1, kBytesWidth);
    auto* rows = new QSplitter(Qt::Vertical);
    rows->setChildrenCollapsible(false);
    rows->setHandleWidth(Metrics::Spacing);
    rows->addWidget(m_composer);
    rows->addWidget(below);
    rows->setSizes({kComposerShare, kBytesShare});
    rows->setStretchFactor(0, kComposerShare);
    rows->setStretchFactor(1, kBytesShare);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(Metrics::Margin, Metrics::Margin, Metrics::Margin, Metrics::Margin);
    layout->addWidget(rows);
    resize(firstSize(kFirstSize, *this));
}

QWidget* RecordsWindow::makeProblems() {
    m_problems->setModel(m_problemItems);
    m_problems->setAccessibleName(tr("What a reader of the records finds"));
    m_problems->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_problems->setUniformItemSizes(true);
    m_problems->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    const auto follow = [this](const QModelIndex& index) { m_composer->chooseBatch(index.data(kBatchRole).toInt()); };
    connect(m_problems, &QAbstractItemView::clicked, this, follow);
    connect(m_problems, &QAbstractItemView::activated, this, follow);
    return new TitledPanel(tr("What a reader finds"), m_problems);
}

// The form's history, not one of its own.
void RecordsWindow::setUpHistory() {
    const auto add = [this](const QString& name, const QList<QKeySequence>& keys, void (DraftModel::*run)()) {
        auto* action = new QAction(name, this);
        action->setShortcuts(keys);
        connect(action, &QAction::triggered, &m_draft, run);
        addAction(action);
    };
    add(tr("Undo"), {QKeySequence::Undo}, &DraftModel::undo);
    add(tr("Redo"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)},
        &DraftModel::redo);
}

void RecordsWindow::edit(const QModelIndex& field) {
    m_field = field.siblingAtColumn(TreeColumn::Field);
    m_path = field.data(PathRole).toString();
    setWindowTitle(tr("Records of %1").arg(m_path));
    m_draft.endTyping();
    show();
    read();
    showBatch(m_composer->currentBatch());
    raise();
    activateWindow();
}

// A step back or another draft makes new rows; then the field is found by its path.
QModelIndex RecordsWindow::field() {
    if (!m_field.isValid()) {
        m_field = m_draft.indexOfPath(m_path);
    }
    if (m_field.isValid() && !m_draft.holdsRecords(m_field)) {
        m_field = QPersistentModelIndex();
    }
    if (m_field.isValid()) {
        m_path = m_field.data(PathRole).toString();
    }
    return m_field;
}

void RecordsWindow::read() {
    if (m_isWriting || m_path.isEmpty() || !isVisible()) {
        return;
    }
    const QModelIndex shown = field();
    if (!shown.isValid()) {
        m_path.clear();
        hide();
        return;
    }
    m_step.clear();
    m_set.setBytes(bytesOf(shown));
}

void RecordsWindow::write(const QString& step) {
    const QModelIndex written = field();
    if (!written.isValid()) {
        return;
    }
    const QScopedValueRollback writing(m_isWriting, true);
    if (step.isEmpty() || step != m_step) {
        m_draft.endTyping();
    }
    m_step = step;
    const ByteBuffer& bytes = m_set.bytes();
    m_draft.setData(written.siblingAtColumn(TreeColumn::Value), arrayOf(bytes));
}

void RecordsWindow::showBatch(int batch) {
    const auto tree = batch < 0 ? nullptr : m_set.tree(batch);
    m_bytes->setDocument(tree != nullptr ? std::make_shared<OpenDocument>(tree, m_context.document()) : nullptr);
}

void RecordsWindow::showRemarks() {
    m_problemItems->clear();
    for (const DraftRecordSet::Remark& remark : m_set.remarks()) {
        const StatusKind kind = kindOf(remark.diagnostic.severity);
        const QString path = QString::fromStdString(remark.diagnostic.path);
        const QString place =
            path.isEmpty() ? tr("Batch %1").arg(remark.batch) : tr("Batch %1, %2").arg(remark.batch).arg(path);
        const QString text = QStringLiteral("%1: %2").arg(place, QString::fromStdString(remark.diagnostic.text()));
        auto* item = new QStandardItem(icon(statusIconName(kind), statusIconRole(kind)), text);
        item->setData(remark.batch, kBatchRole);
        item->setToolTip(text);
        m_problemItems->appendRow(item);
    }
    if (m_problemItems->rowCount() == 0 && m_set.count() > 0) {
        m_problemItems->appendRow(new QStandardItem(icon(QStringLiteral("ok"), IconRole::Ok),
                                                    tr("Nothing wrong: checksums, lengths and counts fit.")));
    }
}

void RecordsWindow::selectNode(const NodeRef& node) {
    m_link.select(linkedTo(node), m_composer);
}

}  // namespace brokerscope
