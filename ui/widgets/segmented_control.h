#pragma once

#include <QStringList>
#include <QWidget>

namespace brokerscope {

// A few views of the same thing side by side in one outline, one of them chosen. Arrow keys, Home and End move the
// choice; an item that is turned off is passed over.
class SegmentedControl : public QWidget {
    Q_OBJECT

public:
    explicit SegmentedControl(const QStringList& items = {}, QWidget* parent = nullptr);

    void setItems(const QStringList& items);  // chooses the first one
    const QStringList& items() const { return m_items; }
    void setItemEnabled(int index, bool enabled);
    bool isItemEnabled(int index) const { return m_enabled.value(index, false); }
    int currentIndex() const { return m_current; }  // -1: no items
    // Out of range or turned off: nothing happens. Emits only where the index changes.
    void setCurrentIndex(int index);

    QRect itemRect(int index) const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

Q_SIGNALS:
    void currentIndexChanged(int index);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    int itemWidth(int index) const;
    void step(int from, int direction);

    QStringList m_items;
    QList<bool> m_enabled;
    int m_current = -1;
};

}  // namespace brokerscope
