#include "ui/forms/list_tools.h"

#include "ui/style/icons.h"

#include <QAbstractItemView>
#include <QAction>
#include <QHBoxLayout>
#include <QToolButton>

namespace brokerscope {

ListTools::ListTools(QAbstractItemView& view, const QList<Tool>& tools, QWidget* parent) : QWidget(parent) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    for (const Tool& tool : tools) {
        auto* action = new QAction(icon(tool.iconName), tool.name, &view);
        action->setShortcut(tool.key);
        action->setShortcutContext(Qt::WidgetShortcut);
        action->setToolTip(tr("%1 (%2)").arg(tool.name, tool.key.toString(QKeySequence::NativeText)));
        connect(action, &QAction::triggered, this, tool.run);
        view.addAction(action);
        auto* button = new QToolButton(this);
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        button->setAccessibleName(tr("%1: %2").arg(view.accessibleName(), tool.name));
        layout->addWidget(button);
        m_actions.append(action);
    }
    view.setContextMenuPolicy(Qt::ActionsContextMenu);
}

void ListTools::setToolEnabled(int tool, bool enabled) {
    m_actions.at(tool)->setEnabled(enabled);
}

}  // namespace brokerscope
