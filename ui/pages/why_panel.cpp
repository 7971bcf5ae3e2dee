#include "ui/pages/why_panel.h"

#include "ui/models/group_words.h"
#include "ui/style/icons.h"
#include "ui/style/metrics.h"
#include "ui/style/palette.h"
#include "ui/widgets/title_bar.h"

#include <QEvent>
#include <QScrollBar>
#include <QTextBrowser>
#include <QTextDocument>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

#include <utility>

namespace brokerscope {

WhyPanel::WhyPanel(QWidget* parent)
    : QFrame(parent), m_title(new TitleBar({}, TitleBar::Height::Panel, this)), m_text(new QTextBrowser(this)) {
    setFrameShape(QFrame::StyledPanel);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setOpenLinks(false);
    m_text->setAccessibleName(tr("Why the group rebalanced"));
    m_text->document()->setDocumentMargin(Metrics::Margin);
    connect(m_text, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) { follow(link.toString()); });
    for (const auto& [step, iconName, tip] :
         {std::tuple(-1, QStringLiteral("chevron-left"), tr("The rebalance before (p)")),
          std::tuple(1, QStringLiteral("chevron-right"), tr("The next rebalance (n)"))}) {
        auto* button = new QToolButton(this);
        button->setIcon(icon(iconName));
        button->setToolTip(tip);
        button->setAccessibleName(tip);
        button->setAutoRaise(true);
        connect(button, &QToolButton::clicked, this, [this, wanted = step] { Q_EMIT stepWanted(wanted); });
        m_title->addAfter(button);
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 1, 1, 1);
    layout->setSpacing(0);
    layout->addWidget(m_title);
    layout->addWidget(m_text, 1);
    setEmptyText({});
}

void WhyPanel::setStory(RebalanceStory story) {
    m_story = std::move(story);
    m_emptyText.clear();
    m_title->setHeading(m_story.title);
    m_title->setStatus(m_story.isRunning ? tr("goes on") : QString(), StatusKind::Warning);
    m_title->setFacts(m_story.facts);
    showHtml();
}

void WhyPanel::setEmptyText(const QString& sentence) {
    m_story = {};
    m_emptyText = sentence;
    m_title->setHeading(tr("Rebalances"));
    m_title->setStatus({});
    m_title->setFacts({});
    showHtml();
}

QString WhyPanel::htmlOf(const RebalanceStory& story) const {
    const Palette& colours = Palette::of(palette());
    QString html;
    for (std::size_t i = 0; i < story.lines.size(); ++i) {
        const StoryLine& line = story.lines[i];
        html += QStringLiteral("<p style='margin:0 0 7px 0'><b>%1:</b> %2")
                    .arg(line.label.toHtmlEscaped(), line.isPressing
                                                         ? QStringLiteral("<span style='color:%1'>%2</span>")
                                                               .arg(colours.warning.name(), line.text.toHtmlEscaped())
                                                         : line.text.toHtmlEscaped());
        if (line.evidence) {
            html += QStringLiteral(" &nbsp;<a style='color:%1;text-decoration:none' href='evidence:%2'>%3</a>")
                        .arg(colours.accent.name())
                        .arg(i)
                        .arg(evidenceShown(*line.evidence).toHtmlEscaped());
        }
        html += QStringLiteral("</p>");
    }
    return html;
}

void WhyPanel::showHtml() {
    const QString html = m_emptyText.isEmpty() && !m_story.title.isEmpty()
                             ? htmlOf(m_story)
                             : QStringLiteral("<p style='color:%1'>%2</p>")
                                   .arg(Palette::of(palette()).muted.name(), m_emptyText.toHtmlEscaped());
    if (html == m_shown) {
        return;
    }
    m_shown = html;
    // A countdown must not scroll away what is read.
    const int scrolled = m_text->verticalScrollBar()->value();
    m_text->setHtml(html);
    m_text->verticalScrollBar()->setValue(scrolled);
}

void WhyPanel::follow(const QString& link) {
    const auto at = link.mid(link.indexOf(QLatin1Char(':')) + 1).toUInt();
    if (at < m_story.lines.size() && m_story.lines[at].evidence) {
        Q_EMIT evidenceWanted(*m_story.lines[at].evidence);
    }
}

std::optional<EventEvidence> WhyPanel::firstEvidence() const {
    for (const StoryLine& line : m_story.lines) {
        if (line.evidence) {
            return line.evidence;
        }
    }
    return std::nullopt;
}

QString WhyPanel::plainText() const {
    return m_text->toPlainText();
}

void WhyPanel::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        showHtml();
    }
}

}  // namespace brokerscope
