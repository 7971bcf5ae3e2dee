#include "ui/forms/whole_number_box.h"

#include "core/schema/default_value.h"

#include <QLineEdit>
#include <QWheelEvent>

namespace brokerscope {

WholeNumberBox::WholeNumberBox(std::int64_t least, std::int64_t greatest, QWidget* parent)
    : QAbstractSpinBox(parent), m_least(least), m_greatest(greatest) {
    setFrame(false);
    setCorrectionMode(CorrectToPreviousValue);
    const QString range = tr("%1 to %2").arg(least).arg(greatest);
    lineEdit()->setPlaceholderText(range);
    setToolTip(range);
    connect(lineEdit(), &QLineEdit::textEdited, this, &WholeNumberBox::edited);
}

void WholeNumberBox::setValueText(const QString& text) {
    lineEdit()->setText(text);
    update();
}

std::optional<std::int64_t> WholeNumberBox::value() const {
    const auto value = parseInteger(valueText().toStdString());
    return value && *value >= m_least && *value <= m_greatest ? value : std::nullopt;
}

QValidator::State WholeNumberBox::validate(QString& input, int& /*position*/) const {
    const QString trimmed = input.trimmed();
    if (const auto value = parseInteger(trimmed.toStdString())) {
        return *value >= m_least && *value <= m_greatest ? QValidator::Acceptable : outside(*value);
    }
    static const QStringList kBeginnings{QString(), QStringLiteral("-"), QStringLiteral("0x"), QStringLiteral("-0x")};
    const bool mayBegin = kBeginnings.contains(trimmed) && (m_least < 0 || !trimmed.startsWith(QLatin1Char('-')));
    return mayBegin ? QValidator::Intermediate : QValidator::Invalid;
}

// Digits that follow only take a number farther away from zero.
QValidator::State WholeNumberBox::outside(std::int64_t value) const {
    const bool isTooFar = (value > m_greatest && m_greatest >= 0) || (value < m_least && m_least <= 0);
    return isTooFar ? QValidator::Invalid : QValidator::Intermediate;
}

void WholeNumberBox::stepBy(int steps) {
    const auto now = value();
    const std::int64_t from = now.value_or(m_least > 0 ? m_least : m_greatest < 0 ? m_greatest : 0);
    std::int64_t to = from;
    if (now) {
        const std::int64_t step = steps;
        to = step > 0 ? (from > m_greatest - step ? m_greatest : from + step)
                      : (from < m_least - step ? m_least : from + step);
    }
    lineEdit()->setText(QString::number(to));
    selectAll();
    Q_EMIT edited();
}

QAbstractSpinBox::StepEnabled WholeNumberBox::stepEnabled() const {
    const auto now = value();
    StepEnabled steps = StepNone;
    steps.setFlag(StepUpEnabled, !now || *now < m_greatest);
    steps.setFlag(StepDownEnabled, !now || *now > m_least);
    return steps;
}

void WholeNumberBox::wheelEvent(QWheelEvent* event) {
    event->ignore();
}

}  // namespace brokerscope
