#include "ui/pages/state_panel.h"

#include "ui/models/local_zone.h"
#include "ui/models/value_format.h"
#include "ui/pages/change_delegate.h"
#include "ui/pages/moment_bar.h"
#include "ui/pages/state_models.h"
#include "ui/style/metrics.h"
#include "ui/widgets/font_follower.h"
#include "ui/widgets/plain_table.h"
#include "ui/widgets/segmented_control.h"
#include "ui/widgets/title_bar.h"

#include <QHeaderView>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace brokerscope {
namespace {

constexpr int kStateObjectsWidth = 380;
constexpr int kStateFactsWidth = 760;

// What is worked out for one request.
struct MadeMoment {
    std::shared_ptr<PartitionHistory> history;
    std::shared_ptr<const RecordedState> moment;
    QString failure;
};

enum class ComparedWith : int { RecordBefore, Beginning, Mark };

}  // namespace

StatePanel::StatePanel(QWidget* parent)
    : QWidget(parent)
    , m_bar(new TitleBar({}, TitleBar::Height::Panel, this))
    , m_comparison(new SegmentedControl({tr("Record before"), tr("Beginning"), tr("Mark")}, m_bar))
    , m_moments(new MomentBar(this))
    , m_objects(new StateObjectModel(this))
    , m_facts(new StateFactModel(this)) {
    setUpTables();
    m_comparison->setAccessibleName(tr("Compared with"));
    m_comparison->setItemEnabled(static_cast<int>(ComparedWith::Mark), false);
    m_bar->addAfter(m_comparison);
    auto* tables = new QSplitter(Qt::Horizontal, this);
    tables->addWidget(m_objectTable);
    tables->addWidget(m_factTable);
    tables->setChildrenCollapsible(false);
    tables->setSizes({kStateObjectsWidth, kStateFactsWidth});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_moments);
    layout->addWidget(tables, 1);
    connect(m_comparison, &SegmentedControl::currentIndexChanged, this, &StatePanel::work);
    connect(m_moments, &MomentBar::offsetWanted, this, &StatePanel::goTo);
    connect(m_moments, &MomentBar::textWanted, this, &StatePanel::goToText);
    connect(m_moments, &MomentBar::markWanted, this, &StatePanel::mark);
}

void StatePanel::setUpTables() {
    m_objectTable = makePlainTable(*m_objects, tr("Objects of the state"), this);
    m_factTable = makePlainTable(*m_facts, tr("Facts of the chosen object"), this);
    m_objectTable->setItemDelegate(new ChangeDelegate(StateObjectModel::ChangedRole, m_objectTable));
    m_factTable->setItemDelegate(new ChangeDelegate(StateFactModel::ChangedRole, m_factTable));
    m_objectTable->horizontalHeader()->setStretchLastSection(false);
    m_objectTable->horizontalHeader()->setSectionResizeMode(StateObjectModel::ObjectColumn, QHeaderView::Stretch);
    m_factTable->horizontalHeader()->setStretchLastSection(false);
    m_factTable->horizontalHeader()->setSectionResizeMode(StateFactModel::ValueColumn, QHeaderView::Stretch);
    m_factTable->horizontalHeader()->setSectionResizeMode(StateFactModel::BeforeColumn, QHeaderView::Stretch);
    followFont(*this, [this] { fitColumns(); });
    connect(m_objectTable->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &StatePanel::showObject);
    connect(m_factTable, &QTableView::activated, this, [this](const QModelIndex& fact) {
        const qint64 offset = fact.data(StateFactModel::OffsetRole).toLongLong();
        if (offset >= 0 && m_history != nullptr) {
            Q_EMIT recordWanted(m_history->partition(), offset);
        }
    });
}

// What changed is bold.
void StatePanel::fitColumns() {
    QFont bold = m_objectTable->font();
    bold.setBold(true);
    const QFontMetrics metrics(bold);
    const auto width = [&](const char* text) {
        return metrics.horizontalAdvance(QLatin1String(text)) + Metrics::CellRoom;
    };
    m_objectTable->setColumnWidth(StateObjectModel::KindColumn, width("transactionalId"));
    m_objectTable->setColumnWidth(StateObjectModel::ChangeColumn, width("changed"));
    m_factTable->setColumnWidth(StateFactModel::FactColumn, width("members[consumer-1].assignment"));
    m_factTable->setColumnWidth(StateFactModel::FromColumn, width("Set by record"));
}

void StatePanel::clear(const QString& sentence) {
    m_work.cancel();
    m_objectWork.cancel();
    m_place = {};
    m_shared.reset();
    m_history.reset();
    m_moment.reset();
    m_objects->setMoment({});
    m_facts->setFacts({}, nullptr);
    m_bar->setHeading({});
    m_bar->setFacts(sentence);
    m_moments->setEnabled(false);
}

void StatePanel::show(const TopicRowsModel::Place& place, const TopicRowContext& context,
                      std::shared_ptr<SharedHistory> history) {
    if (history == nullptr) {
        clear(place.isValid() ? tr("The records of an ordinary topic make no state.")
                              : tr("Choose a record above to see the state that it left."));
        return;
    }
    const bool isOfOther =
        !m_place.isValid() || context.topic != m_context.topic || m_place.batch().partition != place.batch().partition;
    if (isOfOther) {
        m_mark.reset();
        m_moments->setMark(m_mark);
        m_comparison->setCurrentIndex(static_cast<int>(ComparedWith::RecordBefore));
        m_comparison->setItemEnabled(static_cast<int>(ComparedWith::Mark), false);
    }
    // What is under way, and what is listed, is of the history before.
    m_work.cancel();
    m_objectWork.cancel();
    if (history != m_shared) {
        m_history.reset();
        m_moment.reset();
        m_shared = std::move(history);
    }
    m_place = place;
    m_context = context;
    m_moments->setProblem({});
    goTo(place.row->offset);
}

void StatePanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_isDue) {
        work();
    }
}

std::int64_t StatePanel::comparedOffset() const {
    switch (static_cast<ComparedWith>(m_comparison->currentIndex())) {
        case ComparedWith::RecordBefore:
            return m_offset - 1;
        case ComparedWith::Mark:
            return m_mark.value_or(-1);
        case ComparedWith::Beginning:
            break;
    }
    return -1;
}

// The index is made once; a moment out of it is quick.
void StatePanel::work() {
    m_isDue = m_place.isValid() && !isVisible();
    if (!m_place.isValid() || m_isDue) {
        return;
    }
    m_bar->setFacts(tr("working it out…"));
    m_work.start(
        this,
        [shared = m_shared, offset = m_offset, before = comparedOffset()](const CancelToken& cancel) {
            MadeMoment made;
            const auto history = shared->get(cancel);
            if (!history) {
                made.failure = QString::fromStdString(history.error().text());
                return made;
            }
            made.history = *history;
            const auto moment = made.history->at(offset, before, cancel);
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
    m_objectWork.cancel();
    m_moment = moment;
    m_moments->setEnabled(moment != nullptr);
    if (moment == nullptr) {
        m_objects->setMoment({});
        m_facts->setFacts({}, nullptr);
        m_bar->setHeading({});
        m_bar->setFacts(failure);
        return;
    }
    m_moments->setMoment(m_history->firstOffset(), m_history->lastOffset(), m_offset);
    showMomentFacts();
    const std::optional<StateObjectId> kept = m_chosen;
    m_objects->setMoment(*moment);
    const QModelIndex again = kept && moment->differences.empty() ? m_objects->indexOf(*kept) : QModelIndex();
    m_objectTable->setCurrentIndex(again.isValid() ? again : m_objects->index(0, 0));
    showObject();
}

void StatePanel::showMomentFacts() {
    m_bar->setHeading(QStringLiteral("%1-%2 @ %3")
                          .arg(QString::fromStdString(m_context.topic))
                          .arg(m_history->partition())
                          .arg(m_offset));
    QStringList facts;
    const QString changed = grouped(static_cast<std::int64_t>(m_moment->differences.size()));
    switch (static_cast<ComparedWith>(m_comparison->currentIndex())) {
        case ComparedWith::RecordBefore:
            facts.append(tr("%1 changed by it").arg(changed));
            break;
        case ComparedWith::Beginning:
            facts.append(tr("%1 changed since the beginning").arg(changed));
            break;
        case ComparedWith::Mark:
            facts.append(tr("%1 changed against the mark at %2").arg(changed, grouped(m_mark.value_or(-1))));
            break;
    }
    facts.append(countText(m_moment->objects.size(), tr("object"), tr("objects")));
    const TopicRow* row = m_history->recordAt(m_offset).row;
    if (row != nullptr && row->timestamp != -1) {
        facts.append(momentText(row->timestamp));
    }
    if (m_history->hasCheckpoint()) {
        facts.append(tr("what was before offset %1 is that of the snapshot").arg(grouped(m_history->firstOffset())));
    } else if (m_history->firstOffset() > 0) {
        facts.append(tr("what was written before offset %1 was not read").arg(grouped(m_history->firstOffset())));
    }
    if (const QString faults = faultsText(*m_history); !faults.isEmpty()) {
        facts.append(faults);
    }
    m_bar->setFacts(facts.join(QStringLiteral(" · ")));
}

void StatePanel::goTo(std::int64_t offset) {
    m_offset = offset;
    work();
}

void StatePanel::goToText(const QString& text) {
    if (m_history == nullptr) {
        return;
    }
    bool isOffset = false;
    const qlonglong offset = text.toLongLong(&isOffset);
    if (isOffset) {
        const bool isThere = offset >= m_history->firstOffset() && offset <= m_history->lastOffset();
        m_moments->setProblem(isThere ? QString()
                                      : tr("Offsets %1 to %2 were read.")
                                            .arg(grouped(m_history->firstOffset()), grouped(m_history->lastOffset())));
        if (isThere) {
            goTo(offset);
        }
        return;
    }
    const auto time = readTime(text.toStdString(), localZone());
    m_moments->setProblem(time ? QString() : tr("An offset is a number, a time is written as 2026-11-30 10:41:07."));
    if (time) {
        goToTime(*time);
    }
}

// A clock time alone is that of the day of the moment that is shown.
void StatePanel::goToTime(const WrittenTime& time) {
    const TopicRow* shown = m_history->recordAt(m_offset).row;
    const std::int64_t ms = time.momentOn(shown != nullptr ? shown->timestamp : m_place.row->timestamp, localZone());
    m_bar->setFacts(tr("working it out…"));
    m_work.start(
        this, [history = m_history, ms](const CancelToken&) { return history->offsetAt(ms).value_or(-1); },
        [this](std::int64_t offset) {
            const bool isThere = offset >= m_history->firstOffset();
            m_moments->setProblem(isThere ? QString() : tr("No record that was read is as old as that."));
            isThere ? goTo(offset) : showMomentFacts();
        });
}

void StatePanel::mark() {
    m_mark = m_offset;
    m_moments->setMark(m_mark);
    m_comparison->setItemEnabled(static_cast<int>(ComparedWith::Mark), true);
    m_comparison->setCurrentIndex(static_cast<int>(ComparedWith::Mark));
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
