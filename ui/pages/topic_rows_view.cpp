#include "ui/pages/topic_rows_view.h"

#include "ui/models/local_zone.h"
#include "ui/models/value_format.h"
#include "ui/pages/batch_ruler.h"
#include "ui/pages/filter_field.h"
#include "ui/pages/ruler_batches.h"
#include "ui/pages/topic_row_delegate.h"
#include "ui/style/metrics.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/end_follower.h"
#include "ui/widgets/font_follower.h"
#include "ui/widgets/plain_table.h"

#include <QHeaderView>
#include <QScrollBar>
#include <QTableView>
#include <QVBoxLayout>

#include <array>

namespace brokerscope {
namespace {

constexpr int kRowFilterWidth = 420;
constexpr int kTypingMs = 250;
constexpr int kRulerMs = 60;
// Texts as wide as those of the columns usually are; the empty ones share the rest.
constexpr std::array kUsualTopicRow{
    "Part. 0", "1 000 000", "2000-00-00 00:00:00.000 UTC", "OffsetCommit Value", "", "", "999 999", "committed ,"};

}  // namespace

TopicRowsView::TopicRowsView(QWidget* parent)
    : QWidget(parent)
    , m_model(new TopicRowsModel(this))
    , m_filter(new FilterField(tr("Filter: group:payments type:OffsetCommit, any text…"), topicRowVocabulary(), this))
    , m_count(new ElidedLabel({}, ElidedLabel::Rank::Muted, this))
    , m_stability(new ElidedLabel({}, ElidedLabel::Rank::Muted, this))
    , m_ruler(new BatchRuler(this))
    , m_table(makePlainTable(*m_model, tr("Records"), this)) {
    setUpTable();
    followFontWidth(*m_filter, kRowFilterWidth);
    auto* bar = new QHBoxLayout;
    bar->setSpacing(Metrics::Margin);
    bar->addWidget(m_filter);
    bar->addWidget(m_count, 2);
    bar->addWidget(m_stability, 3);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Metrics::Spacing);
    layout->addLayout(bar);
    layout->addWidget(m_ruler);
    layout->addWidget(m_table, 1);
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingMs);
    m_rulerDue.setSingleShot(true);
    m_rulerDue.setInterval(kRulerMs);
    connect(m_filter, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
    connect(m_filter, &SearchField::resultsWanted, m_table, [this] { m_table->setFocus(Qt::ShortcutFocusReason); });
    connect(&m_typing, &QTimer::timeout, this, &TopicRowsView::readFilter);
    connect(&m_rulerDue, &QTimer::timeout, this, &TopicRowsView::showBatches);
    // With a filter rows come later than pieces: from the pool.
    connect(m_model, &TopicRowsModel::lookedOn, this, [this] {
        showCount();
        m_table->setColumnHidden(TopicRowsModel::TransactionColumn, !m_model->hasTransactions());
        drawRulerSoon();
    });
    connect(m_ruler, &BatchRuler::batchChosen, this, &TopicRowsView::chooseRow);
}

void TopicRowsView::setUpTable() {
    m_table->setItemDelegate(new TopicRowDelegate(m_table));
    m_follower = new EndFollower(*m_table);
    m_follower->setEnabled(false);
    m_table->horizontalHeader()->setStretchLastSection(false);
    for (const int column : {TopicRowsModel::AboutColumn, TopicRowsModel::SaysColumn}) {
        m_table->horizontalHeader()->setSectionResizeMode(column, QHeaderView::Stretch);
    }
    followFont(*this, [this] { fitColumns(); });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& row) {
        Q_EMIT placeChosen(m_model->place(row));
        drawRulerSoon();
    });
    connect(m_table->verticalScrollBar(), &QScrollBar::valueChanged, this, &TopicRowsView::drawRulerSoon);
}

// Not later for what comes meanwhile: the ruler is drawn while one drags and reads.
void TopicRowsView::drawRulerSoon() {
    if (!m_rulerDue.isActive()) {
        m_rulerDue.start();
    }
}

void TopicRowsView::fitColumns() {
    const QFontMetrics metrics = m_table->fontMetrics();
    for (std::size_t column = 0; column < kUsualTopicRow.size(); ++column) {
        if (*kUsualTopicRow[column] != '\0') {
            m_table->setColumnWidth(static_cast<int>(column),
                                    metrics.horizontalAdvance(QLatin1String(kUsualTopicRow[column])) +
                                        Metrics::CellRoom);
        }
    }
}

void TopicRowsView::begin(TopicRowContext context, bool isFollowing) {
    m_follower->setEnabled(isFollowing);
    context.zone = localZone();
    m_table->setColumnHidden(TopicRowsModel::TypeColumn, context.decodedAs.empty());
    m_model->begin(std::move(context));
    Q_EMIT placeChosen({});
    readFilter();
}

void TopicRowsView::append(const std::vector<SharedTopicPiece>& pieces) {
    m_model->append(pieces);
}

void TopicRowsView::setFilterText(const QString& text) {
    m_filter->setText(text);
    readFilter();
}

void TopicRowsView::focusFilter() {
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void TopicRowsView::readFilter() {
    m_typing.stop();
    const TopicRowContext& context = m_model->context();
    auto filter = parseRowFilter(m_filter->text().toStdString(), context);
    m_filter->setProblem(filter ? QString() : QString::fromStdString(filter.error().text()));
    if (filter) {
        m_model->setFilter(std::move(*filter));
    }
    showCount();
}

QString TopicRowsView::countText() const {
    return m_count->text();
}

void TopicRowsView::showCount() {
    if (!m_filter->problem().isEmpty()) {
        m_count->setText(m_filter->problem());
        return;
    }
    const auto shown = static_cast<std::uint64_t>(m_model->rowCount());
    const std::uint64_t waiting = m_model->waitingCount();
    QString text = brokerscope::countText(shown, tr("record"), tr("records"));
    if (m_model->keptCount() > shown + waiting) {
        text += tr(" · %1 hidden by the filter")
                    .arg(grouped(static_cast<std::int64_t>(m_model->keptCount() - shown - waiting)));
    }
    if (waiting > 0) {
        text += tr(" · %1 not looked at yet").arg(grouped(static_cast<std::int64_t>(waiting)));
    }
    if (m_model->evictedCount() > 0) {
        text += tr(" · %1 older ones dropped").arg(grouped(static_cast<std::int64_t>(m_model->evictedCount())));
    }
    m_count->setText(text);
}

const QString& TopicRowsView::stability() const {
    return m_stability->text();
}

void TopicRowsView::setStability(const QString& text) {
    m_stability->setText(text);
}

// Around the chosen record where it is in view, else around the first that is.
void TopicRowsView::showBatches() {
    const QModelIndex top = m_table->indexAt(QPoint(1, 1));
    const QModelIndex chosen = m_table->currentIndex();
    const bool isInView = chosen.isValid() && !m_table->visualRect(chosen).isEmpty() &&
                          m_table->viewport()->rect().intersects(m_table->visualRect(chosen));
    const TopicRowsModel::Place place = m_model->place(isInView ? chosen : top);
    RulerBatches found = batchesAround(*m_model, place);
    m_ruler->setBatches(std::move(found.batches), found.current);
}

void TopicRowsView::chooseRow(const SharedTopicPiece& piece, quint32 row) {
    const QModelIndex index = m_model->indexOf(piece, row);
    if (index.isValid()) {
        m_table->setCurrentIndex(index);
        m_table->scrollTo(index);
    }
}

void TopicRowsView::chooseRecord(int partition, qint64 offset) {
    for (const SharedTopicPiece& piece : m_model->pieces()) {
        for (const TopicBatch& batch : piece->batches) {
            const bool isOfLog = batch.partition == partition && batch.place.checkpoint < 0;
            if (!isOfLog || offset < batch.baseOffset || offset > batch.lastOffset) {
                continue;
            }
            for (std::uint32_t row = batch.firstRow; row < batch.firstRow + batch.rows; ++row) {
                if (piece->rows[row].offset == offset) {
                    chooseRow(piece, row);
                    return;
                }
            }
        }
    }
}

}  // namespace brokerscope
