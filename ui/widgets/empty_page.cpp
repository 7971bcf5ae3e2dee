#include "ui/widgets/empty_page.h"

#include "ui/style/fonts.h"
#include "ui/style/icons.h"
#include "ui/style/metrics.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace brokerscope {

namespace {

constexpr int kIconSize = 40;
constexpr int kTextWidth = 520;
constexpr int kTextStretch = 100;

}  // namespace

EmptyPage::EmptyPage(const QString& iconName, const QString& title, const QString& nextStep, const QString& action,
                     QWidget* parent)
    : QWidget(parent), m_nextStep(new QLabel(nextStep, this)), m_action(new QPushButton(this)) {
    m_nextStep->setTextFormat(Qt::PlainText);
    m_nextStep->setWordWrap(true);
    m_nextStep->setAlignment(Qt::AlignCenter);
    m_nextStep->setForegroundRole(QPalette::PlaceholderText);
    m_nextStep->setMaximumWidth(kTextWidth);
    m_action->setDefault(true);
    connect(m_action, &QPushButton::clicked, this, &EmptyPage::actionWanted);

    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(Metrics::Margin);
    layout->addStretch(2);
    if (!iconName.isEmpty()) {
        auto* picture = new QLabel(this);
        picture->setPixmap(icon(iconName, IconRole::Muted).pixmap(kIconSize, kIconSize));
        layout->addWidget(picture, 0, Qt::AlignHCenter);
    }
    if (!title.isEmpty()) {
        auto* heading = new QLabel(title, this);
        heading->setFont(headingFont());
        layout->addWidget(heading, 0, Qt::AlignHCenter);
    }
    // An alignment of the item itself would take the height of one width for another.
    auto* sentence = new QHBoxLayout;
    sentence->addStretch(1);
    sentence->addWidget(m_nextStep, kTextStretch);
    sentence->addStretch(1);
    layout->addLayout(sentence);
    layout->addWidget(m_action, 0, Qt::AlignHCenter);
    layout->addStretch(3);
    setAction(action);
}

void EmptyPage::setNextStep(const QString& nextStep) {
    m_nextStep->setText(nextStep);
}

QString EmptyPage::nextStep() const {
    return m_nextStep->text();
}

void EmptyPage::setAction(const QString& action) {
    m_action->setText(action);
    m_action->setVisible(!action.isEmpty());
}

}  // namespace brokerscope
