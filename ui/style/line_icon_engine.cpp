#include "ui/style/line_icon_engine.h"

#include "ui/style/palette.h"

#include <QFileInfo>
#include <QGuiApplication>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

namespace brokerscope {

LineIconEngine::LineIconEngine(QString path, IconRole role) : m_path(std::move(path)), m_role(role) {}

QColor LineIconEngine::colourFor(QIcon::Mode mode, QIcon::State state) const {
    const Palette& palette = Palette::of(QGuiApplication::palette());
    if (mode == QIcon::Disabled) {
        return palette.disabled;
    }
    switch (m_role) {
        case IconRole::Text:
            return state == QIcon::On ? palette.accent : palette.text;
        case IconRole::Muted:
            return state == QIcon::On ? palette.accent : palette.muted;
        case IconRole::Accent:
            return palette.accent;
        case IconRole::Ok:
            return palette.ok;
        case IconRole::Warning:
            return palette.warning;
        case IconRole::Error:
            return palette.error;
        case IconRole::OnAccent:
            return palette.onAccent;
    }
    return palette.text;
}

QPixmap LineIconEngine::drawn(QSize devicePixels, const QColor& colour) const {
    const QString key = QStringLiteral("%1 %2x%3 %4")
                            .arg(m_path)
                            .arg(devicePixels.width())
                            .arg(devicePixels.height())
                            .arg(colour.rgba(), 8, 16);
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap)) {
        return pixmap;
    }
    pixmap = QPixmap(devicePixels);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    QSvgRenderer renderer(m_path);
    renderer.setAspectRatioMode(Qt::KeepAspectRatio);
    renderer.render(&painter, QRectF(QPointF(), QSizeF(devicePixels)));
    painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
    painter.fillRect(pixmap.rect(), colour);
    painter.end();
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

void LineIconEngine::paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) {
    // A picture of the exact device pixels is drawn sharp; a scaled one would not be.
    const qreal ratio = painter->device() != nullptr ? painter->device()->devicePixelRatio() : 1.0;
    painter->drawPixmap(rect, drawn((QSizeF(rect.size()) * ratio).toSize(), colourFor(mode, state)));
}

QPixmap LineIconEngine::pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) {
    return drawn(size, colourFor(mode, state));
}

QPixmap LineIconEngine::scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal /*scale*/) {
    return drawn(size, colourFor(mode, state));
}

QIconEngine* LineIconEngine::clone() const {
    return new LineIconEngine(m_path, m_role);
}

QString LineIconEngine::iconName() {
    return QFileInfo(m_path).completeBaseName();
}

}  // namespace brokerscope
