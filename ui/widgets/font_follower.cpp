#include "ui/widgets/font_follower.h"

#include "ui/style/fonts.h"
#include "ui/style/metrics.h"

#include <QEvent>

#include <utility>

namespace brokerscope {
namespace {

class FontFollower : public QObject {
public:
    FontFollower(QWidget& widget, std::function<void()> fit) : QObject(&widget), m_fit(std::move(fit)) {
        widget.installEventFilter(this);
    }

    bool eventFilter(QObject* watched, QEvent* event) override {
        const QEvent::Type type = event->type();
        if (type == QEvent::FontChange || type == QEvent::StyleChange || type == QEvent::ApplicationFontChange) {
            m_fit();
        }
        return QObject::eventFilter(watched, event);
    }

private:
    std::function<void()> m_fit;
};

}  // namespace

void followFont(QWidget& widget, std::function<void()> fit) {
    fit();
    new FontFollower(widget, std::move(fit));
}

void followFontWidth(QWidget& widget, int pixels) {
    followFont(widget, [&widget, pixels] { widget.setFixedWidth(scaledToFont(pixels)); });
}

void followMonospaceFont(QWidget& widget) {
    followFont(widget, [&widget] { widget.setFont(monospaceFont()); });
}

}  // namespace brokerscope
