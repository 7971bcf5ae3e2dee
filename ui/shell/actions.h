#pragma once

#include <QAction>
#include <QObject>

#include <functional>
#include <map>
#include <vector>

class QMenu;
class QWidget;

namespace brokerscope {

enum class ActionId : int {
    Connect,
    Disconnect,
    Refresh,
    ReadOnly,
    Quit,
    ShowCluster,
    ShowCompose,
    ShowTraffic,
    ShowGroups,
    ShowTopics,
    ShowFiles,
    QuickGo,
    FindInMessage,
    GoToOffset,
    ShowSecrets,
    ChangeLimits,
    ThemeSystem,
    ThemeLight,
    ThemeDark,
    Send,
    FilterApis,
    NextVersion,
    PreviousVersion,
    NewestVersion,
    EditBytes,
    FilterTraffic,
    OpenInCompose,
    RecordsOfGroup,
    OpenGroupsFile,
    RecordGroups,
    ReadTopic,
    PauseReading,
    CancelReading,
    FilterRecords,
    GroupOfRecord,
    OpenLogFolder,
    OpenTopicFile,
    OpenFiles,
    OpenFolder,
    PasteHex
};

// Every action of the window: its name, icon, shortcut and place in the menu stand in one table; what it does is given
// by the window as a typed handler. The actions belong to this object and work in the whole of `window`.
class Actions : public QObject {
    Q_OBJECT

public:
    explicit Actions(QWidget& window);

    QAction* action(ActionId id) const { return m_actions.at(id); }
    // Calls `handler` whenever the action is triggered, as long as `context` lives.
    void on(ActionId id, const QObject* context, std::function<void()> handler);
    // All of them as one menu with a submenu for each group.
    QMenu* makeMenu(QWidget* parent) const;
    std::vector<QAction*> all() const;

private:
    std::map<ActionId, QAction*> m_actions;
};

}  // namespace brokerscope
