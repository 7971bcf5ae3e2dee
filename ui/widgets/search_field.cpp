#include "ui/widgets/search_field.h"

#include "ui/style/fonts.h"
#include "ui/style/icons.h"
#include "ui/style/metrics.h"
#include "ui/style/palette.h"

#include <QFontMetrics>
#include <QKeyEvent>
#include <QPainter>

namespace brokerscope {

namespace {

constexpr int HintRoom = 6;  // between the hint and the right edge

int hintWidth(const QString& hint) {
    return QFontMetrics(smallFont()).horizontalAdvance(hint) + 10;
}

}  // namespace

SearchField::SearchField(const QString& placeholder, QWidget* parent) : QLineEdit(parent) {
    setPlaceholderText(placeholder);
    setAccessibleName(placeholder);
    addAction(icon(QStringLiteral("search"), IconRole::Muted), QLineEdit::LeadingPosition);
    QAction* clearing = addAction(icon(QStringLiteral("close"), IconRole::Muted), QLineEdit::TrailingPosition);
    clearing->setText(tr("Clear"));
    clearing->setVisible(false);
    connect(clearing, &QAction::triggered, this, &QLineEdit::clear);
    connect(this, &QLineEdit::textChanged, clearing, [this, clearing](const QString& text) {
        clearing->setVisible(!text.isEmpty());
        updateMargins();
    });
}

void SearchField::setShortcutHint(const QString& hint) {
    m_hint = hint;
    updateMargins();
    update();
}

void SearchField::updateMargins() {
    // The placeholder ends before the hint.
    const bool showsHint = !m_hint.isEmpty() && text().isEmpty();
    setTextMargins(0, 0, showsHint ? hintWidth(m_hint) + HintRoom : 0, 0);
}

void SearchField::paintEvent(QPaintEvent* event) {
    QLineEdit::paintEvent(event);
    if (m_hint.isEmpty() || !text().isEmpty() || hasFocus()) {
        return;
    }
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Palette& palette = Palette::of(this->palette());
    const QFont font = smallFont();
    const QFontMetrics metrics(font);
    const int boxWidth = hintWidth(m_hint);
    const int boxHeight = metrics.height() + 2;
    const QRectF box(width() - boxWidth - HintRoom - 0.5, (height() - boxHeight) / 2 + 0.5, boxWidth, boxHeight);
    painter.setPen(palette.border);
    painter.setBrush(palette.alternate);
    painter.drawRoundedRect(box, Metrics::SmallRadius, Metrics::SmallRadius);
    painter.setFont(font);
    painter.setPen(palette.muted);
    painter.drawText(box, Qt::AlignCenter, m_hint);
}

void SearchField::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Escape:
            if (text().isEmpty()) {
                event->ignore();
            } else {
                clear();
            }
            break;
        case Qt::Key_Down:
        case Qt::Key_Return:
        case Qt::Key_Enter:
            QLineEdit::keyPressEvent(event);
            Q_EMIT resultsWanted();
            break;
        default:
            QLineEdit::keyPressEvent(event);
    }
}

}  // namespace brokerscope
