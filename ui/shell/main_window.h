#pragma once

#include "core/workbench/workbench.h"
#include "ui/inspector/comparison_view.h"
#include "ui/models/reading_context.h"
#include "ui/shell/page.h"
#include "ui/shell/window_settings.h"

#include <QWidget>

#include <memory>

class QSplitter;
class QStackedWidget;

namespace brokerscope {

class Actions;
class ClusterPage;
class ComparisonWindow;
class ComposePage;
class ConnectionBar;
class FilesPage;
class GroupsLink;
class GroupsPage;
class Inspector;
class PageRail;
class QuickGo;
class ReferencePage;
class StatusLine;
class TopicsPage;
class TrafficPage;
enum class SearchMode : int;

// The window: connection bar, page rail, pages and status line around one workbench. It joins them and does no work of
// its own. GUI thread.
class MainWindow : public QWidget {
    Q_OBJECT

public:
    // `registry` null: the embedded definitions.
    MainWindow(std::shared_ptr<const SchemaRegistry> registry, WindowSettings settings);
    ~MainWindow() override;

    // Takes up a cluster: "HOST:PORT[,HOST:PORT…]". What is wrong with the text is said on the Cluster page.
    void connectTo(const QString& bootstrap);
    // Files and folders open on the Files page, packet captures in Traffic.
    void openFiles(const QStringList& paths);
    void showPage(Page page);
    Page page() const;
    void setTheme(Theme theme);
    void setFontSize(int pixels);  // of plain text; 0: as the desktop has it
    void setHexOptions(const HexOptions& options);
    // Of whatever is received and opened from now on; connects anew.
    void setLimits(const Limits& limits);
    // What to remember, as the window is now.
    WindowSettings settings() const;

    Workbench& workbench() { return m_workbench; }
    const SchemaRegistry& registry() const { return *m_registry; }
    ClusterPage& cluster() const { return *m_cluster; }
    ComposePage& compose() const { return *m_compose; }
    TrafficPage& traffic() const { return *m_traffic; }
    GroupsPage& groups() const { return *m_groups; }
    GroupsLink& groupsLink() const { return *m_groupsLink; }
    TopicsPage& topics() const { return *m_topics; }
    FilesPage& files() const { return *m_files; }
    ReferencePage& reference() const { return *m_reference; }
    ComparisonWindow& comparison();  // made when it is first asked for

Q_SIGNALS:
    void connected(const brokerscope::ClusterView& view);
    void connectFailed(const QString& sentence);

protected:
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void setUpLayout();
    void setUpActions();
    void setUpMessageActions();
    void setUpRequestActions();
    void setUpPages();
    void setUpTopics();
    void setUpFiles();
    void setUpReference();
    void setUpWorkbench();
    void restore();
    void showState(ClusterState state, const QString& sentence);
    void showCluster(const ClusterView& view);
    void showStatus();
    void showRecordsOf(const QString& group);
    void openInCompose(const std::shared_ptr<const Exchange>& exchange);
    void showInReference();
    void setReadOnly(bool readOnly);
    void askForLimits();
    void disconnectFromCluster();
    Inspector* inspector() const;
    void chooseForComparison(Inspector& shown);
    void compareWithChosen(Inspector& shown);
    int fontSize() const;
    void find(SearchMode mode);
    void stepVersion(int by);
    std::map<QString, QSplitter*> splitters() const;

    std::shared_ptr<const SchemaRegistry> m_registry;
    WindowSettings m_settings;
    ReadingContext m_context;
    Workbench m_workbench;
    bool m_readOnly = false;
    ClusterState m_state = ClusterState::Disconnected;
    std::uint64_t m_attempt = 0;  // to connect; what earlier ones bring is out of date
    bool m_announcing = false;    // connected() is due
    std::uint64_t m_warnings = 0;
    ExchangeId m_counted = ExchangeId::None;
    Actions* m_actions = nullptr;
    QuickGo* m_quickGo = nullptr;
    ConnectionBar* m_bar = nullptr;
    PageRail* m_rail = nullptr;
    QStackedWidget* m_pages = nullptr;
    StatusLine* m_status = nullptr;
    ClusterPage* m_cluster = nullptr;
    ComposePage* m_compose = nullptr;
    TrafficPage* m_traffic = nullptr;
    GroupsPage* m_groups = nullptr;
    GroupsLink* m_groupsLink = nullptr;
    TopicsPage* m_topics = nullptr;
    FilesPage* m_files = nullptr;
    ReferencePage* m_reference = nullptr;
    ComparedMessage m_compared;  // chosen to compare others with
    ComparisonWindow* m_comparison = nullptr;
};

}  // namespace brokerscope
