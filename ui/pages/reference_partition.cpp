#include "ui/pages/reference_partition.h"

#include "core/base/uuid.h"
#include "core/internal_topics/share_state_replay.h"
#include "core/schema/overlays.h"
#include "ui/models/fact_table_model.h"
#include "ui/pages/fact_table_view.h"
#include "ui/style/fonts.h"
#include "ui/style/metrics.h"
#include "ui/style/palette.h"
#include "ui/widgets/font_follower.h"
#include "ui/widgets/segmented_control.h"
#include "ui/widgets/title_bar.h"

#include <QEvent>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <limits>

namespace brokerscope {

namespace {

constexpr int kUsualPartitions = 50;
constexpr int kIdWidth = 420;
constexpr int kAnswerHeight = 150;
constexpr std::array kTargets{RouteTarget::GroupCoordinator, RouteTarget::TransactionCoordinator,
                              RouteTarget::ShareCoordinator};

QString muted(const QString& text, const Palette& palette) {
    return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(palette.muted.name(), text.toHtmlEscaped());
}

FactTable hashTable(const PartitionSteps& steps) {
    FactTable table;
    table.columns = {ReferencePartition::tr("Character"), ReferencePartition::tr("Code"),
                     ReferencePartition::tr("Hash after it (int32)"), ReferencePartition::tr("How")};
    table.numberColumns = {1, 2};
    std::int32_t before = 0;
    for (const HashStep& step : steps.characters) {
        const QString character = QString::fromStdString(step.character);
        QStringList codes;
        QString how = QString::number(before);
        for (const QChar unit : character) {  // UTF-16, as Java counts
            codes.append(QString::number(unit.unicode()));
            how = QStringLiteral("31 × %1 + %2")
                      .arg(how.contains(QLatin1Char(' ')) ? QStringLiteral("(%1)").arg(how) : how)
                      .arg(unit.unicode());
        }
        table.rows.push_back(
            {{character, codes.join(QLatin1Char(' ')), QString::number(step.hash), how}, {}, -1, false});
        before = step.hash;
    }
    return table;
}

}  // namespace

ReferencePartition::ReferencePartition(const SchemaRegistry& registry, QWidget* parent)
    : QWidget(parent)
    , m_registry(registry)
    , m_kind(new SegmentedControl({tr("Group"), tr("Transactional id"), tr("Share partition")}, this))
    , m_idCaption(new QLabel(this))
    , m_id(new QLineEdit(QStringLiteral("payments-app"), this))
    , m_topicId(new QLineEdit(this))
    , m_sharePartition(new QSpinBox(this))
    , m_partitions(new QSpinBox(this))
    , m_answer(new QTextBrowser(this))
    , m_hashes(new FactTableView(tr("Steps of the hash"), FactTableView::Parts::Table, this)) {
    setUpFields();
    auto* bar = new TitleBar(tr("Partition of a group, and so its coordinator"), TitleBar::Height::Panel, this);
    m_hashes->setHeading(tr("The hash, character by character"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(bar);
    layout->addLayout(makeForm());
    layout->addWidget(m_answer);
    layout->addWidget(m_hashes, 1);
    calculate();
}

void ReferencePartition::setUpFields() {
    m_kind->setAccessibleName(tr("What the id is of"));
    m_id->setAccessibleName(tr("Id"));
    m_id->setMaximumWidth(kIdWidth);
    followMonospaceFont(*m_id);
    m_topicId->setAccessibleName(tr("Topic id"));
    m_topicId->setMaximumWidth(kIdWidth);
    followMonospaceFont(*m_topicId);
    m_topicId->setPlaceholderText(tr("22 characters, or hyphenated"));
    m_sharePartition->setRange(0, std::numeric_limits<int>::max());
    m_sharePartition->setAccessibleName(tr("Partition of the topic"));
    m_partitions->setRange(1, std::numeric_limits<int>::max());
    m_partitions->setValue(kUsualPartitions);
    m_partitions->setAccessibleName(tr("Partitions of the internal topic"));
    m_answer->setFrameShape(QFrame::NoFrame);
    m_answer->setAccessibleName(tr("The partition, step by step"));
    m_answer->setFixedHeight(kAnswerHeight);
    m_answer->document()->setDocumentMargin(Metrics::Margin);
    connect(m_kind, &SegmentedControl::currentIndexChanged, this, &ReferencePartition::calculate);
    connect(m_id, &QLineEdit::textChanged, this, &ReferencePartition::calculate);
    connect(m_topicId, &QLineEdit::textChanged, this, &ReferencePartition::calculate);
    connect(m_sharePartition, &QSpinBox::valueChanged, this, &ReferencePartition::calculate);
    connect(m_partitions, &QSpinBox::valueChanged, this, &ReferencePartition::calculate);
}

QLayout* ReferencePartition::makeForm() {
    m_idCaption->setForegroundRole(QPalette::PlaceholderText);
    m_idCaption->setBuddy(m_id);
    m_shareFields = new QWidget(this);
    auto* share = new QFormLayout(m_shareFields);
    share->setContentsMargins(0, 0, 0, 0);
    share->setVerticalSpacing(Metrics::Spacing);
    share->addRow(tr("topic id"), m_topicId);
    share->addRow(tr("partition"), m_sharePartition);
    auto* form = new QFormLayout;
    form->setContentsMargins(Metrics::Margin, Metrics::Margin, Metrics::Margin, 0);
    form->setVerticalSpacing(Metrics::Spacing);
    form->addRow(m_kind);
    form->addRow(m_idCaption, m_id);
    form->addRow(m_shareFields);
    form->addRow(tr("partitions of the internal topic"), m_partitions);
    return form;
}

void ReferencePartition::setKind(Kind kind) {
    m_kind->setCurrentIndex(static_cast<int>(kind));
}

ReferencePartition::Kind ReferencePartition::kind() const {
    return static_cast<Kind>(m_kind->currentIndex());
}

QString ReferencePartition::topic() const {
    const CoordinatorFacts* facts =
        m_registry.overlays().coordinator(kTargets[static_cast<std::size_t>(m_kind->currentIndex())]);
    return facts == nullptr ? QString() : QString::fromStdString(facts->internalTopic);
}

// Empty: it cannot be made of what is typed.
QString ReferencePartition::key() const {
    if (kind() != Kind::SharePartition) {
        return m_id->text();
    }
    const auto id = Uuid::fromString(m_topicId->text().trimmed().toStdString());
    if (!id || m_id->text().isEmpty()) {
        return {};
    }
    return QString::fromStdString(
        SharePartitionKey{m_id->text().toStdString(), *id, m_sharePartition->value()}.toString());
}

void ReferencePartition::calculate() {
    const QString typed = key();
    m_steps = typed.isEmpty() ? PartitionSteps{} : partitionSteps(typed.toStdString(), m_partitions->value());
    m_idCaption->setText(kind() == Kind::Transaction ? tr("transactional id") : tr("group id"));
    m_shareFields->setVisible(kind() == Kind::SharePartition);
    m_hashes->setTable(hashTable(m_steps));
    showAnswer();
}

QString ReferencePartition::answer() const {
    return m_steps.partition < 0 ? QString() : QStringLiteral("%1-%2").arg(topic()).arg(m_steps.partition);
}

void ReferencePartition::showAnswer() {
    const Palette& palette = Palette::of(this->palette());
    if (m_steps.partition < 0) {
        m_answer->setHtml(
            muted(kind() == Kind::SharePartition ? tr("Type a group and a topic id.") : tr("Type an id."), palette));
        return;
    }
    const auto row = [&](const QString& name, const QString& value) {
        return QStringLiteral("<tr><td>%1&nbsp;&nbsp;&nbsp;</td><td style=\"font-family:'%2'\">%3</td></tr>")
            .arg(muted(name, palette), monospaceFont().family(), value.toHtmlEscaped());
    };
    QString html = QStringLiteral("<table cellspacing=\"0\" cellpadding=\"2\">");
    html += row(tr("key"), QString::fromStdString(m_steps.key));
    html += row(tr("hashCode as Java counts it"), QString::number(m_steps.hash));
    html += row(tr("absolute value"), QString::number(m_steps.positive));
    html += row(tr("remainder"),
                QStringLiteral("%1 mod %2 = %3").arg(m_steps.positive).arg(m_steps.partitions).arg(m_steps.partition));
    html += QStringLiteral("</table><p><b>%1</b>&nbsp; %2</p>")
                .arg(answer().toHtmlEscaped(), muted(tr("The leader of this partition is the coordinator."), palette));
    m_answer->setHtml(html);
}

void ReferencePartition::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_hashes != nullptr) {
        showAnswer();
    }
}

}  // namespace brokerscope
