#include "ui/pages/topic_picker.h"

#include "ui/pages/page_metrics.h"
#include "ui/style/icons.h"
#include "ui/style/metrics.h"
#include "ui/widgets/plain_table.h"
#include "ui/widgets/search_field.h"

#include <QEvent>
#include <QHeaderView>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace brokerscope {

TopicPicker::TopicPicker(QWidget* parent)
    : QWidget(parent)
    , m_model(new TopicListModel(this))
    , m_filtered(new TopicFilterModel(this))
    , m_filter(new SearchField(tr("Filter topics…"), this)) {
    m_filtered->setSourceModel(m_model);
    m_table = makePlainTable(*m_filtered, tr("Topics"), this);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(TopicListModel::NameColumn, Qt::AscendingOrder);
    m_table->horizontalHeader()->setStretchLastSection(false);
    m_table->horizontalHeader()->setSectionResizeMode(TopicListModel::NameColumn, QHeaderView::Stretch);
    m_table->setTextElideMode(Qt::ElideMiddle);
    fitColumns();
    auto* open = new QPushButton(icon(QStringLiteral("open")), tr("Open log folder…"), this);
    open->setToolTip(tr("A partition's folder or a whole log directory, copied from a broker or read in place"));
    connect(m_filter, &QLineEdit::textChanged, m_filtered, &TopicFilterModel::setFilterFixedString);
    connect(m_filter, &SearchField::resultsWanted, m_table, [this] { m_table->setFocus(Qt::ShortcutFocusReason); });
    connect(open, &QPushButton::clicked, this, &TopicPicker::filesWanted);
    connect(m_table, &QTableView::activated, this, &TopicPicker::readWanted);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        const ListedTopic* now = chosen();
        // A filter or a list that lacks it leaves the chosen topic as it is.
        if (now != nullptr && (now->name != m_chosen || now->isOfFiles() != m_isOfFiles)) {
            m_chosen = now->name;
            m_isOfFiles = now->isOfFiles();
            Q_EMIT chosenChanged();
        }
    });
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Metrics::Spacing);
    layout->addWidget(m_filter);
    layout->addWidget(m_table, 1);
    layout->addWidget(open);
}

void TopicPicker::fitColumns() {
    const QFontMetrics metrics = m_table->fontMetrics();
    m_table->setColumnWidth(TopicListModel::PartitionsColumn,
                            metrics.horizontalAdvance(QLatin1String("9 999")) + PageMetrics::kCellRoom);
    m_table->setColumnWidth(TopicListModel::SizeColumn,
                            metrics.horizontalAdvance(QLatin1String("999.9 MB")) + PageMetrics::kCellRoom);
}

// The application's font is known now, and may change later.
void TopicPicker::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        fitColumns();
    }
}

void TopicPicker::setCluster(const ClusterSnapshot* snapshot) {
    m_model->setCluster(snapshot);
    if (!m_chosen.isEmpty()) {
        choose(m_chosen, m_isOfFiles);
    }
}

void TopicPicker::addFiles(const std::vector<FileTopic>& topics) {
    m_model->addFiles(topics);
    if (!topics.empty()) {
        choose(QString::fromStdString(topics.front().topic), true);
    }
}

bool TopicPicker::choose(const QString& topic, bool isOfFiles) {
    const QModelIndex source = m_model->indexOf(topic, isOfFiles);
    if (!source.isValid()) {
        return false;
    }
    if (!m_filtered->mapFromSource(source).isValid()) {
        m_filter->clear();
    }
    const QModelIndex index = m_filtered->mapFromSource(source);
    m_table->setCurrentIndex(index);
    m_table->scrollTo(index);
    return true;
}

const ListedTopic* TopicPicker::chosen() const {
    return m_model->topic(m_filtered->mapToSource(m_table->currentIndex()));
}

}  // namespace brokerscope
