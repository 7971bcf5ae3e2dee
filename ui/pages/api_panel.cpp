#include "ui/pages/api_panel.h"

#include "ui/models/roles.h"
#include "ui/pages/api_delegate.h"
#include "ui/style/metrics.h"
#include "ui/widgets/font_follower.h"
#include "ui/widgets/search_field.h"

#include <QHeaderView>
#include <QTreeView>
#include <QVBoxLayout>

namespace brokerscope {

namespace {

constexpr int kWidestName = 222;  // longer ones give way
constexpr int kLeastWidth = 210;
constexpr int kScrollBarWidth = 11;

}  // namespace

ApiPanel::ApiPanel(const SchemaRegistry& registry, QWidget* parent)
    : QWidget(parent), m_model(new ApiListModel(registry, this)), m_filtered(new ApiFilterModel(this)) {
    m_filtered->setSourceModel(m_model);
    setUpFilter();
    setUpView();
    setMinimumWidth(kLeastWidth);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, Metrics::Spacing, 0, 0);
    layout->setSpacing(Metrics::Spacing);
    auto* margins = new QHBoxLayout;
    margins->setContentsMargins(Metrics::Spacing, 0, Metrics::Spacing, 0);
    margins->addWidget(m_filter);
    layout->addLayout(margins);
    layout->addWidget(m_view, 1);
    followFont(*this, [this] { fitVersions(); });
}

void ApiPanel::setUpFilter() {
    m_filter = new SearchField(tr("Filter by name, key or field…"), this);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_filtered->setFilterText(text);
        m_view->expandAll();
    });
    connect(m_filter, &SearchField::resultsWanted, this, &ApiPanel::goToList);
}

void ApiPanel::setUpView() {
    m_view = new QTreeView(this);
    m_view->setModel(m_filtered);
    m_view->setAccessibleName(tr("API list"));
    m_view->setHeaderHidden(true);
    m_view->setUniformRowHeights(true);
    m_view->setRootIsDecorated(false);
    m_view->setIndentation(0);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setItemDelegate(new ApiDelegate(m_view));
    m_view->setExpandsOnDoubleClick(true);
    m_view->header()->setStretchLastSection(false);
    m_view->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_view->header()->setSectionResizeMode(1, QHeaderView::Fixed);
    m_view->header()->setMinimumSectionSize(1);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->expandAll();
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& current) {
        const QVariant key = current.data(Role::ApiKeyRole);
        if (key.isValid()) {
            Q_EMIT apiChosen(key.toInt());
        }
    });
}

// Of the widest text of a column.
int ApiPanel::widthOf(int column) const {
    int widest = 0;
    for (int family = 0; family < m_model->rowCount(); ++family) {
        const QModelIndex above = m_model->index(family, 0);
        for (int row = 0; row < m_model->rowCount(above); ++row) {
            QStyleOptionViewItem option;
            option.font = m_view->font();
            option.fontMetrics = m_view->fontMetrics();
            widest =
                std::max(widest, m_view->itemDelegate()->sizeHint(option, m_model->index(row, column, above)).width());
        }
    }
    return widest;
}

QSize ApiPanel::sizeHint() const {
    return {std::min(kWidestName, widthOf(0)) + widthOf(1) + kScrollBarWidth, QWidget::sizeHint().height()};
}

void ApiPanel::setVersions(const BrokerVersions* versions) {
    if (!versions) {
        m_model->setBroker(std::nullopt);
        return;
    }
    ApiListModel::BrokerRanges ranges;
    for (const AdvertisedApi& api : versions->apis) {
        ranges.emplace(api.key, api.versions);
    }
    const auto kept = chosen();
    {
        const QSignalBlocker blocker(m_view->selectionModel());
        m_model->setBroker(std::move(ranges));
        m_view->expandAll();
        if (kept) {
            m_view->setCurrentIndex(m_filtered->mapFromSource(m_model->indexOfKey(*kept)));
        }
    }
    showWithHeading(m_view->currentIndex());
    m_view->viewport()->update();
}

// Brings the heading of its family into view as well, where there is room for both.
void ApiPanel::showWithHeading(const QModelIndex& index) {
    if (!index.isValid()) {
        return;
    }
    m_view->scrollTo(index);
    const QModelIndex heading = index.parent();
    const int top = heading.isValid() ? m_view->visualRect(heading).top() : 0;
    if (top < 0 && m_view->visualRect(index).bottom() - top < m_view->viewport()->height()) {
        m_view->scrollTo(heading, QAbstractItemView::PositionAtTop);
    }
}

// Fonts and paddings are known now, and may change later.
void ApiPanel::fitVersions() {
    m_view->header()->resizeSection(1, widthOf(1));
}

void ApiPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    fitVersions();
    showWithHeading(m_view->currentIndex());
}

void ApiPanel::choose(int apiKey) {
    const QModelIndex source = m_model->indexOfKey(apiKey);
    if (!source.isValid()) {
        return;
    }
    if (!m_filtered->mapFromSource(source).isValid()) {
        m_filter->clear();
    }
    const QModelIndex index = m_filtered->mapFromSource(source);
    if (m_view->currentIndex() == index) {
        return;  // chosen in the list itself, which stays where it is
    }
    m_view->setCurrentIndex(index);
    showWithHeading(index);
}

std::optional<int> ApiPanel::chosen() const {
    const QVariant key = m_view->currentIndex().data(Role::ApiKeyRole);
    return key.isValid() ? std::optional<int>(key.toInt()) : std::nullopt;
}

void ApiPanel::focusFilter() {
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void ApiPanel::goToList() {
    const QModelIndex family = m_filtered->index(0, 0);
    const QModelIndex first = m_filtered->index(0, 0, family);
    if (first.isValid() && !chosen()) {
        m_view->setCurrentIndex(first);
    }
    m_view->setFocus(Qt::ShortcutFocusReason);
}

}  // namespace brokerscope
