#pragma once

#include <QAccessibleWidget>

#include <vector>

namespace brokerscope {

class SegmentedControl;

// What a screen reader hears of a SegmentedControl: a list of tabs, of which one is selected. Belongs to Qt's cache.
class SegmentedAccessible : public QAccessibleWidget {
public:
    explicit SegmentedAccessible(SegmentedControl& control);
    ~SegmentedAccessible() override;

    int childCount() const override;
    QAccessibleInterface* child(int index) const override;  // null beyond the last
    QAccessibleInterface* childAt(int x, int y) const override;
    int indexOfChild(const QAccessibleInterface* child) const override;

    // To be called before the first control is asked for; more than once does no harm.
    static void install();

private:
    SegmentedControl& m_control;
    mutable std::vector<QAccessible::Id> m_items;  // 0: not asked for yet
};

}  // namespace brokerscope
