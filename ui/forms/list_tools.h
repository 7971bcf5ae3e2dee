#pragma once

#include <QList>
#include <QWidget>

#include <functional>

class QAbstractItemView;
class QAction;

namespace brokerscope {

// Buttons above a list, and the same by key in the list: add, duplicate, move, remove. GUI thread.
class ListTools : public QWidget {
    Q_OBJECT

public:
    struct Tool {
        QString iconName;
        QString name;
        QKeySequence key;
        std::function<void()> run;
    };

    ListTools(QAbstractItemView& view, const QList<Tool>& tools, QWidget* parent = nullptr);

    // A tool that cannot be used now is greyed. `tool` counts as given.
    void setToolEnabled(int tool, bool enabled);

private:
    QList<QAction*> m_actions;
};

}  // namespace brokerscope
