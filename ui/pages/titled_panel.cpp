#include "ui/pages/titled_panel.h"

#include "ui/widgets/title_bar.h"

#include <QVBoxLayout>

namespace brokerscope {

TitledPanel::TitledPanel(const QString& title, QWidget* content, QWidget* parent)
    : QFrame(parent), m_bar(new TitleBar(title, TitleBar::Height::Panel, this)) {
    setFrameShape(QFrame::StyledPanel);
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
    m_bar->setFacts(remark);
}

void TitledPanel::addToTitle(QWidget* widget) {
    m_bar->addAfter(widget);
}

int TitledPanel::titleHeight() const {
    return m_bar->height();
}

}  // namespace brokerscope
