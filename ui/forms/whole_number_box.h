#pragma once

#include <QAbstractSpinBox>

#include <cstdint>
#include <optional>

namespace brokerscope {

// A whole number of up to 64 bits within a range, decimal or with 0x; QSpinBox knows 32 bits only. Typed or stepped:
// arrow keys by one, PgUp and PgDn by ten. What is typed is left as it is. The wheel scrolls what the box stands in.
// GUI thread.
class WholeNumberBox : public QAbstractSpinBox {
    Q_OBJECT

public:
    WholeNumberBox(std::int64_t least, std::int64_t greatest, QWidget* parent = nullptr);

    // Any text, also one that is no number of the range.
    void setValueText(const QString& text);
    std::optional<std::int64_t> value() const;  // nothing: what is typed is none yet
    QString valueText() const { return text().trimmed(); }

    QValidator::State validate(QString& input, int& position) const override;
    void stepBy(int steps) override;

Q_SIGNALS:
    void edited();  // by hand

protected:
    StepEnabled stepEnabled() const override;
    void wheelEvent(QWheelEvent* event) override;

private:
    QValidator::State outside(std::int64_t value) const;

    std::int64_t m_least;
    std::int64_t m_greatest;
};

}  // namespace brokerscope
