#include "ui/pages/empty_page.h"

#include "ui/style/fonts.h"
#include "ui/style/icons.h"
#include "ui/style/metrics.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace brokerscope {

namespace {

constexpr int kIconSize = 40;
constexpr int kTextWidth = 460;

}  // namespace

EmptyPage::EmptyPage(const QString& iconName, const QString& title, const QString& nextStep, const QString& action,
                     QWidget* parent)
    : QWidget(parent), m_nextStep(new QLabel(nextStep, this)) {
    auto* picture = new QLabel(this);
    picture->setPixmap(icon(iconName, IconRole::Muted).pixmap(kIconSize, kIconSize));
    auto* heading = new QLabel(title, this);
    heading->setFont(headingFont());
    m_nextStep->setWordWrap(true);
    m_nextStep->setAlignment(Qt::AlignCenter);
    m_nextStep->setForegroundRole(QPalette::PlaceholderText);
    m_nextStep->setMinimumWidth(kTextWidth);
    auto* button = new QPushButton(action, this);
    button->setDefault(true);
    connect(button, &QPushButton::clicked, this, &EmptyPage::actionWanted);

    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(Metrics::Margin);
    layout->addStretch(2);
    layout->addWidget(picture, 0, Qt::AlignHCenter);
    layout->addWidget(heading, 0, Qt::AlignHCenter);
    layout->addWidget(m_nextStep, 0, Qt::AlignHCenter);
    layout->addWidget(button, 0, Qt::AlignHCenter);
    layout->addStretch(3);
}

void EmptyPage::setNextStep(const QString& nextStep) {
    m_nextStep->setText(nextStep);
}

}  // namespace brokerscope
