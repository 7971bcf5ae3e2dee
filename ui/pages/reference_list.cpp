#include "ui/pages/reference_list.h"

#include "ui/pages/api_delegate.h"
#include "ui/style/metrics.h"
#include "ui/widgets/search_field.h"

#include <QEvent>
#include <QHeaderView>
#include <QSignalBlocker>
#include <QTreeView>
#include <QVBoxLayout>

namespace brokerscope {

namespace {

constexpr int kReferenceWidth = 330;
constexpr int kLeastReferenceWidth = 220;
constexpr int kSectionIndent = 14;

}  // namespace

ReferenceList::ReferenceList(const SchemaRegistry& registry, QWidget* parent)
    : QWidget(parent), m_model(new ReferenceListModel(registry, this)), m_filtered(new ApiFilterModel(this)) {
    m_filtered->setSourceModel(m_model);
    setUpFilter();
    setUpView();
    setMinimumWidth(kLeastReferenceWidth);
    auto* margins = new QHBoxLayout;
    margins->setContentsMargins(Metrics::Spacing, 0, Metrics::Spacing, 0);
    margins->addWidget(m_filter);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, Metrics::Spacing, 0, 0);
    layout->setSpacing(Metrics::Spacing);
    layout->addLayout(margins);
    layout->addWidget(m_view, 1);
}

void ReferenceList::setUpFilter() {
    m_filter = new SearchField(tr("Filter by name, number, field or word…"), this);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_filtered->setFilterText(text);
        openSections(!text.trimmed().isEmpty());
        m_view->scrollTo(m_view->currentIndex());
    });
    connect(m_filter, &SearchField::resultsWanted, this, &ReferenceList::goToList);
}

void ReferenceList::setUpView() {
    m_view = new QTreeView(this);
    m_view->setModel(m_filtered);
    m_view->setAccessibleName(tr("Reference list"));
    m_view->setHeaderHidden(true);
    m_view->setUniformRowHeights(true);
    m_view->setIndentation(kSectionIndent);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setItemDelegate(new ApiDelegate(m_view));
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->header()->setStretchLastSection(false);
    m_view->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_view->header()->setSectionResizeMode(1, QHeaderView::Fixed);
    m_view->header()->setMinimumSectionSize(1);
    fitNumbers();
    openSections(false);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& current) {
        if (const auto target =
                ReferenceTarget::fromText(current.siblingAtColumn(0).data(ReferenceListModel::TargetRole).toString())) {
            Q_EMIT chosen(*target);
        }
    });
}

void ReferenceList::fitNumbers() {
    constexpr int kRoom = 3 * Metrics::Spacing;
    m_view->header()->resizeSection(1, m_view->fontMetrics().horizontalAdvance(tr("calculator")) + kRoom);
}

void ReferenceList::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        fitNumbers();
    }
}

// Lessons are many and stand before the APIs: they are folded until somebody looks for something.
void ReferenceList::openSections(bool isFiltered) {
    m_view->expandAll();
    const QModelIndex lessons = m_model->indexOfSection(ReferenceTarget::Kind::Lesson);
    if (!isFiltered && lessons.isValid()) {
        m_view->collapse(m_filtered->mapFromSource(lessons));
    }
}

void ReferenceList::choose(const ReferenceTarget& target) {
    const QModelIndex listed = m_model->indexOf(target);
    if (!listed.isValid()) {
        return;
    }
    if (!m_filtered->mapFromSource(listed).isValid()) {
        m_filter->clear();
    }
    const QModelIndex index = m_filtered->mapFromSource(listed);
    if (m_view->currentIndex().siblingAtColumn(0) == index) {
        return;
    }
    const QSignalBlocker blocker(m_view->selectionModel());
    m_view->expand(index.parent());
    m_view->setCurrentIndex(index);
    m_view->scrollTo(index);
    m_view->viewport()->update();
}

void ReferenceList::setFilterText(const QString& text) {
    m_filter->setText(text);
}

void ReferenceList::focusFilter() {
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void ReferenceList::goToList() {
    m_view->setFocus(Qt::OtherFocusReason);
    m_view->setCurrentIndex(bestMatch());
}

// The first entry whose name has the words; else the first that has them elsewhere.
QModelIndex ReferenceList::bestMatch() const {
    const QString wanted = m_filter->text().trimmed();
    for (int section = 0; section < m_filtered->rowCount(); ++section) {
        const QModelIndex parent = m_filtered->index(section, 0);
        for (int row = 0; row < m_filtered->rowCount(parent); ++row) {
            const QModelIndex entry = m_filtered->index(row, 0, parent);
            if (entry.data().toString().contains(wanted, Qt::CaseInsensitive)) {
                return entry;
            }
        }
    }
    const QModelIndex first = m_filtered->index(0, 0);
    return first.isValid() ? m_filtered->index(0, 0, first) : QModelIndex();
}

QSize ReferenceList::sizeHint() const {
    return {kReferenceWidth, QWidget::sizeHint().height()};
}

void ReferenceList::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    m_view->scrollTo(m_view->currentIndex());
}

}  // namespace brokerscope
