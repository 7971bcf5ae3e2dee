#pragma once

#include <QString>
#include <QStringList>
#include <QWidget>

namespace brokerscope {

// Plain text that gives way: what does not fit is replaced by an ellipsis, and the tool tip shows all of it. Takes
// whatever width it is given, and one line unless more are allowed: then as many as its width needs.
class ElidedLabel : public QWidget {
    Q_OBJECT

public:
    enum class Rank : std::uint8_t { Plain, Muted, Heading };

    explicit ElidedLabel(const QString& text = {}, Rank rank = Rank::Plain, QWidget* parent = nullptr);

    void setText(const QString& text);
    const QString& text() const { return m_text; }
    bool isElided() const;
    void setMostLines(int lines);
    // The lines as they are shown, the last with its ellipsis.
    QStringList shownLines() const;

    bool hasHeightForWidth() const override { return m_mostLines > 1; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QFont rankFont() const;
    void updateToolTip();
    QStringList linesFor(int width) const;

    QString m_text;
    int m_mostLines = 1;
    Rank m_rank;
};

}  // namespace brokerscope
