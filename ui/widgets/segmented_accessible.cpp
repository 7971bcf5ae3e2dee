#include "ui/widgets/segmented_accessible.h"

#include "ui/widgets/segmented_control.h"

#include <QPointer>

namespace brokerscope {
namespace {

// One item. It is no widget, so that the control answers for it.
class ItemAccessible : public QAccessibleInterface {
public:
    ItemAccessible(SegmentedControl& control, int index) : m_control(&control), m_index(index) {}

    bool isValid() const override { return m_control != nullptr && m_index < m_control->items().size(); }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return isValid() ? m_control->window()->windowHandle() : nullptr; }
    QAccessibleInterface* parent() const override {
        return isValid() ? QAccessible::queryAccessibleInterface(m_control) : nullptr;
    }
    QAccessibleInterface* child(int /*index*/) const override { return nullptr; }
    QAccessibleInterface* childAt(int /*x*/, int /*y*/) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface* /*child*/) const override { return -1; }
    QString text(QAccessible::Text kind) const override {
        return kind == QAccessible::Name && isValid() ? m_control->items().at(m_index) : QString();
    }
    void setText(QAccessible::Text /*kind*/, const QString& /*text*/) override {}
    QRect rect() const override {
        const QRect item = isValid() ? m_control->itemRect(m_index) : QRect();
        return isValid() ? QRect(m_control->mapToGlobal(item.topLeft()), item.size()) : item;
    }
    QAccessible::Role role() const override { return QAccessible::PageTab; }
    QAccessible::State state() const override {
        QAccessible::State state;
        state.selectable = true;
        state.selected = isValid() && m_control->currentIndex() == m_index;
        state.disabled = !isValid() || !m_control->isEnabled() || !m_control->isItemEnabled(m_index);
        state.invisible = !isValid() || !m_control->isVisible();
        return state;
    }

private:
    QPointer<SegmentedControl> m_control;
    int m_index;
};

QAccessibleInterface* make(const QString& /*className*/, QObject* object) {
    auto* control = qobject_cast<SegmentedControl*>(object);
    return control != nullptr ? new SegmentedAccessible(*control) : nullptr;
}

}  // namespace

void SegmentedAccessible::install() {
    static const bool isInstalled = [] {
        QAccessible::installFactory(make);
        return true;
    }();
    Q_UNUSED(isInstalled)
}

SegmentedAccessible::SegmentedAccessible(SegmentedControl& control)
    : QAccessibleWidget(&control, QAccessible::PageTabList), m_control(control) {}

SegmentedAccessible::~SegmentedAccessible() {
    for (const QAccessible::Id id : m_items) {
        if (id != 0) {
            QAccessible::deleteAccessibleInterface(id);
        }
    }
}

int SegmentedAccessible::childCount() const {
    return static_cast<int>(m_control.items().size());
}

QAccessibleInterface* SegmentedAccessible::child(int index) const {
    if (index < 0 || index >= childCount()) {
        return nullptr;
    }
    m_items.resize(std::max<std::size_t>(m_items.size(), static_cast<std::size_t>(index) + 1));
    QAccessible::Id& id = m_items[static_cast<std::size_t>(index)];
    if (id == 0) {
        id = QAccessible::registerAccessibleInterface(new ItemAccessible(m_control, index));
    }
    return QAccessible::accessibleInterface(id);
}

QAccessibleInterface* SegmentedAccessible::childAt(int x, int y) const {
    for (int index = 0; index < childCount(); ++index) {
        QAccessibleInterface* item = child(index);
        if (item->rect().contains(x, y)) {
            return item;
        }
    }
    return nullptr;
}

int SegmentedAccessible::indexOfChild(const QAccessibleInterface* child) const {
    for (int index = 0; index < childCount(); ++index) {
        if (this->child(index) == child) {
            return index;
        }
    }
    return -1;
}

}  // namespace brokerscope
