#include "ui/pages/topic_picker.h"

#include "ui/style/icons.h"
#include "ui/style/metrics.h"
#include "ui/widgets/font_follower.h"
#include "ui/widgets/plain_table.h"
#include "ui/widgets/search_field.h"

#include <QHeaderView>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QScopedValueRollback>
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
    followFont(*this, [this] { fitColumns(); });
    connect(m_filter, &QLineEdit::textChanged, this, &TopicPicker::setFilter);
    connect(m_filter, &SearchField::resultsWanted, m_table, [this] { m_table->setFocus(Qt::ShortcutFocusReason); });
    connect(m_table, &QTableView::activated, this, &TopicPicker::readWanted);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &TopicPicker::followTable);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Metrics::Spacing);
    layout->addWidget(m_filter);
    layout->addWidget(m_table, 1);
    layout->addWidget(makeOpening());
}

// The table's row moves on when it is hidden; the chosen topic does not.
void TopicPicker::setFilter(const QString& text) {
    {
        const QScopedValueRollback quiet(m_isFiltering, true);
        m_filtered->setFilterFixedString(text);
    }
    m_table->setCurrentIndex(m_filtered->mapFromSource(indexOfChosen()));
}

// A list that lacks it leaves the chosen topic as it is.
void TopicPicker::followTable() {
    const ListedTopic* now = m_model->topic(m_filtered->mapToSource(m_table->currentIndex()));
    if (now != nullptr && !m_isFiltering &&
        (now->name != m_chosen || now->origin() != m_origin || now->path() != m_path)) {
        m_chosen = now->name;
        m_origin = now->origin();
        m_path = now->path();
        Q_EMIT chosenChanged();
    }
}

QWidget* TopicPicker::makeOpening() {
    auto* place = new QWidget(this);
    m_open = new QPushButton(icon(QStringLiteral("open")), tr("Open…"), place);
    m_open->setToolTip(tr("Topics of files: copied from a broker, read in place, or as exchanges carried them"));
    auto* menu = new QMenu(m_open);
    connect(menu->addAction(tr("Log folder…")), &QAction::triggered, this, &TopicPicker::folderWanted);
    connect(menu->addAction(tr("Capture, recording or segment…")), &QAction::triggered, this, &TopicPicker::fileWanted);
    m_open->setMenu(menu);
    m_reading = new QWidget(place);
    m_progress = new QProgressBar(m_reading);
    m_progress->setAccessibleName(tr("How much of the capture is read"));
    auto* cancel = new QPushButton(tr("Cancel"), m_reading);
    cancel->setToolTip(tr("Stop reading; the topics of what was read are listed"));
    connect(cancel, &QPushButton::clicked, this, &TopicPicker::cancelWanted);
    auto* reading = new QHBoxLayout(m_reading);
    reading->setContentsMargins(0, 0, 0, 0);
    reading->setSpacing(Metrics::Spacing);
    reading->addWidget(m_progress, 1);
    reading->addWidget(cancel);
    auto* layout = new QVBoxLayout(place);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_open);
    layout->addWidget(m_reading);
    m_reading->hide();
    return place;
}

void TopicPicker::showReading(const QString& name, int percent) {
    m_open->setVisible(name.isEmpty());
    m_reading->setVisible(!name.isEmpty());
    m_progress->setFormat(name + QStringLiteral("  %p %"));
    m_progress->setValue(percent);
}

void TopicPicker::fitColumns() {
    const QFontMetrics metrics = m_table->fontMetrics();
    m_table->setColumnWidth(TopicListModel::PartitionsColumn,
                            metrics.horizontalAdvance(QLatin1String("9 999")) + Metrics::CellRoom);
    m_table->setColumnWidth(TopicListModel::SizeColumn,
                            metrics.horizontalAdvance(QLatin1String("999.9 MB")) + Metrics::CellRoom);
}

void TopicPicker::setCluster(const ClusterSnapshot* snapshot) {
    m_model->setCluster(snapshot);
    showRow(indexOfChosen());
}

void TopicPicker::addFiles(const QString& path, const std::vector<FileTopic>& topics) {
    m_model->addFiles(path, topics);
    if (!topics.empty()) {
        choose(QString::fromStdString(topics.front().topic), TopicOrigin::Files, path);
    }
}

void TopicPicker::addCaptured(const std::vector<SharedCapturedTopic>& topics) {
    m_model->addCaptured(topics);
    if (!topics.empty()) {
        choose(QString::fromStdString(topics.front()->topic), TopicOrigin::Capture,
               QString::fromStdString(topics.front()->path));
    }
}

bool TopicPicker::choose(const QString& topic, TopicOrigin origin, const QString& path) {
    const QModelIndex source = m_model->indexOf(topic, origin, path);
    if (!source.isValid()) {
        return false;
    }
    if (!m_filtered->mapFromSource(source).isValid()) {
        m_filter->clear();
    }
    showRow(source);
    return true;
}

// Nothing where there is no such row, or a filter hides it.
void TopicPicker::showRow(const QModelIndex& source) {
    const QModelIndex index = m_filtered->mapFromSource(source);
    if (index.isValid()) {
        m_table->setCurrentIndex(index);
        m_table->scrollTo(index);
    }
}

QModelIndex TopicPicker::indexOfChosen() const {
    return m_chosen.isEmpty() ? QModelIndex() : m_model->indexOf(m_chosen, m_origin, m_path);
}

const ListedTopic* TopicPicker::chosen() const {
    return m_model->topic(indexOfChosen());
}

}  // namespace brokerscope
