#include "ui/pages/traffic_page.h"

#include "ui/inspector/inspector.h"
#include "ui/models/value_format.h"
#include "ui/pages/assumed_request_box.h"
#include "ui/pages/cluster_names.h"
#include "ui/pages/exchange_documents.h"
#include "ui/pages/exchange_texts.h"
#include "ui/pages/failure_notice.h"
#include "ui/pages/filter_field.h"
#include "ui/pages/page_metrics.h"
#include "ui/pages/traffic_columns.h"
#include "ui/pages/traffic_delegate.h"
#include "ui/pages/traffic_model.h"
#include "ui/pages/traffic_sources.h"
#include "ui/style/icons.h"
#include "ui/style/metrics.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/empty_page.h"
#include "ui/widgets/end_follower.h"
#include "ui/widgets/font_follower.h"
#include "ui/widgets/plain_table.h"
#include "ui/widgets/segmented_control.h"
#include "ui/widgets/title_bar.h"

#include <QCheckBox>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>
#include <QVBoxLayout>

#include <array>

namespace brokerscope {

namespace {

constexpr int kFilterWidth = 420;
constexpr int kTrafficTypingMs = 200;
constexpr int kLeastSummaryLetters = 26;
// Texts as wide as those of the columns usually are; longer ones give way, and the last column takes the rest.
constexpr std::array kUsualRow{
    "00:00:00.000", "Conn.",     "127.0.0.1:00000", "AddPartitionsToTxn", "Version",
    "Correlation",  "999 999 B", "Response",        "999.9 ms",           "UNKNOWN_TOPIC_OR_PARTITION"};

}  // namespace

TrafficPage::TrafficPage(const ReadingContext& context, const std::shared_ptr<const ExchangeStore>& store,
                         QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_model(new TrafficModel(context, store, this))
    , m_sources(new TrafficSources(context, store, this))
    , m_table(makePlainTable(*m_model, tr("Exchanges"), this)) {
    setUpTable();
    auto* empty = new EmptyPage(QStringLiteral("traffic"), tr("No exchanges yet"),
                                tr("Every request of this run appears here with its answer, also those that the "
                                   "program sends for itself. Connect to a broker to begin."),
                                tr("Connect…"), this);
    connect(empty, &EmptyPage::actionWanted, this, &TrafficPage::connectWanted);
    m_empty = empty;
    m_rows = new QSplitter(Qt::Vertical, this);
    m_rows->addWidget(m_table);
    m_rows->addWidget(makeDetails());
    m_rows->setChildrenCollapsible(false);
    m_rows->setHandleWidth(Metrics::Spacing);
    m_rows->setStretchFactor(0, 1);
    m_rows->setStretchFactor(1, 1);
    m_rows->setSizes({PageMetrics::kListShare, PageMetrics::kDetailsShare});

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(Metrics::Margin, Metrics::Spacing, Metrics::Margin, Metrics::Margin);
    layout->setSpacing(Metrics::Spacing);
    layout->addWidget(m_sources);
    layout->addWidget(makeBar());
    layout->addWidget(m_rows, 1);
    layout->addWidget(m_empty, 1);
    connect(m_sources, &TrafficSources::chosen, this, &TrafficPage::showSource);
    connect(m_sources, &TrafficSources::grew, m_model, &TrafficModel::append);
    updateCount();
}

void TrafficPage::readAgain() {
    decodeChosen();
}

void TrafficPage::openCapture(const QString& path) {
    m_sources->openCapture(path);
}

void TrafficPage::showSource() {
    // The same id means another exchange there.
    showExchange(nullptr);
    // A capture is read from its beginning, what goes on now from its end.
    m_follower->setEnabled(!m_sources->isCapture());
    m_model->setStore(m_sources->store());
    if (m_sources->isCapture()) {
        m_table->scrollToTop();
    } else {
        m_table->scrollToBottom();
    }
}

QWidget* TrafficPage::makeBar() {
    auto* bar = new QWidget(this);
    m_filter = new FilterField(tr("Filter: api:Fetch version>=12 error!=NONE, any text…"),
                               trafficVocabulary(m_context.registry()), bar);
    followFontWidth(*m_filter, kFilterWidth);
    m_internal = new QCheckBox(tr("internal ones"), bar);
    m_internal->setChecked(true);
    m_internal->setToolTip(tr("Also what the program sends for itself: ApiVersions, Metadata, FindCoordinator"));
    m_count = new ElidedLabel({}, ElidedLabel::Rank::Muted, bar);
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTrafficTypingMs);
    connect(m_filter, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
    connect(&m_typing, &QTimer::timeout, this, &TrafficPage::readFilter);
    connect(m_filter, &SearchField::resultsWanted, m_table, [this] { m_table->setFocus(Qt::ShortcutFocusReason); });
    connect(m_internal, &QCheckBox::toggled, m_model, &TrafficModel::setShowInternal);
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Metrics::Margin);
    layout->addWidget(m_filter);
    layout->addWidget(m_internal);
    layout->addWidget(m_count, 1);
    return bar;
}

void TrafficPage::setFilterText(const QString& text) {
    m_filter->setText(text);
    readFilter();
}

// What the field says wrong is said beside it; the list stays as it was.
void TrafficPage::readFilter() {
    m_typing.stop();
    auto filter = TrafficFilter::parse(m_context.registry(), m_filter->text());
    m_filter->setProblem(filter ? QString() : QString::fromStdString(filter.error().text()));
    if (filter) {
        m_model->setFilter(std::move(*filter));
    }
    updateCount();
}

void TrafficPage::setUpTable() {
    m_table->setItemDelegate(new TrafficDelegate(m_table));
    m_follower = new EndFollower(*m_table);
    followFont(*this, [this] { fitColumns(); });
    connect(m_model, &QAbstractItemModel::rowsInserted, this, &TrafficPage::updateCount);
    connect(m_model, &TrafficModel::lookedOn, this, &TrafficPage::afterLooking);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &TrafficPage::showChosen);
    connect(m_table, &QTableView::doubleClicked, this, &TrafficPage::openInCompose);
}

QWidget* TrafficPage::makeDetails() {
    auto* details = new QFrame(this);
    details->setFrameShape(QFrame::StyledPanel);
    m_side = new SegmentedControl({tr("Request"), tr("Response")}, details);
    m_side->setCurrentIndex(1);
    m_side->setAccessibleName(tr("Side of the exchange"));
    m_compose = new QPushButton(icon(QStringLiteral("compose")), tr("Open in Compose"), details);
    m_compose->setToolTip(tr("Change the request and send it again (Ctrl+E)"));
    m_inspector = new Inspector(m_context.registry(), details);
    connect(m_side, &SegmentedControl::currentIndexChanged, this, &TrafficPage::showTree);
    connect(m_compose, &QPushButton::clicked, this, &TrafficPage::openInCompose);
    connect(m_inspector, &Inspector::pathHovered, this, &TrafficPage::pathHovered);
    m_assumedBox = new AssumedRequestBox(m_context.registry(), details);
    m_assumedBox->hide();
    connect(m_assumedBox, &AssumedRequestBox::requestChosen, this, &TrafficPage::assume);
    m_inspector->titleBar().addBefore(m_side);
    m_inspector->titleBar().addAfter(m_assumedBox);
    m_inspector->titleBar().addAfter(m_compose);
    auto* layout = new QVBoxLayout(details);
    layout->setContentsMargins(1, 1, 1, 1);
    layout->addWidget(m_inspector);
    showNothing();
    return details;
}

void TrafficPage::fitColumns() {
    const QFontMetrics metrics = m_table->fontMetrics();
    for (std::size_t column = 0; column < kUsualRow.size(); ++column) {
        m_usualWidths[column] = metrics.horizontalAdvance(QLatin1String(kUsualRow[column])) + Metrics::CellRoom;
        m_table->setColumnWidth(static_cast<int>(column), m_usualWidths[column]);
    }
    m_usualWidths[TrafficModel::SummaryColumn] = kLeastSummaryLetters * metrics.averageCharWidth();
    hideColumns();
}

void TrafficPage::hideColumns() {
    // The table itself is laid out later.
    const int room =
        width() - 2 * Metrics::Margin - 2 * m_table->frameWidth() - m_table->verticalScrollBar()->sizeHint().width();
    const auto hidden = TrafficColumns::hidden(room, m_usualWidths);
    for (int column = 0; column < TrafficModel::SummaryColumn; ++column) {
        m_table->setColumnHidden(column, hidden[static_cast<std::size_t>(column)]);
    }
}

void TrafficPage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    hideColumns();
}

// The chosen exchange stays chosen where the list still shows it, or shows it again.
void TrafficPage::afterLooking() {
    updateCount();
    if (m_chosen && !m_table->currentIndex().isValid()) {
        choose(m_chosen->id);
    }
}

void TrafficPage::setCluster(const ClusterView& view) {
    m_inspector->setNames(entityNames(view.snapshot.get()));
}

void TrafficPage::takeNew() {
    m_model->append();
}

void TrafficPage::updateCount() {
    const auto shown = static_cast<std::uint64_t>(m_model->rowCount());
    const std::uint64_t waiting = m_model->waitingCount();
    const bool nothing = shown + m_model->hiddenCount() + waiting == 0 && !m_sources->isCapture();
    m_empty->setVisible(nothing);
    m_rows->setVisible(!nothing);
    QString text = countText(shown, tr("exchange"), tr("exchanges"));
    if (m_model->hiddenCount() > 0) {
        text += tr(" · %1 hidden by the filter").arg(grouped(static_cast<std::int64_t>(m_model->hiddenCount())));
    }
    if (waiting > 0) {
        text += tr(" · %1 not looked at yet").arg(grouped(static_cast<std::int64_t>(waiting)));
    }
    if (!m_filter->problem().isEmpty()) {
        text = m_filter->problem();
    }
    m_count->setText(nothing ? QString() : text);
}

void TrafficPage::focusFilter() {
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void TrafficPage::choose(ExchangeId id) {
    const QModelIndex index = m_model->indexOf(id);
    if (index.isValid()) {
        m_table->setCurrentIndex(index);
        m_table->scrollTo(index);
    }
}

void TrafficPage::openInCompose() {
    if (m_chosen) {
        Q_EMIT composeWanted(m_chosen);
    }
}

void TrafficPage::showChosen() {
    showExchange(m_model->exchange(m_table->currentIndex()));
}

void TrafficPage::showExchange(const std::shared_ptr<const Exchange>& chosen) {
    if (chosen == m_chosen) {
        return;
    }
    m_chosen = chosen;
    m_inspector->clear();
    decodeChosen();
}

void TrafficPage::decodeChosen() {
    m_decoding.cancel();
    m_request.reset();
    m_response.reset();
    m_shown = m_chosen;
    if (!m_chosen) {
        showNothing();
        return;
    }
    m_compose->setEnabled(true);
    struct Decoded {
        std::shared_ptr<const Exchange> exchange;
        ExchangeTrees trees;
    };
    const auto assumed = assumedOfChosen();
    m_assumedBox->setRequest(assumed);
    m_decoding.start(
        this,
        [context = m_context.frozen(), store = m_sources->store(), chosen = m_chosen,
         assumed](const CancelToken& cancel) {
            const auto exchange =
                assumed ? withAssumed(context.registry(), *chosen, *assumed, context.limits()) : chosen;
            return Decoded{exchange, decodeTrees(context.registry(), *store, *exchange, context.limits(), cancel)};
        },
        [this](const Decoded& decoded) {
            m_shown = decoded.exchange;
            const ExchangeDocuments documents = documentsOf(m_context, *m_shown, decoded.trees);
            m_request = documents.request;
            m_response = documents.response;
            showTree();
        });
}

// While no exchange is chosen.
void TrafficPage::showNothing() {
    m_compose->setEnabled(false);
    m_assumedBox->hide();
    TitleBar& title = m_inspector->titleBar();
    title.setHeading({});
    title.setStatus({});
    title.setFacts({});
    m_inspector->emptyPage().clearProblem();
    m_inspector->setEmptyText(tr("Choose an exchange above to see what it said."));
}

std::optional<AssumedRequest> TrafficPage::assumedOfChosen() const {
    const auto store = m_assumed.find(m_sources->store());
    if (store == m_assumed.end() || !store->second.contains(m_chosen->id)) {
        return std::nullopt;
    }
    return store->second.at(m_chosen->id);
}

void TrafficPage::assume() {
    if (!m_chosen) {
        return;
    }
    std::erase_if(m_assumed, [](const auto& store) { return store.first.expired(); });
    if (const auto request = m_assumedBox->request()) {
        m_assumed[m_sources->store()][m_chosen->id] = *request;
    } else {
        m_assumed[m_sources->store()].erase(m_chosen->id);
    }
    decodeChosen();
}

void TrafficPage::showTree() {
    if (!m_chosen) {
        return;
    }
    const bool request = m_side->currentIndex() == 0;
    TitleBar& title = m_inspector->titleBar();
    const bool isAssumed = m_shown != m_chosen;
    m_assumedBox->setVisible(!request && lacksRequest(*m_chosen));
    const QString version = m_shown->apiVersion ? QStringLiteral(" v%1").arg(*m_shown->apiVersion) : QString();
    const QString heading = apiText(m_context.registry(), *m_shown) + version;
    title.setHeading(isAssumed ? tr("%1, as you say").arg(heading) : heading);
    if (request) {
        title.setStatus({});
        title.setFacts(tr("%1 · %2 · correlation id %3")
                           .arg(bytesCountText(m_chosen->requestBytes()), brokerText(*m_chosen))
                           .arg(m_chosen->correlationId.value_or(-1)));
        m_inspector->emptyPage().clearProblem();
        m_inspector->setEmptyText(tr("This exchange has no request: the answer came without one."));
    } else {
        title.setStatus(outcomeText(m_context.registry(), *m_shown), outcomeKind(*m_shown));
        title.setFacts(isAssumed ? tr("its request was not seen · %1").arg(factsText(*m_shown)) : factsText(*m_shown));
        m_inspector->setEmptyText(tr("There is no answer to this request."));
        showFailure(m_inspector->emptyPage(), *m_chosen);
    }
    m_inspector->setDocument(request ? m_request : m_response);
}

}  // namespace brokerscope
