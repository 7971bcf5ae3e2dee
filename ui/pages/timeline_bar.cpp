#include "ui/pages/timeline_bar.h"

#include "ui/style/icons.h"
#include "ui/style/metrics.h"
#include "ui/widgets/elided_label.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

#include <array>
#include <utility>

namespace brokerscope {

TimelineBar::TimelineBar(QWidget* parent)
    : QWidget(parent)
    , m_name(new ElidedLabel({}, ElidedLabel::Rank::Heading, this))
    , m_facts(new ElidedLabel({}, ElidedLabel::Rank::Muted, this)) {
    m_name->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Metrics::Spacing);
    layout->addWidget(m_name);
    layout->addSpacing(Metrics::Spacing / 2);
    layout->addWidget(m_facts, 1);
    addSpans();
    addExport();
}

void TimelineBar::addSpans() {
    auto* layout = static_cast<QHBoxLayout*>(this->layout());
    m_live = new QPushButton(icon(QStringLiteral("play")), tr("Live"), this);
    m_live->setCheckable(true);
    m_live->setToolTip(tr("Follow the present moment (l)"));
    connect(m_live, &QPushButton::clicked, this, &TimelineBar::followWanted);
    layout->addWidget(m_live);
    constexpr std::int64_t kMinute = 60'000;
    const std::array<std::tuple<QString, std::int64_t, QString>, 4> spans = {
        {{tr("1 m"), kMinute, tr("Show a minute")},
         {tr("5 m"), 5 * kMinute, tr("Show five minutes")},
         {tr("1 h"), 60 * kMinute, tr("Show an hour")},
         {tr("All"), 0, tr("Show all that was seen (a)")}}};
    for (const auto& [text, ms, tip] : spans) {
        auto* button = new QToolButton(this);
        button->setText(text);
        button->setToolTip(tip);
        button->setAccessibleName(tip);
        button->setAutoRaise(true);
        connect(button, &QToolButton::clicked, this, [this, wanted = ms] { Q_EMIT spanWanted(wanted); });
        layout->addWidget(button);
    }
}

void TimelineBar::addExport() {
    m_records = new QPushButton(icon(QStringLiteral("topics")), tr("Records"), this);
    m_records->setToolTip(tr("What the group's coordinator wrote about it (Ctrl+Shift+G)"));
    connect(m_records, &QPushButton::clicked, this, &TimelineBar::recordsWanted);
    layout()->addWidget(m_records);
    m_export = new QPushButton(icon(QStringLiteral("export")), tr("Export"), this);
    auto* menu = new QMenu(m_export);
    const std::array<std::pair<QString, Export>, 4> kinds = {{{tr("Picture (PNG)…"), Export::Png},
                                                              {tr("Drawing (SVG)…"), Export::Svg},
                                                              {tr("Timeline (JSON)…"), Export::Json},
                                                              {tr("Report (plain text)…"), Export::Report}}};
    for (const auto& [text, kind] : kinds) {
        connect(menu->addAction(text), &QAction::triggered, this,
                [this, wanted = kind] { Q_EMIT exportWanted(wanted); });
    }
    m_export->setMenu(menu);
    layout()->addWidget(m_export);
}

void TimelineBar::setGroup(const QString& name, const QString& facts) {
    m_name->setText(name);
    m_facts->setText(facts);
    m_export->setEnabled(!name.isEmpty());
    m_records->setEnabled(!name.isEmpty());
}

void TimelineBar::setLive(bool isLive) {
    m_live->setVisible(isLive);
    m_records->setVisible(isLive);
}

void TimelineBar::setFollowing(bool following) {
    m_live->setChecked(following);
}

const QString& TimelineBar::facts() const {
    return m_facts->text();
}

}  // namespace brokerscope
