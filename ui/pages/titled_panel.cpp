#include "ui/pages/titled_panel.h"

#include "ui/style/metrics.h"
#include "ui/style/palette.h"
#include "ui/widgets/elided_label.h"

#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

namespace brokerscope {

namespace {

constexpr int kTitleHeight = 34;

}  // namespace

TitledPanel::TitledPanel(const QString& title, QWidget* content, QWidget* parent)
    : QFrame(parent), m_remark(new ElidedLabel({}, ElidedLabel::Rank::Muted, this)), m_bar(new QWidget(this)) {
    auto* heading = new QLabel(title, m_bar);
    QFont font = heading->font();
    font.setWeight(QFont::DemiBold);
    heading->setFont(font);
    m_bar->setFixedHeight(kTitleHeight);
    auto* bar = new QHBoxLayout(m_bar);
    bar->setContentsMargins(Metrics::Margin, 0, Metrics::Spacing / 2, 0);
    bar->setSpacing(Metrics::Margin);
    bar->addWidget(heading);
    bar->addWidget(m_remark, 1);
    content->setParent(this);
    if (auto* frame = qobject_cast<QFrame*>(content)) {
        frame->setFrameShape(QFrame::NoFrame);
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 1, 1, 1);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(content, 1);
}

void TitledPanel::setRemark(const QString& remark) {
    m_remark->setText(remark);
}

void TitledPanel::addToTitle(QWidget* widget) {
    m_bar->layout()->addWidget(widget);
}

void TitledPanel::paintEvent(QPaintEvent*) {
    const Palette& palette = Palette::of(this->palette());
    QPainter painter(this);
    painter.fillRect(rect(), palette.surface);
    painter.setPen(palette.border);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    painter.fillRect(1, m_bar->geometry().bottom(), width() - 2, 1, palette.alternate);
}

}  // namespace brokerscope
