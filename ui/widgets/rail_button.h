#pragma once

#include <QAbstractButton>

namespace brokerscope {

// A page's button: icon above text, an accent bar at the left edge while its page is current.
class RailButton : public QAbstractButton {
    Q_OBJECT

public:
    RailButton(const QString& iconName, const QString& title, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_iconName;
};

}  // namespace brokerscope
