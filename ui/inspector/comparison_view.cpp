#include "ui/inspector/comparison_view.h"

#include "ui/hexview/hex_view.h"
#include "ui/inspector/bytes_pane.h"
#include "ui/inspector/change_marks.h"
#include "ui/models/comparison_model.h"
#include "ui/models/open_document.h"
#include "ui/models/value_format.h"
#include "ui/style/metrics.h"
#include "ui/widgets/plain_table.h"
#include "ui/widgets/title_bar.h"

#include <QHeaderView>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QVBoxLayout>

namespace brokerscope {
namespace {

constexpr int kDifferencesShare = 2;
constexpr int kSidesShare = 3;

QFrame* framed(QWidget* contents) {
    auto* frame = new QFrame;
    frame->setFrameShape(QFrame::StyledPanel);
    auto* layout = new QVBoxLayout(frame);
    layout->setContentsMargins(1, 1, 1, 1);
    layout->setSpacing(0);
    layout->addWidget(contents);
    return frame;
}

}  // namespace

ComparisonView::ComparisonView(const SchemaRegistry& registry, QWidget* parent)
    : QWidget(parent)
    , m_model(new ComparisonModel(FieldTexts(registry), this))
    , m_table(makePlainTable(*m_model, tr("Differences"), this))
    , m_bar(new TitleBar(tr("Differences"), TitleBar::Height::Panel, this)) {
    setUpTable();
    auto* above = new QWidget;
    auto* aboveLayout = new QVBoxLayout(above);
    aboveLayout->setContentsMargins(0, 0, 0, 0);
    aboveLayout->setSpacing(0);
    aboveLayout->addWidget(m_bar);
    aboveLayout->addWidget(m_table, 1);
    auto* sides = new QSplitter(Qt::Horizontal);
    sides->setChildrenCollapsible(false);
    sides->setHandleWidth(Metrics::Spacing);
    m_sides.resize(2);
    for (Side& side : m_sides) {
        sides->addWidget(makeSide(side, registry));
    }
    auto* rows = new QSplitter(Qt::Vertical);
    rows->setChildrenCollapsible(false);
    rows->setHandleWidth(Metrics::Spacing);
    rows->addWidget(framed(above));
    rows->addWidget(sides);
    rows->setStretchFactor(0, kDifferencesShare);
    rows->setStretchFactor(1, kSidesShare);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(rows);
}

QWidget* ComparisonView::makeSide(Side& side, const SchemaRegistry& registry) {
    const auto number = static_cast<std::size_t>(&side - m_sides.data());
    side.link = std::make_unique<SelectionLink>();
    side.bytes = new BytesPane(registry, *side.link, this);
    side.bytes->hexView().setAccessibleName(number == 0 ? tr("Bytes at the left") : tr("Bytes at the right"));
    connect(side.bytes, &BytesPane::pathHovered, this, &ComparisonView::pathHovered);
    connect(side.link.get(), &SelectionLink::selectionChanged, this,
            [this, number](const LinkedSelection& selection) { follow(number, selection); });
    return framed(side.bytes);
}

void ComparisonView::setUpTable() {
    m_table->setFrameShape(QFrame::NoFrame);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &ComparisonView::showRow);
}

void ComparisonView::setHexOptions(const HexOptions& options) {
    for (const Side& side : m_sides) {
        side.bytes->hexView().setOptions(options);
    }
}

QString ComparisonView::facts() const {
    return m_bar->facts();
}

void ComparisonView::compare(ComparedMessage left, ComparedMessage right) {
    m_model->setDifferences(nullptr, nullptr, {});
    m_sides[0].message = std::move(left);
    m_sides[1].message = std::move(right);
    for (const Side& side : m_sides) {
        side.bytes->setChanged({});
        side.bytes->setDocument(side.message.document);
        side.bytes->setTitle(side.message.title);
    }
    m_bar->setFacts(tr("comparing…"));
    m_work.start(
        this,
        [before = m_sides[0].message.document->message(), after = m_sides[1].message.document->message()](
            const CancelToken& cancel) { return treeDifferences(NodeRef::root(before), NodeRef::root(after), cancel); },
        [this](const TreeDifferences& found) { take(found); });
}

void ComparisonView::take(const TreeDifferences& found) {
    m_sides[0].bytes->setChanged(changedBytes(found, &TreeDifference::beforeBytes));
    m_sides[1].bytes->setChanged(changedBytes(found, &TreeDifference::afterBytes));
    m_model->setDifferences(m_sides[0].message.document, m_sides[1].message.document, found);
    const QString count = countText(found.differences.size(), tr("difference"), tr("differences"));
    m_bar->setFacts(found.differences.empty() ? tr("both say the same")
                    : found.isCut             ? tr("the first %1").arg(count)
                                              : count);
    fitColumns();
    step(false);
}

void ComparisonView::fitColumns() {
    const QFontMetrics metrics = m_table->fontMetrics();
    m_table->resizeColumnToContents(ComparisonModel::ChangeColumn);
    const int room = m_table->viewport()->width() - m_table->columnWidth(ComparisonModel::ChangeColumn);
    m_table->setColumnWidth(ComparisonModel::FieldColumn, room * 2 / 5);
    m_table->setColumnWidth(ComparisonModel::BeforeColumn, room * 3 / 10);
    m_table->setColumnWidth(ComparisonModel::AfterColumn,
                            std::max(metrics.averageCharWidth() * 10, room - room * 2 / 5 - room * 3 / 10));
}

void ComparisonView::step(bool backwards) {
    const int rows = m_model->rowCount();
    if (rows == 0) {
        return;
    }
    const int row = m_table->currentIndex().isValid() ? m_table->currentIndex().row() : backwards ? 0 : rows - 1;
    m_table->setCurrentIndex(m_model->index((row + (backwards ? rows - 1 : 1)) % rows, ComparisonModel::FieldColumn));
}

void ComparisonView::showRow() {
    const TreeDifference* chosen = m_model->difference(m_table->currentIndex());
    if (chosen == nullptr || m_isFollowing) {
        return;
    }
    const QScopedValueRollback following(m_isFollowing, true);
    for (const Side& side : m_sides) {
        const NodeRef& node = &side == m_sides.data() ? chosen->before : chosen->after;
        if (node.isValid()) {
            side.link->select(side.message.document->linkedTo(node), this);
        } else {
            side.link->clear(this);
        }
    }
}

// A byte was chosen on one side.
void ComparisonView::follow(std::size_t side, const LinkedSelection& selection) {
    const std::shared_ptr<OpenDocument>& document = m_sides[side].message.document;
    const NodeRef node = document != nullptr && !m_isFollowing ? document->nodeOf(selection) : NodeRef();
    if (!node.isValid()) {
        return;
    }
    const QScopedValueRollback following(m_isFollowing, true);
    const Side& other = m_sides[1 - side];
    const QModelIndex row = m_model->indexOf(node, side == 0);
    const TreeDifference* difference = m_model->difference(row);
    NodeRef partner = difference != nullptr ? (side == 0 ? difference->after : difference->before) : NodeRef();
    if (difference == nullptr) {
        partner = other.message.document->nodeOfPath(document->fullPath(node));
        m_table->clearSelection();
    } else {
        m_table->setCurrentIndex(row);
    }
    if (partner.isValid()) {
        other.link->select(other.message.document->linkedTo(partner), this);
    } else {
        other.link->clear(this);
    }
}

}  // namespace brokerscope
