#include "ui/shell/actions.h"

#include "ui/style/icons.h"

#include <QActionGroup>
#include <QMenu>

#include <array>

namespace brokerscope {

namespace {

struct ActionSpec {
    ActionId id;
    const char* menu;
    const char* name;
    const char* icon;      // empty: none
    const char* shortcut;  // portable text
    bool checkable = false;
};

constexpr std::array kActions{
    ActionSpec{ActionId::Connect, QT_TR_NOOP("Cluster"), QT_TR_NOOP("Connect…"), "connect", "Ctrl+O"},
    ActionSpec{ActionId::Disconnect, "Cluster", QT_TR_NOOP("Disconnect"), "disconnect", "Ctrl+Shift+O"},
    ActionSpec{ActionId::Refresh, "Cluster", QT_TR_NOOP("Refresh metadata"), "refresh", "F5"},
    ActionSpec{ActionId::ReadOnly, "Cluster", QT_TR_NOOP("Read-only"), "lock", "Ctrl+L", true},
    ActionSpec{ActionId::Quit, "Cluster", QT_TR_NOOP("Quit"), "", "Ctrl+Q"},
    ActionSpec{ActionId::ShowCluster, QT_TR_NOOP("Go"), QT_TR_NOOP("Cluster"), "cluster", "Ctrl+1"},
    ActionSpec{ActionId::ShowCompose, "Go", QT_TR_NOOP("Compose"), "compose", "Ctrl+2"},
    ActionSpec{ActionId::ShowTraffic, "Go", QT_TR_NOOP("Traffic"), "traffic", "Ctrl+3"},
    ActionSpec{ActionId::ShowGroups, "Go", QT_TR_NOOP("Groups"), "groups", "Ctrl+4"},
    ActionSpec{ActionId::ShowTopics, "Go", QT_TR_NOOP("Topics"), "topics", "Ctrl+5"},
    ActionSpec{ActionId::ShowFiles, "Go", QT_TR_NOOP("Files"), "files", "Ctrl+6"},
    ActionSpec{ActionId::ShowReference, "Go", QT_TR_NOOP("Reference"), "reference", "Ctrl+7"},
    ActionSpec{ActionId::QuickGo, "Go", QT_TR_NOOP("Go to API, page or action…"), "search", "Ctrl+K"},
    ActionSpec{ActionId::FindInMessage, QT_TR_NOOP("Message"), QT_TR_NOOP("Find in message…"), "search", "Ctrl+F"},
    ActionSpec{ActionId::GoToOffset, "Message", QT_TR_NOOP("Go to offset…"), "bytes", "Ctrl+G"},
    ActionSpec{ActionId::ToggleBookmark, "Message", QT_TR_NOOP("Set or take away bookmark"), "pin", "Ctrl+D"},
    ActionSpec{ActionId::NextBookmark, "Message", QT_TR_NOOP("Next bookmark"), "", "Ctrl+Alt+Down"},
    ActionSpec{ActionId::PreviousBookmark, "Message", QT_TR_NOOP("Previous bookmark"), "", "Ctrl+Alt+Up"},
    ActionSpec{ActionId::ChooseForComparison, "Message", QT_TR_NOOP("Choose for comparison"), "", "Ctrl+M"},
    ActionSpec{ActionId::CompareWithChosen, "Message", QT_TR_NOOP("Compare with the chosen message"), "",
               "Ctrl+Shift+M"},
    ActionSpec{ActionId::ShowSecrets, "Message", QT_TR_NOOP("Show or hide secrets"), "lock", "Ctrl+Shift+H"},
    ActionSpec{ActionId::ChangeLimits, "Message", QT_TR_NOOP("Limits…"), "settings", "Ctrl+Alt+M"},
    ActionSpec{ActionId::ThemeSystem, QT_TR_NOOP("View"), QT_TR_NOOP("Colours of the desktop"), "", "Ctrl+Alt+S", true},
    ActionSpec{ActionId::ThemeLight, "View", QT_TR_NOOP("Light"), "theme-light", "Ctrl+Alt+L", true},
    ActionSpec{ActionId::ThemeDark, "View", QT_TR_NOOP("Dark"), "theme-dark", "Ctrl+Alt+D", true},
    ActionSpec{ActionId::ThemeHighContrastLight, "View", QT_TR_NOOP("High contrast, light"), "theme-light",
               "Ctrl+Alt+Shift+L", true},
    ActionSpec{ActionId::ThemeHighContrastDark, "View", QT_TR_NOOP("High contrast, dark"), "theme-dark",
               "Ctrl+Alt+Shift+D", true},
    ActionSpec{ActionId::LargerText, "View", QT_TR_NOOP("Larger text"), "", "Ctrl++"},
    ActionSpec{ActionId::SmallerText, "View", QT_TR_NOOP("Smaller text"), "", "Ctrl+-"},
    ActionSpec{ActionId::DesktopText, "View", QT_TR_NOOP("Text as large as the desktop's"), "", "Ctrl+0"},
    ActionSpec{ActionId::Send, QT_TR_NOOP("Request"), QT_TR_NOOP("Send"), "send", "Ctrl+Return"},
    ActionSpec{ActionId::FilterApis, "Request", QT_TR_NOOP("Filter the API list"), "filter", "Ctrl+Shift+F"},
    ActionSpec{ActionId::NextVersion, "Request", QT_TR_NOOP("Next version"), "", "Ctrl+Right"},
    ActionSpec{ActionId::PreviousVersion, "Request", QT_TR_NOOP("Previous version"), "", "Ctrl+Left"},
    ActionSpec{ActionId::NewestVersion, "Request", QT_TR_NOOP("Newest common version"), "", "Ctrl+Up"},
    ActionSpec{ActionId::EditBytes, "Request", QT_TR_NOOP("Edit the bytes"), "bytes", "Ctrl+B", true},
    ActionSpec{ActionId::FilterTraffic, QT_TR_NOOP("Traffic"), QT_TR_NOOP("Filter the traffic"), "filter",
               "Ctrl+Shift+T"},
    ActionSpec{ActionId::OpenInCompose, "Traffic", QT_TR_NOOP("Open in Compose"), "compose", "Ctrl+E"},
    ActionSpec{ActionId::FilterGroups, QT_TR_NOOP("Groups"), QT_TR_NOOP("Filter the groups"), "filter", "Ctrl+Shift+J"},
    ActionSpec{ActionId::RecordsOfGroup, "Groups", QT_TR_NOOP("Records of the group"), "topics", "Ctrl+Shift+G"},
    ActionSpec{ActionId::OpenGroupsFile, "Groups", QT_TR_NOOP("Open recording, capture or segment…"), "open",
               "Ctrl+Alt+K"},
    ActionSpec{ActionId::RecordGroups, "Groups", QT_TR_NOOP("Record the watch, or stop"), "save", "Ctrl+Alt+R"},
    ActionSpec{ActionId::ReadTopic, QT_TR_NOOP("Topics"), QT_TR_NOOP("Read the topic"), "play", "Ctrl+R"},
    ActionSpec{ActionId::PauseReading, "Topics", QT_TR_NOOP("Pause reading, or go on"), "pause", "Ctrl+Alt+P"},
    ActionSpec{ActionId::CancelReading, "Topics", QT_TR_NOOP("Cancel reading"), "stop", "Ctrl+Alt+C"},
    ActionSpec{ActionId::FilterRecords, "Topics", QT_TR_NOOP("Filter the records"), "filter", "Ctrl+Shift+R"},
    ActionSpec{ActionId::GroupOfRecord, "Topics", QT_TR_NOOP("Group of the record"), "groups", "Ctrl+Alt+G"},
    ActionSpec{ActionId::OpenLogFolder, "Topics", QT_TR_NOOP("Open log folder…"), "open", "Ctrl+Shift+L"},
    ActionSpec{ActionId::OpenTopicFile, "Topics", QT_TR_NOOP("Open capture, recording or segment…"), "traffic",
               "Ctrl+Alt+T"},
    ActionSpec{ActionId::OpenFiles, QT_TR_NOOP("Files"), QT_TR_NOOP("Open files…"), "open", "Ctrl+Alt+O"},
    ActionSpec{ActionId::OpenFolder, "Files", QT_TR_NOOP("Open folder…"), "files", "Ctrl+Alt+F"},
    ActionSpec{ActionId::PasteHex, "Files", QT_TR_NOOP("Paste hex"), "bytes", "Ctrl+Alt+V"},
    ActionSpec{ActionId::FilterReference, QT_TR_NOOP("Reference"), QT_TR_NOOP("Filter the reference"), "filter",
               "Ctrl+Alt+E"},
    ActionSpec{ActionId::ShowInReference, "Reference", QT_TR_NOOP("Show in Reference"), "reference", "Ctrl+Alt+I"},
};

}  // namespace

Actions::Actions(QWidget& window) : QObject(&window) {
    auto* themes = new QActionGroup(this);
    for (const ActionSpec& spec : kActions) {
        auto* action = new QAction(tr(spec.name), this);
        action->setShortcut(QKeySequence::fromString(QLatin1String(spec.shortcut), QKeySequence::PortableText));
        action->setCheckable(spec.checkable);
        if (*spec.icon != '\0') {
            action->setIcon(icon(QLatin1String(spec.icon)));
        }
        if (spec.id >= ActionId::ThemeSystem && spec.id <= ActionId::ThemeHighContrastDark) {
            themes->addAction(action);
        }
        window.addAction(action);
        m_actions.emplace(spec.id, action);
    }
}

QString Actions::keys(ActionId id) const {
    return action(id)->shortcut().toString(QKeySequence::NativeText);
}

QString Actions::withKeys(ActionId id, const QString& text) const {
    return tr("%1 (%2)").arg(text, keys(id));
}

void Actions::on(ActionId id, const QObject* context, std::function<void()> handler) {
    connect(action(id), &QAction::triggered, context, [handler = std::move(handler)] { handler(); });
}

QMenu* Actions::makeMenu(QWidget* parent) const {
    auto* menu = new QMenu(parent);
    QMenu* submenu = nullptr;
    QString group;
    for (const ActionSpec& spec : kActions) {
        if (group != QLatin1String(spec.menu)) {
            group = QLatin1String(spec.menu);
            submenu = menu->addMenu(tr(spec.menu));
        }
        submenu->addAction(action(spec.id));
    }
    return menu;
}

std::vector<QAction*> Actions::all() const {
    std::vector<QAction*> actions;
    for (const auto& [id, action] : m_actions) {
        actions.push_back(action);
    }
    return actions;
}

}  // namespace brokerscope
