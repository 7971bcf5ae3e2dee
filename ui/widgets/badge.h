#pragma once

#include "ui/widgets/status_kind.h"

#include <QWidget>

namespace brokerscope {

// A short word or count on a filled, rounded ground, such as "2 warnings".
class Badge : public QWidget {
    Q_OBJECT

public:
    explicit Badge(const QString& text = {}, StatusKind kind = StatusKind::Neutral, QWidget* parent = nullptr);

    void setText(const QString& text);
    const QString& text() const { return m_text; }
    void setKind(StatusKind kind);
    StatusKind kind() const { return m_kind; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

    // The same for delegates, left in `area` and centred in its height; gives the rectangle that was used.
    static QRect paint(QPainter& painter, const QRect& area, const QString& text, StatusKind kind,
                       const Palette& palette);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void updateAccessibleText();

    QString m_text;
    StatusKind m_kind;
};

}  // namespace brokerscope
