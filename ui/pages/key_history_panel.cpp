#include "ui/pages/key_history_panel.h"

#include "ui/models/value_format.h"
#include "ui/pages/change_delegate.h"
#include "ui/pages/key_record_model.h"
#include "ui/style/metrics.h"
#include "ui/widgets/font_follower.h"
#include "ui/widgets/plain_table.h"
#include "ui/widgets/title_bar.h"

#include <QHeaderView>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <optional>

namespace brokerscope {

// What is worked out for one record.
struct KeyHistoryPanel::MadeHistory {
    std::optional<KeyRecords> records;  // nothing: it is about nothing, or there is a failure
    QString failure;
    QString faults;
};

KeyHistoryPanel::MadeHistory KeyHistoryPanel::historyOf(SharedHistory& shared, std::int64_t offset,
                                                        const TopicNameOf& nameOf, const CancelToken& cancel) {
    MadeHistory made;
    const auto history = shared.get(cancel);
    if (!history) {
        made.failure = QString::fromStdString(history.error().text());
        return made;
    }
    made.faults = faultsText(**history);
    auto records = keyRecordsOf(**history, offset, nameOf, cancel);
    if (records) {
        made.records = std::move(*records);
    } else {
        made.failure = QString::fromStdString(records.error().text());
    }
    return made;
}

KeyHistoryPanel::KeyHistoryPanel(QWidget* parent)
    : QWidget(parent), m_bar(new TitleBar({}, TitleBar::Height::Panel, this)), m_model(new KeyRecordModel(this)) {
    setUpTable();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_table, 1);
}

void KeyHistoryPanel::setUpTable() {
    m_table = makePlainTable(*m_model, tr("Records about the same"), this);
    m_table->setItemDelegate(new ChangeDelegate(KeyRecordModel::ChosenRole, m_table));
    m_table->horizontalHeader()->setStretchLastSection(false);
    followFont(*this, [this] { fitColumns(); });
    m_table->horizontalHeader()->setSectionResizeMode(KeyRecordModel::SaysColumn, QHeaderView::Stretch);
    m_table->horizontalHeader()->setSectionResizeMode(KeyRecordModel::HolderColumn, QHeaderView::Stretch);
    m_table->setColumnHidden(KeyRecordModel::HolderColumn, true);
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) {
        if (m_place.isValid()) {
            Q_EMIT recordWanted(m_place.batch().partition, index.data(KeyRecordModel::OffsetRole).toLongLong());
        }
    });
}

// The chosen record is bold.
void KeyHistoryPanel::fitColumns() {
    QFont bold = m_table->font();
    bold.setBold(true);
    const QFontMetrics metrics(bold);
    const auto fit = [&](int column, const char* text) {
        m_table->setColumnWidth(column, metrics.horizontalAdvance(QLatin1String(text)) + Metrics::CellRoom);
    };
    fit(KeyRecordModel::TimeColumn, "2000-00-00 00:00:00.000 UTC");
    fit(KeyRecordModel::RecordColumn, "18:1 000 000");
    const bool hasTransactions = std::ranges::any_of(
        m_model->records().records, [](const KeyRecord& record) { return record.transaction.has_value(); });
    fit(KeyRecordModel::EffectColumn, hasTransactions ? "set by producer 1000, committed at 1 204" : "What it did");
}

void KeyHistoryPanel::say(const QString& sentence) {
    m_model->clear();
    m_bar->setHeading({});
    m_bar->setFacts(sentence);
}

void KeyHistoryPanel::show(const TopicRowsModel::Place& place, std::shared_ptr<SharedHistory> history) {
    m_work.cancel();
    m_place = place;
    m_history = std::move(history);
    if (m_history == nullptr) {
        m_isDue = false;
        say(place.isValid() ? tr("The records of an ordinary topic are not followed by their keys.")
                            : tr("Choose a record above to see all that were written about the same."));
        return;
    }
    work();
}

void KeyHistoryPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_isDue) {
        work();
    }
}

void KeyHistoryPanel::work() {
    m_isDue = m_history != nullptr && !isVisible();
    if (m_history == nullptr || m_isDue) {
        return;
    }
    m_bar->setFacts(tr("working it out…"));
    m_work.start(
        this,
        [history = m_history, offset = m_place.row->offset, nameOf = m_nameOf](const CancelToken& cancel) {
            return historyOf(*history, offset, nameOf, cancel);
        },
        [this](const MadeHistory& made) { take(made); });
}

void KeyHistoryPanel::take(const MadeHistory& made) {
    if (!made.records) {
        const QString why = !made.failure.isEmpty() ? made.failure
                            : m_place.batch().isControl
                                ? tr("A marker ends a transaction: it is about no key of its own.")
                                : tr("What this record is about could not be read.");
        say(made.faults.isEmpty() ? why : why + QStringLiteral(" · ") + made.faults);
        return;
    }
    const KeyRecords& records = *made.records;
    QString facts = countText(records.records.size() + records.earlier, tr("record"), tr("records"));
    if (records.earlier > 0) {
        facts += tr(" · the latest %1 are shown").arg(grouped(static_cast<std::int64_t>(records.records.size())));
    }
    if (records.isOfCommits) {
        facts += tr(" · assigned as the records of the group say");
    }
    facts += made.faults.isEmpty() ? QString() : QStringLiteral(" · ") + made.faults;
    m_bar->setHeading(QString::fromStdString(deletionText(records.object, records.path)));
    m_bar->setFacts(facts);
    m_model->setRecords(records, m_place.row->offset);
    m_table->setColumnHidden(KeyRecordModel::HolderColumn, !records.isOfCommits);
    fitColumns();
    const QModelIndex chosen = m_model->indexOf(m_place.row->offset);
    m_table->setCurrentIndex(chosen);
    m_table->scrollTo(chosen, QAbstractItemView::PositionAtCenter);
}

}  // namespace brokerscope
