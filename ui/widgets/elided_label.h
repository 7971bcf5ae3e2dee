#pragma once

#include <QString>
#include <QWidget>

namespace brokerscope {

// One line of plain text that gives way: what does not fit is replaced by an ellipsis, and the tool tip shows all of
// it. Takes whatever width it is given.
class ElidedLabel : public QWidget {
    Q_OBJECT

public:
    enum class Rank : std::uint8_t { Plain, Muted, Heading };

    explicit ElidedLabel(const QString& text = {}, Rank rank = Rank::Plain, QWidget* parent = nullptr);

    void setText(const QString& text);
    const QString& text() const { return m_text; }
    bool isElided() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QFont rankFont() const;
    void updateToolTip();

    QString m_text;
    Rank m_rank;
};

}  // namespace brokerscope
