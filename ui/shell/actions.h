#pragma once

#include "ui/style/theme.h"

#include <QAction>
#include <QObject>

#include <array>
#include <functional>
#include <map>
#include <utility>
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
    ShowReference,
    QuickGo,
    FindInMessage,
    GoToOffset,
    ToggleBookmark,
    NextBookmark,
    PreviousBookmark,
    ChooseForComparison,
    CompareWithChosen,
    ShowSecrets,
    ChangeLimits,
    ThemeSystem,
    ThemeLight,
    ThemeDark,
    ThemeHighContrastLight,
    ThemeHighContrastDark,
    LargerText,
    SmallerText,
    DesktopText,
    Send,
    FilterApis,
    NextVersion,
    PreviousVersion,
    NewestVersion,
    EditBytes,
    FilterTraffic,
    OpenInCompose,
    FilterGroups,
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
    PasteHex,
    FilterReference,
    ShowInReference
};

// What chooses each theme.
inline constexpr std::array kThemeActions{
    std::pair{Theme::System, ActionId::ThemeSystem}, std::pair{Theme::Light, ActionId::ThemeLight},
    std::pair{Theme::Dark, ActionId::ThemeDark}, std::pair{Theme::HighContrastLight, ActionId::ThemeHighContrastLight},
    std::pair{Theme::HighContrastDark, ActionId::ThemeHighContrastDark}};

// Every action of the window: its name, icon, shortcut and place in the menu stand in one table; what it does is given
// by the window as a typed handler. The actions belong to this object and work in the whole of `window`.
class Actions : public QObject {
    Q_OBJECT

public:
    explicit Actions(QWidget& window);

    QAction* action(ActionId id) const { return m_actions.at(id); }
    QString keys(ActionId id) const;                           // "Ctrl+O", as the system writes it
    QString withKeys(ActionId id, const QString& text) const;  // "Connect (Ctrl+O)"
    // Calls `handler` whenever the action is triggered, as long as `context` lives.
    void on(ActionId id, const QObject* context, std::function<void()> handler);
    // All of them as one menu with a submenu for each group.
    QMenu* makeMenu(QWidget* parent) const;
    std::vector<QAction*> all() const;

private:
    std::map<ActionId, QAction*> m_actions;
};

}  // namespace brokerscope
