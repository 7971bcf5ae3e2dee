#include "ui/pages/topic_reading_bar.h"

#include "ui/models/local_zone.h"
#include "ui/models/value_format.h"
#include "ui/pages/exchange_texts.h"
#include "ui/pages/page_metrics.h"
#include "ui/pages/topic_list_model.h"
#include "ui/pages/topic_words.h"
#include "ui/style/icons.h"
#include "ui/style/metrics.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/font_follower.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStandardItemModel>

#include <algorithm>

namespace brokerscope {
namespace {

constexpr int kValueWidth = 170;
constexpr int kAllPartitions = -1;

std::optional<std::int64_t> offsetOf(const QString& text) {
    bool isNumber = false;
    const qlonglong offset = text.trimmed().toLongLong(&isNumber);
    return isNumber && offset >= 0 ? std::optional<std::int64_t>(offset) : std::nullopt;
}

// Local time unless it says otherwise, or ms since 1970.
std::optional<std::int64_t> timeOf(const QString& text) {
    bool isNumber = false;
    const qlonglong ms = text.trimmed().toLongLong(&isNumber);
    if (isNumber) {
        return ms;
    }
    const auto time = readTime(text.trimmed().toStdString(), localZone());
    return time && !time->isOfAnyDay ? std::optional(time->fromMs) : std::nullopt;
}

}  // namespace

TopicReadingBar::TopicReadingBar(QWidget* parent)
    : QWidget(parent)
    , m_name(new ElidedLabel({}, ElidedLabel::Rank::Heading, this))
    , m_facts(new ElidedLabel({}, ElidedLabel::Rank::Muted, this)) {
    m_name->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Metrics::Spacing);
    layout->addWidget(m_name);
    layout->addWidget(m_facts, 1);
    addChoices();
    addButtons();
    showPlace();
    showButtons();
}

void TopicReadingBar::addChoices() {
    m_partition = new QComboBox(this);
    m_partition->setAccessibleName(tr("Partition"));
    m_from = new QComboBox(this);
    m_from->setAccessibleName(tr("Where to begin"));
    m_from->addItems({tr("from the beginning"), tr("from the end"), tr("from offset"), tr("from time")});
    m_value = new QLineEdit(this);
    followFontWidth(*m_value, kValueWidth);
    m_follow = new QCheckBox(tr("follow"), this);
    m_follow->setToolTip(tr("Go on with records that come, until cancelled"));
    connect(m_from, &QComboBox::currentIndexChanged, this, &TopicReadingBar::showPlace);
    connect(m_value, &QLineEdit::returnPressed, this, &TopicReadingBar::readWanted);
    for (QWidget* widget : {static_cast<QWidget*>(m_partition), static_cast<QWidget*>(m_from),
                            static_cast<QWidget*>(m_value), static_cast<QWidget*>(m_follow)}) {
        layout()->addWidget(widget);
    }
}

void TopicReadingBar::addButtons() {
    m_progress = new QProgressBar(this);
    m_progress->setMinimumWidth(PageMetrics::kProgressWidth / 2);
    m_progress->setMaximumWidth(PageMetrics::kProgressWidth);
    m_progress->setAccessibleName(tr("How much of the topic is read"));
    m_read = new QPushButton(icon(QStringLiteral("play")), tr("Read"), this);
    m_read->setToolTip(tr("Read records from there (Ctrl+R)"));
    m_pause = new QPushButton(icon(QStringLiteral("pause")), tr("Pause"), this);
    m_pause->setCheckable(true);
    m_pause->setToolTip(tr("Hold what is read; nothing is lost (Ctrl+Alt+P)"));
    m_cancel = new QPushButton(icon(QStringLiteral("stop")), tr("Cancel"), this);
    m_cancel->setToolTip(tr("Stop reading; what is listed stays"));
    m_export = new QPushButton(icon(QStringLiteral("export")), tr("Export"), this);
    auto* menu = new QMenu(m_export);
    m_exports = {menu->addAction(tr("Shown records as JSON lines…")), menu->addAction(tr("Shown records as CSV…"))};
    connect(m_exports[0], &QAction::triggered, this, [this] { Q_EMIT exportWanted(TopicExportForm::JsonLines); });
    connect(m_exports[1], &QAction::triggered, this, [this] { Q_EMIT exportWanted(TopicExportForm::Csv); });
    m_cancelExport = menu->addAction(tr("Cancel the export"));
    m_cancelExport->setToolTip(tr("Stop writing; what was written stays"));
    connect(m_cancelExport, &QAction::triggered, this, &TopicReadingBar::exportCancelWanted);
    m_export->setMenu(menu);
    showExporting(false);
    connect(m_read, &QPushButton::clicked, this, &TopicReadingBar::readWanted);
    connect(m_pause, &QPushButton::clicked, this, &TopicReadingBar::pauseWanted);
    connect(m_cancel, &QPushButton::clicked, this, &TopicReadingBar::cancelWanted);
    for (QWidget* widget :
         {static_cast<QWidget*>(m_progress), static_cast<QWidget*>(m_read), static_cast<QWidget*>(m_pause),
          static_cast<QWidget*>(m_cancel), static_cast<QWidget*>(m_export)}) {
        layout()->addWidget(widget);
    }
}

void TopicReadingBar::setTopic(const ListedTopic* topic) {
    m_isLive = topic != nullptr && topic->isOfCluster();
    m_name->setText(topic != nullptr ? topic->name : QString());
    showSize(topic);
    m_partition->clear();
    m_partition->addItem(tr("all partitions"), kAllPartitions);
    for (const int partition : topic != nullptr ? topic->partitionNumbers() : std::vector<int>()) {
        m_partition->addItem(tr("partition %1").arg(partition), partition);
    }
    if (auto* places = qobject_cast<QStandardItemModel*>(m_from->model())) {
        places->item(static_cast<int>(FetchFrom::End))->setEnabled(m_isLive);
    }
    if (!m_isLive && static_cast<FetchFrom>(m_from->currentIndex()) == FetchFrom::End) {
        m_from->setCurrentIndex(static_cast<int>(FetchFrom::Beginning));
    }
    setEnabled(topic != nullptr);
    showPlace();
    showButtons();
}

void TopicReadingBar::showSize(const ListedTopic* topic) {
    QString facts;
    if (topic != nullptr) {
        facts = countText(static_cast<std::uint64_t>(topic->partitions), tr("partition"), tr("partitions"));
        if (topic->bytes >= 0) {
            facts += QStringLiteral(" · ") + bytesCountText(static_cast<std::uint64_t>(topic->bytes));
        }
    }
    m_facts->setText(facts);
}

void TopicReadingBar::setStart(const ReadingStart& start) {
    m_partition->setCurrentIndex(std::max(0, m_partition->findData(start.partition.value_or(kAllPartitions))));
    m_from->setCurrentIndex(static_cast<int>(start.from));
    m_value->setText(start.from == FetchFrom::Offset || start.from == FetchFrom::Timestamp
                         ? QString::number(start.value)
                         : QString());
    m_follow->setChecked(start.follow);
}

std::optional<ReadingStart> TopicReadingBar::start() const {
    ReadingStart start;
    const int partition = m_partition->currentData().toInt();
    start.partition = partition == kAllPartitions ? std::nullopt : std::optional<std::int32_t>(partition);
    start.from = static_cast<FetchFrom>(m_from->currentIndex());
    start.follow = m_follow->isChecked() && m_isLive;
    const bool isOffset = start.from == FetchFrom::Offset;
    if (isOffset || start.from == FetchFrom::Timestamp) {
        const auto value = isOffset ? offsetOf(m_value->text()) : timeOf(m_value->text());
        if (!value) {
            return std::nullopt;
        }
        start.value = *value;
    }
    return start;
}

QString TopicReadingBar::problem() const {
    if (start()) {
        return {};
    }
    return static_cast<FetchFrom>(m_from->currentIndex()) == FetchFrom::Offset
               ? tr("An offset is a number from 0 on, such as 1204.")
               : tr("A time is written as 2026-11-30 10:41:07, or in ms since 1970.");
}

void TopicReadingBar::showPlace() {
    const auto from = static_cast<FetchFrom>(m_from->currentIndex());
    const bool isTime = from == FetchFrom::Timestamp;
    m_value->setVisible(isTime || from == FetchFrom::Offset);
    m_value->setPlaceholderText(isTime ? QStringLiteral("2026-11-30 10:41:07") : QStringLiteral("0"));
    m_value->setAccessibleName(isTime ? tr("Time to begin at") : tr("Offset to begin at"));
    m_follow->setVisible(m_isLive);
}

void TopicReadingBar::showStatus(const TopicReadingStatus* status) {
    m_isReading = status != nullptr && !status->isOver;
    if (status != nullptr) {
        m_facts->setText(progressText(*status, !m_isLive));
        m_progress->setValue(status->percent());
        const QSignalBlocker quiet(m_pause);
        m_pause->setChecked(status->isPaused);
    }
    m_progress->setVisible(m_isReading && !status->isCaughtUp());
    m_hasRecords = status != nullptr && status->records > 0;
    m_export->setEnabled(m_hasRecords || m_cancelExport->isEnabled());
    showButtons();
}

void TopicReadingBar::showExporting(bool isExporting) {
    for (QAction* action : m_exports) {
        action->setEnabled(!isExporting);
    }
    m_cancelExport->setEnabled(isExporting);
    m_export->setText(isExporting ? tr("Exporting…") : tr("Export"));
    m_export->setEnabled(m_hasRecords || isExporting);
}

void TopicReadingBar::showButtons() {
    m_read->setVisible(!m_isReading);
    m_pause->setVisible(m_isReading);
    m_cancel->setVisible(m_isReading);
    m_progress->setVisible(m_isReading && m_progress->isVisibleTo(this));
}

const QString& TopicReadingBar::facts() const {
    return m_facts->text();
}

}  // namespace brokerscope
