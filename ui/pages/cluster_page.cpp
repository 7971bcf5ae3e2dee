#include "ui/pages/cluster_page.h"
#include "ui/models/pool_work.h"

#include "ui/pages/broker_table_model.h"
#include "ui/pages/connection_story.h"
#include "ui/pages/matrix_delegate.h"
#include "ui/pages/titled_panel.h"
#include "ui/style/icons.h"
#include "ui/style/metrics.h"
#include "ui/widgets/empty_page.h"
#include "ui/widgets/font_follower.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/plain_table.h"
#include "ui/widgets/search_field.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedWidget>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include <algorithm>

namespace brokerscope {

namespace {

constexpr int kAddressWidth = 320;
constexpr int kApiFilterWidth = 220;
constexpr int kFactsWidth = 530;
constexpr int kMatrixWidth = 590;
constexpr int kFeatureNameWidth = 220;
constexpr int kFeatureNumberWidth = 92;
constexpr int kStoryStepWidth = 210;
constexpr int kStoryTimeWidth = 84;
constexpr int kFewBrokers = 2;
constexpr int kBrokerVersionsWidth = 170;  // "0-13, refused below 3"
constexpr int kMostRows = 9;               // of a table that is as high as its rows

enum StoryRole : int { StoryStepRole = Qt::UserRole + 1 };

QStandardItem* textItem(const QString& text) {
    auto* item = new QStandardItem(text);
    item->setToolTip(text);
    item->setEditable(false);
    return item;
}

// This column takes what the others leave.
void stretchColumn(QTableView& table, int column) {
    table.horizontalHeader()->setStretchLastSection(false);
    table.horizontalHeader()->setSectionResizeMode(column, QHeaderView::Stretch);
}

QStandardItem* numberItem(const QString& text) {
    QStandardItem* item = textItem(text);
    item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return item;
}

}  // namespace

ClusterPage::ClusterPage(Workbench& workbench, const SchemaRegistry& registry, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_registry(registry)
    , m_brokers(new BrokerTableModel(this))
    , m_matrix(new VersionMatrixModel(registry, this))
    , m_matrixFilter(new QSortFilterProxyModel(this))
    , m_story(new QStandardItemModel(this))
    , m_features(new QStandardItemModel(this))
    , m_messages(new MessageBar(this))
    , m_columns(new QSplitter(Qt::Horizontal, this))
    , m_stack(new QStackedWidget(this)) {
    m_empty = new EmptyPage(QStringLiteral("cluster"), tr("Not connected"),
                            tr("Enter the address of a broker above, such as localhost:9092, and connect. "
                               "Several addresses with commas are tried in turn."),
                            {}, this);
    m_columns->addWidget(makeFacts());
    m_columns->addWidget(makeMatrix());
    m_columns->setChildrenCollapsible(false);
    m_columns->setHandleWidth(Metrics::Spacing);
    m_columns->setStretchFactor(0, kFactsWidth);
    m_columns->setStretchFactor(1, kMatrixWidth);
    m_columns->setSizes({kFactsWidth, kMatrixWidth});
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_columns);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(Metrics::Margin, Metrics::Spacing, Metrics::Margin, Metrics::Margin);
    layout->setSpacing(Metrics::Spacing);
    layout->addWidget(makeAddressBar());
    layout->addWidget(m_messages);
    layout->addWidget(m_stack, 1);
    setState(ClusterState::Disconnected, {});
}

QWidget* ClusterPage::makeAddressBar() {
    auto* bar = new QWidget(this);
    m_address = new QLineEdit(bar);
    m_address->setPlaceholderText(tr("HOST:PORT, several with commas"));
    m_address->setAccessibleName(tr("Address of a broker"));
    m_address->setObjectName(QStringLiteral("address"));
    followFontWidth(*m_address, kAddressWidth);
    m_connect = new QPushButton(icon(QStringLiteral("connect"), IconRole::OnAccent), tr("Connect"), bar);
    m_connect->setDefault(true);
    m_disconnect = new QPushButton(icon(QStringLiteral("disconnect")), tr("Disconnect"), bar);
    const auto request = [this] {
        if (m_address->text().trimmed().isEmpty()) {
            focusAddress();
        } else {
            Q_EMIT connectRequested(m_address->text().trimmed());
        }
    };
    connect(m_address, &QLineEdit::returnPressed, this, request);
    connect(m_connect, &QPushButton::clicked, this, request);
    connect(m_disconnect, &QPushButton::clicked, this, &ClusterPage::disconnectRequested);
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Metrics::Spacing);
    layout->addWidget(m_address);
    layout->addWidget(m_connect);
    layout->addWidget(m_disconnect);
    layout->addStretch(1);
    return bar;
}

QWidget* ClusterPage::makeFacts() {
    QTableView* brokers = makePlainTable(*m_brokers, tr("Brokers"), this);
    brokers->setColumnWidth(BrokerTableModel::IdColumn, 44);
    brokers->setColumnWidth(BrokerTableModel::AddressColumn, 150);
    brokers->setColumnWidth(BrokerTableModel::RackColumn, 64);
    brokers->setColumnWidth(BrokerTableModel::LeaderColumn, 64);
    stretchColumn(*brokers, BrokerTableModel::RoleColumn);
    m_storyTable = makePlainTable(*m_story, tr("How the connection came about"), this);
    connect(m_storyTable, &QTableView::activated, this, [this](const QModelIndex& index) {
        const auto exchange = index.siblingAtColumn(0).data(StoryStepRole).value<std::shared_ptr<const Exchange>>();
        if (exchange) {
            Q_EMIT exchangeWanted(exchange);
        }
    });
    m_featureTable = makePlainTable(*m_features, tr("Features"), this);
    m_brokerPanel = new TitledPanel(tr("Brokers"), brokers, this);
    auto* story = new TitledPanel(tr("Connection"), m_storyTable, this);
    story->setRemark(tr("Enter opens a step in Traffic"));
    m_featurePanel = new TitledPanel(tr("Features"), m_featureTable, this);
    m_facts = new QSplitter(Qt::Vertical, this);
    for (TitledPanel* panel : {m_brokerPanel, story, m_featurePanel}) {
        m_facts->addWidget(panel);
    }
    m_facts->setChildrenCollapsible(false);
    m_facts->setHandleWidth(Metrics::Spacing);
    connect(m_facts, &QSplitter::splitterMoved, this, [this] { m_isFitting = false; });
    return m_facts;
}

QWidget* ClusterPage::makeMatrix() {
    m_matrixFilter->setSourceModel(m_matrix);
    m_matrixFilter->setFilterKeyColumn(-1);
    m_matrixFilter->setFilterCaseSensitivity(Qt::CaseInsensitive);
    QTableView* table = makePlainTable(*m_matrixFilter, tr("API versions by broker"), this);
    table->setItemDelegate(new MatrixDelegate(table));
    table->setColumnWidth(VersionMatrixModel::KeyColumn, 48);
    table->setColumnWidth(VersionMatrixModel::NameColumn, 230);
    table->setColumnWidth(VersionMatrixModel::OursColumn, 96);
    table->horizontalHeader()->setStretchLastSection(false);
    connect(m_matrix, &QAbstractItemModel::modelReset, table, [table, this] {
        for (int column = VersionMatrixModel::FirstBrokerColumn; column < m_matrix->columnCount(); ++column) {
            table->setColumnWidth(column, kBrokerVersionsWidth);
        }
        // Few brokers leave the names the rest; many are scrolled to.
        table->horizontalHeader()->setSectionResizeMode(
            VersionMatrixModel::NameColumn,
            m_matrix->columnCount() - VersionMatrixModel::FirstBrokerColumn <= kFewBrokers ? QHeaderView::Stretch
                                                                                           : QHeaderView::Interactive);
    });
    connect(table, &QTableView::activated, this, [this](const QModelIndex& index) {
        Q_EMIT composeWanted(index.data(VersionMatrixModel::ApiKeyRole).toInt());
    });
    auto* filter = new SearchField(tr("Filter: name, key, state…"), this);
    followFontWidth(*filter, kApiFilterWidth);
    connect(filter, &QLineEdit::textChanged, m_matrixFilter, &QSortFilterProxyModel::setFilterFixedString);
    m_matrixPanel = new TitledPanel(tr("API versions"), table, this);
    m_matrixPanel->addToTitle(filter);
    return m_matrixPanel;
}

void ClusterPage::setState(ClusterState state, const QString& sentence) {
    const bool known = m_view.snapshot != nullptr;
    m_stack->setCurrentWidget(known && state != ClusterState::Disconnected ? static_cast<QWidget*>(m_columns)
                                                                           : m_empty);
    m_disconnect->setVisible(state == ClusterState::Connected || state == ClusterState::Connecting);
    if (state == ClusterState::Failed) {
        m_messages->showMessage(StatusKind::Error, sentence,
                                tr("Check the address and that the broker listens there, then connect again."));
    } else if (state == ClusterState::Connecting) {
        m_messages->showMessage(StatusKind::Info, sentence.isEmpty() ? tr("Connecting…") : sentence);
    } else {
        m_messages->clear();
    }
}

void ClusterPage::beginConnecting() {
    m_storyBegin = static_cast<ExchangeId>(m_workbench.exchanges()->status().appended);
}

void ClusterPage::setCluster(const ClusterView& view) {
    m_view = view;
    m_brokers->setSnapshot(view.snapshot);
    m_stack->setCurrentWidget(view.snapshot ? static_cast<QWidget*>(m_columns) : m_empty);
    if (view.snapshot) {
        m_brokerPanel->setRemark(view.snapshot->clusterId.empty()
                                     ? QString()
                                     : tr("cluster %1").arg(QString::fromStdString(view.snapshot->clusterId)));
    }
    showStory();
    showFeatures();
    fitFacts();
    if (view.versions) {
        showMatrix({view.versions});
        askVersions();
    } else {
        showMatrix({});
    }
}

// Brokers and steps get the height of their rows, the features what is left; until the user wants it otherwise.
void ClusterPage::fitFacts() {
    if (!m_isFitting) {
        return;
    }
    const auto heightOf = [this](int rows) {
        constexpr int kBorders = 4;
        return m_brokerPanel->titleHeight() + headerHeight() + std::clamp(rows + 1, 2, kMostRows) * rowHeight() +
               kBorders;
    };
    const int brokers = heightOf(m_brokers->rowCount());
    const int story = heightOf(m_story->rowCount());
    m_facts->setSizes({brokers, story, std::max(heightOf(1), m_facts->height() - brokers - story)});
}

void ClusterPage::askVersions() {
    whenDone(
        m_workbench.brokerVersions(), this,
        [this, asked = m_view.snapshot](const Result<std::vector<std::shared_ptr<const BrokerVersions>>>& versions) {
            if (versions && !versions->empty() && asked == m_view.snapshot) {
                showMatrix(*versions);
            }
        });
}

void ClusterPage::showMatrix(VersionMatrixModel::Brokers brokers) {
    const bool any = !brokers.empty();
    m_matrix->setBrokers(std::move(brokers));
    m_matrixPanel->setRemark(
        any ? tr("%1 of %2 usable · Enter composes a request").arg(m_matrix->usableCount(0)).arg(m_matrix->rowCount())
            : QString());
}

void ClusterPage::showStory() {
    m_story->clear();
    m_story->setHorizontalHeaderLabels({tr("Step"), tr("Result"), tr("Time")});
    m_story->horizontalHeaderItem(2)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_storyTable->setColumnWidth(0, kStoryStepWidth);
    m_storyTable->setColumnWidth(2, kStoryTimeWidth);
    stretchColumn(*m_storyTable, 1);
    if (!m_view.snapshot) {
        return;
    }
    for (const StoryStep& step : connectionStory(m_registry, *m_workbench.exchanges(), m_view, m_storyBegin)) {
        QStandardItem* what = textItem(step.what);
        what->setData(QVariant::fromValue(step.exchange), StoryStepRole);
        if (step.isProblem) {
            what->setIcon(icon(QStringLiteral("warning"), IconRole::Warning));
        }
        m_story->appendRow({what, textItem(step.result), numberItem(step.time)});
    }
}

void ClusterPage::showFeatures() {
    m_features->clear();
    m_features->setHorizontalHeaderLabels({tr("Feature"), tr("Finalized"), tr("Supported"), tr("Level")});
    for (const int column : {1, 2}) {
        m_features->horizontalHeaderItem(column)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    }
    m_featureTable->setColumnWidth(0, kFeatureNameWidth);
    m_featureTable->setColumnWidth(1, kFeatureNumberWidth);
    m_featureTable->setColumnWidth(2, kFeatureNumberWidth);
    if (!m_view.versions) {
        return;
    }
    const BrokerVersions& versions = *m_view.versions;
    for (const BrokerFeature& feature : versions.features) {
        const auto level =
            feature.finalized ? m_registry.featureLevelName(feature.name, *feature.finalized) : std::nullopt;
        m_features->appendRow(
            {textItem(QString::fromStdString(feature.name)),
             numberItem(feature.finalized ? QString::number(*feature.finalized) : tr("no")),
             numberItem(feature.supported.isEmpty() ? tr("not told")
                                                    : QString::fromStdString(feature.supported.toString())),
             textItem(level ? QString::fromStdString(*level) : QString())});
    }
    QString remark =
        versions.finalizedFeaturesEpoch >= 0 ? tr("epoch %1").arg(versions.finalizedFeaturesEpoch) : QString();
    if (!versions.featuresComplete) {
        remark += tr(" · this version of ApiVersions leaves some out");
    }
    m_featurePanel->setRemark(remark);
}

void ClusterPage::setAddress(const QString& bootstrap) {
    m_address->setText(bootstrap);
}

void ClusterPage::focusAddress() {
    m_address->setFocus(Qt::ShortcutFocusReason);
    m_address->selectAll();
}

}  // namespace brokerscope
