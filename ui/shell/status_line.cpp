#include "ui/shell/status_line.h"

#include "ui/models/value_format.h"
#include "ui/pages/exchange_texts.h"
#include "ui/style/fonts.h"
#include "ui/style/metrics.h"
#include "ui/style/palette.h"
#include "ui/widgets/font_follower.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

namespace brokerscope {

StatusLine::StatusLine(QWidget* parent) : QWidget(parent), m_left(new QLabel(this)), m_right(new QLabel(this)) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(Metrics::Margin, 1, Metrics::Margin, 0);
    layout->setSpacing(Metrics::Margin);
    for (QLabel* label : {m_left, m_right}) {
        label->setTextFormat(Qt::PlainText);
        label->setForegroundRole(QPalette::PlaceholderText);
    }
    // Their names are their texts, which are what is to be read.
    m_left->setAccessibleDescription(tr("What goes on, or stands under the mouse"));
    m_left->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    layout->addWidget(m_left, 1);
    layout->addWidget(m_right);
    followFont(*this, [this] {
        setFixedHeight(statusLineHeight());
        for (QLabel* label : {m_left, m_right}) {
            label->setFont(smallFont());
        }
    });
    setActivity(tr("ready"));
    setStatus({}, 0);
}

void StatusLine::setPath(const QString& path) {
    m_path = path;
    showLeft();
}

void StatusLine::setActivity(const QString& sentence) {
    m_activity = sentence;
    showLeft();
}

void StatusLine::showLeft() {
    m_left->setText(m_path.isEmpty() ? m_activity : m_path);
}

void StatusLine::setStatus(const ExchangeStoreStatus& status, std::uint64_t warnings) {
    QStringList parts{countText(status.kept, tr("exchange"), tr("exchanges")),
                      tr("%1 kept").arg(bytesCountText(status.keptBytes))};
    if (status.evicted > 0) {
        parts.append(tr("%1 dropped").arg(grouped(static_cast<std::int64_t>(status.evicted))));
    }
    parts.append(warnings == 0 ? tr("no warnings") : countText(warnings, tr("warning"), tr("warnings")));
    m_run = parts.join(QStringLiteral(" · "));
    showRight();
}

void StatusLine::setOpened(const QString& sentence) {
    m_opened = sentence;
    showRight();
}

void StatusLine::showRight() {
    m_right->setText(m_opened.isEmpty() ? m_run : m_opened);
    m_right->setAccessibleDescription(m_opened.isEmpty() ? tr("Kept of this run") : tr("Found in what was opened"));
}

void StatusLine::paintEvent(QPaintEvent*) {
    const Palette& palette = Palette::of(this->palette());
    QPainter painter(this);
    painter.fillRect(rect(), palette.surface);
    painter.fillRect(0, 0, width(), 1, palette.border);
}

}  // namespace brokerscope
