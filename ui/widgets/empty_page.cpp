#include "ui/widgets/empty_page.h"

#include "ui/style/fonts.h"
#include "ui/style/icons.h"
#include "ui/style/metrics.h"

#include <QClipboard>
#include <QEvent>
#include <QFrame>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace brokerscope {

namespace {

constexpr int kIconSize = 40;
constexpr int kTextWidth = 520;
constexpr int kTextStretch = 100;
constexpr int kSignSize = 28;

QLabel* makeCentredText(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setAlignment(Qt::AlignCenter);
    label->setMaximumWidth(kTextWidth);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

}  // namespace

EmptyPage::EmptyPage(const QString& iconName, const QString& title, const QString& nextStep, const QString& action,
                     QWidget* parent)
    : QWidget(parent)
    , m_iconName(iconName)
    , m_sentence(nextStep)
    , m_sign(new QLabel(this))
    , m_nextStep(makeCentredText(this))
    , m_caption(makeCentredText(this))
    , m_action(new QPushButton(this)) {
    m_caption->setForegroundRole(QPalette::PlaceholderText);
    m_action->setDefault(true);
    connect(m_action, &QPushButton::clicked, this, &EmptyPage::actionWanted);

    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(Metrics::Margin);
    layout->addStretch(2);
    if (!iconName.isEmpty()) {
        m_picture = new QLabel(this);
        layout->addWidget(m_picture, 0, Qt::AlignHCenter);
    }
    if (!title.isEmpty()) {
        auto* heading = new QLabel(title, this);
        heading->setFont(headingFont());
        layout->addWidget(heading, 0, Qt::AlignHCenter);
    }
    layout->addWidget(m_sign, 0, Qt::AlignHCenter);
    for (QWidget* part : {static_cast<QWidget*>(m_nextStep), static_cast<QWidget*>(m_caption), makeQuote()}) {
        // An alignment of the item itself would take the height of one width for another.
        auto* line = new QHBoxLayout;
        line->addStretch(1);
        line->addWidget(part, kTextStretch);
        line->addStretch(1);
        layout->addLayout(line);
    }
    layout->addWidget(m_action, 0, Qt::AlignHCenter);
    layout->addStretch(3);
    setAction(action);
    clearProblem();
}

QWidget* EmptyPage::makeQuote() {
    m_quoteBox = new QFrame(this);
    m_quoteBox->setFrameShape(QFrame::StyledPanel);
    m_quoteBox->setMaximumWidth(kTextWidth);
    m_quote = makeCentredText(m_quoteBox);
    m_quote->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_quote->setFont(monospaceFont());
    auto* copy = new QToolButton(m_quoteBox);
    copy->setAutoRaise(true);
    copy->setIcon(icon(QStringLiteral("copy"), IconRole::Muted));
    copy->setToolTip(tr("Copy"));
    copy->setAccessibleName(tr("Copy"));
    connect(copy, &QToolButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_quote->text()); });
    auto* row = new QHBoxLayout(m_quoteBox);
    row->setContentsMargins(Metrics::Margin, Metrics::Spacing / 2, Metrics::Spacing / 2, Metrics::Spacing / 2);
    row->addWidget(m_quote, 1);
    row->addWidget(copy, 0, Qt::AlignTop);
    return m_quoteBox;
}

void EmptyPage::setProblem(StatusKind kind, const QString& cause, const QString& caption, const QString& quote) {
    m_kind = kind;
    m_cause = cause;
    m_caption->setText(caption);
    m_quote->setText(quote);
    updateSentence();
}

void EmptyPage::clearProblem() {
    setProblem(StatusKind::Neutral, {}, {}, {});
}

void EmptyPage::updateSentence() {
    m_nextStep->setText(hasProblem() ? m_cause : m_sentence);
    m_nextStep->setForegroundRole(hasProblem() ? QPalette::WindowText : QPalette::PlaceholderText);
    m_sign->setVisible(hasProblem());
    m_caption->setVisible(!m_caption->text().isEmpty());
    m_quoteBox->setVisible(!m_quote->text().isEmpty());
    updatePicture();
}

QString EmptyPage::text() const {
    QStringList parts{m_nextStep->text(), m_caption->text(), m_quote->text()};
    parts.removeAll(QString());
    return parts.join(u'\n');
}

// In the colours of now.
void EmptyPage::updatePicture() {
    if (m_picture != nullptr) {
        m_picture->setPixmap(
            icon(m_iconName, IconRole::Muted).pixmap(QSize(kIconSize, kIconSize), devicePixelRatioF()));
    }
    if (hasProblem()) {
        m_sign->setPixmap(icon(statusIconName(m_kind), statusIconRole(m_kind))
                              .pixmap(QSize(kSignSize, kSignSize), devicePixelRatioF()));
    }
}

void EmptyPage::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        updatePicture();
    }
}

void EmptyPage::setNextStep(const QString& nextStep) {
    m_sentence = nextStep;
    updateSentence();
}

QString EmptyPage::nextStep() const {
    return m_nextStep->text();
}

void EmptyPage::setAction(const QString& action) {
    m_action->setText(action);
    m_action->setVisible(!action.isEmpty());
}

}  // namespace brokerscope
