#pragma once

#include "ui/style/icons.h"

#include <QIconEngine>
#include <QString>

namespace brokerscope {

// Draws one SVG of black lines in the colour of a role. The colour is looked up in the application's palette on every
// use, so icons that are already in buttons and menus follow a theme change; drawn sizes are kept in QPixmapCache.
class LineIconEngine : public QIconEngine {
public:
    LineIconEngine(QString path, IconRole role);

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override;
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override;
    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal scale) override;
    QIconEngine* clone() const override;
    QString iconName() override;
    bool isNull() override { return false; }

private:
    QColor colourFor(QIcon::Mode mode, QIcon::State state) const;
    QPixmap drawn(QSize devicePixels, const QColor& colour) const;

    QString m_path;
    IconRole m_role;
};

}  // namespace brokerscope
