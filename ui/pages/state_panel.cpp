#include "ui/pages/state_panel.h"

#include "ui/models/value_format.h"
#include "ui/pages/change_delegate.h"
#include "ui/pages/page_metrics.h"
#include "ui/pages/state_models.h"
#include "ui/style/metrics.h"
#include "ui/widgets/plain_table.h"
#include "ui/widgets/segmented_control.h"
#include "ui/widgets/title_bar.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QScopedValueRollback>
#include <QSignalBlocker>
#include <QSlider>
#include <QSplitter>
#include <QTableView>

#include <algorithm>

namespace brokerscope {
namespace {

constexpr int kScrubSteps = 10'000;  // of the slider, whatever the number of records
constexpr int kStateObjectsWidth = 380;
constexpr int kStateFactsWidth = 760;

// What is worked out for one request.
struct MadeMoment {
    std::shared_ptr<PartitionHistory> history;
    std::shared_ptr<const RecordedState> moment;
    QString failure;
};

enum class ComparedWith : int { RecordBefore, Beginning };

}  // namespace

StatePanel::StatePanel(QWidget* parent)
    : QWidget(parent)
    , m_bar(new TitleBar({}, TitleBar::Height::Panel, this))
    , m_comparison(new SegmentedControl({tr("Record before"), tr("Beginning")}, m_bar))
    , m_scrubber(new QSlider(Qt::Horizontal, this))
    , m_objects(new StateObjectModel(this))
    , m_facts(new StateFactModel(this)) {
    setUpTables();
    m_comparison->setAccessibleName(tr("Compared with"));
    m_bar->addAfter(m_comparison);
    m_scrubber->setAccessibleName(tr("Which record the state is of"));
    m_scrubber->setRange(0, kScrubSteps);
    m_scrubber->setToolTip(tr("Goes through the records of the partition that were read"));
    auto* tables = new QSplitter(Qt::Horizontal, this);
    tables->addWidget(m_objectTable);
    tables->addWidget(m_factTable);
    tables->setChildrenCollapsible(false);
    tables->setSizes({kStateObjectsWidth, kStateFactsWidth});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    auto* scrubbing = new QHBoxLayout;
    scrubbing->setContentsMargins(Metrics::Margin, Metrics::Spacing / 2, Metrics::Margin, Metrics::Spacing / 2);
    scrubbing->addWidget(m_scrubber);
    layout->addLayout(scrubbing);
    layout->addWidget(tables, 1);
    connect(m_comparison, &SegmentedControl::currentIndexChanged, this, &StatePanel::work);
    connect(m_scrubber, &QSlider::valueChanged, this, &StatePanel::scrub);
}

void StatePanel::setUpTables() {
    m_objectTable = makePlainTable(*m_objects, tr("Objects of the state"), this);
    m_factTable = makePlainTable(*m_facts, tr("Facts of the chosen object"), this);
    m_objectTable->setItemDelegate(new ChangeDelegate(StateObjectModel::ChangedRole, m_objectTable));
    m_factTable->setItemDelegate(new ChangeDelegate(StateFactModel::ChangedRole, m_factTable));
    const QFontMetrics metrics = m_objectTable->fontMetrics();
    const auto width = [&](const char* text) {
        return metrics.horizontalAdvance(QLatin1String(text)) + PageMetrics::kCellRoom;
    };
    m_objectTable->horizontalHeader()->setStretchLastSection(false);
    m_objectTable->horizontalHeader()->setSectionResizeMode(StateObjectModel::ObjectColumn, QHeaderView::Stretch);
    m_objectTable->setColumnWidth(StateObjectModel::ChangeColumn, width("changed"));
    m_factTable->horizontalHeader()->setStretchLastSection(false);
    m_factTable->horizontalHeader()->setSectionResizeMode(StateFactModel::ValueColumn, QHeaderView::Stretch);
    m_factTable->horizontalHeader()->setSectionResizeMode(StateFactModel::BeforeColumn, QHeaderView::Stretch);
    m_objectTable->setColumnWidth(StateObjectModel::KindColumn, width("transactionalId"));
    m_factTable->setColumnWidth(StateFactModel::FactColumn, width("members[consumer-1].assignment"));
    m_factTable->setColumnWidth(StateFactModel::FromColumn, width("Set by record"));
    connect(m_objectTable->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &StatePanel::showObject);
    connect(m_factTable, &QTableView::activated, this, [this](const QModelIndex& fact) {
        const qint64 offset = fact.data(StateFactModel::OffsetRole).toLongLong();
        if (offset >= 0 && m_history != nullptr) {
            Q_EMIT recordWanted(m_history->partition(), offset);
        }
    });
}

void StatePanel::clear(const QString& sentence) {
    m_work.cancel();
    m_objectWork.cancel();
    m_place = {};
    m_pieces.clear();
    m_history.reset();
    m_moment.reset();
    m_objects->setMoment({});
    m_facts->setFacts({}, nullptr);
    m_bar->setHeading({});
    m_bar->setFacts(sentence);
    m_scrubber->setEnabled(false);
}

void StatePanel::show(const TopicRowsModel::Place& place, const TopicRowContext& context,
                      const std::deque<SharedTopicPiece>& pieces) {
    if (!place.isValid() || context.decodedAs.empty()) {
        clear(place.isValid() ? tr("The records of an ordinary topic make no state.")
                              : tr("Choose a record above to see the state that it left."));
        return;
    }
    const std::int32_t partition = place.batch().partition;
    const bool isKnown = m_history != nullptr && m_history->partition() == partition &&
                         context.topic == m_context.topic && place.row->offset <= m_history->lastOffset() &&
                         !m_pieces.empty() && m_pieces.front() == pieces.front();
    if (!isKnown) {
        m_history.reset();
        m_pieces.assign(pieces.begin(), pieces.end());
    }
    m_place = place;
    m_context = context;
    m_offset = place.row->offset;
    work();
}

void StatePanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_isDue) {
        work();
    }
}

// The index is made once; a moment out of it is quick.
void StatePanel::work() {
    m_isDue = m_place.isValid() && !isVisible();
    if (!m_place.isValid() || m_isDue) {
        return;
    }
    m_bar->setFacts(tr("working it out…"));
    const bool isOne = static_cast<ComparedWith>(m_comparison->currentIndex()) == ComparedWith::RecordBefore;
    m_work.start(
        this,
        [history = m_history, pieces = m_pieces, context = m_context, partition = m_place.batch().partition,
         offset = m_offset, isOne](const CancelToken& cancel) {
            MadeMoment made;
            made.history = history != nullptr ? history : PartitionHistory::read(pieces, context, partition, cancel);
            if (made.history == nullptr) {
                made.failure = tr("The records of this topic make no state that is known here.");
                return made;
            }
            const auto moment = made.history->at(offset, isOne ? offset - 1 : -1, cancel);
            if (moment) {
                made.moment = std::make_shared<const RecordedState>(*moment);
            } else {
                made.failure = QString::fromStdString(moment.error().text());
            }
            return made;
        },
        [this](const MadeMoment& made) {
            m_history = made.history;
            take(made.moment, made.failure);
        });
}

void StatePanel::take(const std::shared_ptr<const RecordedState>& moment, const QString& failure) {
    m_moment = moment;
    m_scrubber->setEnabled(moment != nullptr);
    if (moment == nullptr) {
        m_objects->setMoment({});
        m_facts->setFacts({}, nullptr);
        m_bar->setHeading({});
        m_bar->setFacts(failure);
        return;
    }
    const std::int64_t first = m_history->firstOffset();
    const std::int64_t span = std::max<std::int64_t>(m_history->lastOffset() - first, 1);
    {
        const QSignalBlocker quiet(m_scrubber);
        m_scrubber->setValue(static_cast<int>((m_offset - first) * kScrubSteps / span));
    }
    m_bar->setHeading(tr("State after %1-%2 @ %3")
                          .arg(QString::fromStdString(m_context.topic))
                          .arg(m_history->partition())
                          .arg(m_offset));
    QString facts = countText(moment->objects.size(), tr("object"), tr("objects")) +
                    tr(" · %1 changed").arg(moment->differences.size());
    if (first > 0) {
        facts += tr(" · what was written before offset %1 was not read").arg(grouped(first));
    }
    m_bar->setFacts(facts);
    const std::optional<StateObjectId> kept = m_chosen;
    m_objects->setMoment(*moment);
    const QModelIndex again = kept && moment->differences.empty() ? m_objects->indexOf(*kept) : QModelIndex();
    m_objectTable->setCurrentIndex(again.isValid() ? again : m_objects->index(0, 0));
    showObject();
}

void StatePanel::scrub(int step) {
    if (m_history == nullptr) {
        return;
    }
    const std::int64_t first = m_history->firstOffset();
    m_offset = first + (m_history->lastOffset() - first) * step / kScrubSteps;
    work();
}

void StatePanel::showObject() {
    const QModelIndex index = m_objectTable->currentIndex();
    const StateObjectId* id = m_objects->object(index);
    if (id == nullptr || m_moment == nullptr) {
        m_facts->setFacts({}, nullptr);
        return;
    }
    m_chosen = *id;
    m_objectWork.start(
        this,
        [history = m_history, moment = m_moment, id = *id](const CancelToken& cancel) {
            return cancel.isCancelled() ? std::optional<StateObject>() : history->object(*moment, id);
        },
        [this](const std::optional<StateObject>& object) {
            m_facts->setFacts(object, m_objects->difference(m_objectTable->currentIndex()));
        });
}

}  // namespace brokerscope
