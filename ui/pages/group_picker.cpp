#include "ui/pages/group_picker.h"

#include "ui/models/group_list_model.h"
#include "ui/pages/group_delegate.h"
#include "ui/style/metrics.h"
#include "ui/widgets/search_field.h"

#include <QHeaderView>
#include <QTreeView>
#include <QVBoxLayout>

namespace brokerscope {

GroupPicker::GroupPicker(QWidget* parent)
    : QWidget(parent)
    , m_model(new GroupListModel(this))
    , m_filtered(new GroupFilterModel(this))
    , m_filter(new SearchField(tr("Filter: name, type, state…"), this))
    , m_list(new QTreeView(this)) {
    m_filtered->setSourceModel(m_model);
    setUpList();
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_filtered->setFilterText(text);
        expand();
    });
    connect(m_filter, &SearchField::resultsWanted, m_list, [this] { m_list->setFocus(Qt::ShortcutFocusReason); });
    connect(m_filtered, &QAbstractItemModel::rowsInserted, m_list, &QTreeView::expandAll);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& index) {
        const QString group = index.data(GroupListModel::GroupRole).toString();
        if (!group.isEmpty()) {
            Q_EMIT chosen(group);
        }
    });
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Metrics::Spacing);
    layout->addWidget(m_filter);
    layout->addWidget(m_list, 1);
}

void GroupPicker::setUpList() {
    m_list->setModel(m_filtered);
    m_list->setItemDelegate(new GroupDelegate(m_list));
    m_list->setAccessibleName(tr("Groups"));
    m_list->setHeaderHidden(true);
    m_list->setRootIsDecorated(false);
    m_list->setItemsExpandable(false);
    m_list->setIndentation(0);
    m_list->setUniformRowHeights(false);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(GroupListModel::NameColumn, QHeaderView::Stretch);
    for (int column = GroupListModel::StateColumn; column < GroupListModel::ColumnCount; ++column) {
        m_list->setColumnHidden(column, true);
    }
}

bool GroupPicker::choose(const QString& group) {
    const QModelIndex index = m_filtered->mapFromSource(m_model->indexOf(group.toStdString()));
    if (!index.isValid()) {
        return false;
    }
    m_list->setCurrentIndex(index);
    m_list->scrollTo(index);
    return true;
}

void GroupPicker::expand() {
    m_list->expandAll();
}

void GroupPicker::focusFilter() {
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

}  // namespace brokerscope
