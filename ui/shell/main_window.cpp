#include "ui/shell/main_window.h"

#include "core/topology/release_guess.h"
#include "ui/inspector/bytes_pane.h"
#include "ui/models/pool_work.h"
#include "ui/models/value_format.h"
#include "ui/pages/cluster_page.h"
#include "ui/pages/compose_page.h"
#include "ui/pages/exchange_texts.h"
#include "ui/pages/file_view.h"
#include "ui/pages/files_page.h"
#include "ui/pages/groups_page.h"
#include "ui/pages/reference_page.h"
#include "ui/pages/topics_page.h"
#include "ui/pages/traffic_model.h"
#include "ui/pages/traffic_page.h"
#include "ui/pages/traffic_sources.h"
#include "ui/shell/actions.h"
#include "ui/shell/connection_bar.h"
#include "ui/shell/groups_link.h"
#include "ui/shell/limits_dialog.h"
#include "ui/shell/quick_go.h"
#include "ui/shell/status_line.h"
#include "ui/style/application_style.h"
#include "ui/widgets/first_size.h"
#include "ui/widgets/page_rail.h"

#include <QApplication>
#include <QDragEnterEvent>
#include <QGridLayout>
#include <QMimeData>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QThreadPool>
#include <QUrl>

#include <algorithm>
#include <utility>

namespace brokerscope {

namespace {

constexpr QSize kFirstSize(1440, 900);
const QString kReferenceState = QStringLiteral("reference/state");

QString factsText(const SchemaRegistry& registry, const ClusterView& view) {
    QStringList facts;
    if (view.snapshot) {
        facts.append(
            view.snapshot->fromController
                ? countText(view.snapshot->brokers.size(), MainWindow::tr("controller"), MainWindow::tr("controllers"))
                : countText(view.snapshot->brokers.size(), MainWindow::tr("broker"), MainWindow::tr("brokers")));
    }
    if (view.versions) {
        const QString release = QString::fromStdString(guessRelease(registry, *view.versions));
        if (!release.isEmpty()) {
            facts.append(MainWindow::tr("Kafka %1").arg(release));
        }
    }
    return facts.join(QStringLiteral(" · "));
}

}  // namespace

MainWindow::MainWindow(std::shared_ptr<const SchemaRegistry> registry, WindowSettings settings)
    : m_registry(registry ? std::move(registry)
                          : std::shared_ptr<const SchemaRegistry>(std::shared_ptr<void>(), &SchemaRegistry::embedded()))
    , m_settings(std::move(settings))
    , m_context(*m_registry, m_settings.limits) {
    setWindowTitle(tr("Brokerscope"));
    setObjectName(QStringLiteral("window"));
    m_actions = new Actions(*this);
    m_quickGo = new QuickGo(*m_registry, m_actions->all(), this);
    m_quickGo->setShortcutHint(m_actions->keys(ActionId::QuickGo));
    m_bar = new ConnectionBar(*m_actions, *m_quickGo, this);
    m_rail = new PageRail(this);
    m_pages = new QStackedWidget(this);
    m_status = new StatusLine(this);
    m_cluster = new ClusterPage(m_workbench, *m_registry, this);
    m_compose = new ComposePage(m_workbench, m_context, this);
    m_traffic = new TrafficPage(m_context, m_workbench.exchanges(), this);
    m_groups = new GroupsPage(*m_registry, this);
    m_groupsLink = new GroupsLink(m_workbench, m_context, *m_groups, this);
    m_topics = new TopicsPage(m_workbench, m_context, this);
    m_files = new FilesPage(m_context, this);
    m_reference = new ReferencePage(*m_registry, this);
    setUpLayout();
    setUpActions();
    setUpPages();
    setUpTopics();
    setUpFiles();
    setUpReference();
    setUpWorkbench();
    showState(ClusterState::Disconnected, {});
    restore();
}

// Pages work with the workbench and the registry, which are members: they go first, each giving up what it is about.
// Trees may still be decoded with the registry on threads of the pool.
MainWindow::~MainWindow() {
    delete m_groupsLink;
    delete m_pages;
    QThreadPool::globalInstance()->waitForDone();
}

void MainWindow::setUpLayout() {
    for (QWidget* page :
         {static_cast<QWidget*>(m_cluster), static_cast<QWidget*>(m_compose), static_cast<QWidget*>(m_traffic),
          static_cast<QWidget*>(m_groups), static_cast<QWidget*>(m_topics), static_cast<QWidget*>(m_files),
          static_cast<QWidget*>(m_reference)}) {
        m_pages->addWidget(page);
    }
    for (const Page page : kPages) {
        m_rail->addPage(pageIcon(page), pageTitle(page));
    }
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar, 0, 0, 1, 2);
    layout->addWidget(m_rail, 1, 0);
    layout->addWidget(m_pages, 1, 1);
    layout->addWidget(m_status, 2, 0, 1, 2);
    layout->setRowStretch(1, 1);
    layout->setColumnStretch(1, 1);
}

void MainWindow::setUpPages() {
    connect(m_rail, &PageRail::currentPageChanged, this, [this](int page) { showPage(static_cast<Page>(page)); });
    connect(m_quickGo, &QuickGo::pageChosen, this, &MainWindow::showPage);
    connect(m_quickGo, &QuickGo::actionChosen, this, [](QAction* action) { action->trigger(); });
    const auto composeApi = [this](int apiKey) {
        showPage(Page::Compose);
        m_compose->chooseApi(apiKey);
    };
    connect(m_quickGo, &QuickGo::apiChosen, this, composeApi);
    connect(m_cluster, &ClusterPage::composeWanted, this, composeApi);
    connect(m_cluster, &ClusterPage::connectRequested, this, &MainWindow::connectTo);
    connect(m_cluster, &ClusterPage::disconnectRequested, m_actions->action(ActionId::Disconnect), &QAction::trigger);
    connect(m_cluster, &ClusterPage::exchangeWanted, this, [this](const std::shared_ptr<const Exchange>& exchange) {
        showPage(Page::Traffic);
        m_traffic->sources().showLive();
        m_traffic->choose(exchange->id);
    });
    connect(m_traffic, &TrafficPage::composeWanted, this, &MainWindow::openInCompose);
    connect(m_compose, &ComposePage::editingBytesChanged, m_actions->action(ActionId::EditBytes), &QAction::setChecked);
    QAction* connectAction = m_actions->action(ActionId::Connect);
    connect(m_compose, &ComposePage::connectWanted, connectAction, &QAction::trigger);
    connect(m_traffic, &TrafficPage::connectWanted, connectAction, &QAction::trigger);
    connect(m_compose, &ComposePage::pathHovered, m_status, &StatusLine::setPath);
    connect(m_traffic, &TrafficPage::pathHovered, m_status, &StatusLine::setPath);
    connect(m_groups, &GroupsPage::pathHovered, m_status, &StatusLine::setPath);
    connect(m_groups, &GroupsPage::actionWanted, connectAction, &QAction::trigger);
}

void MainWindow::setUpFiles() {
    setAcceptDrops(true);
    const auto on = [this](ActionId id, void (FilesPage::*handler)()) {
        m_actions->on(id, this, [this, handler] {
            showPage(Page::Files);
            (m_files->*handler)();
        });
    };
    on(ActionId::OpenFiles, &FilesPage::askForFiles);
    on(ActionId::OpenFolder, &FilesPage::askForFolder);
    on(ActionId::PasteHex, &FilesPage::paste);
    connect(m_files, &FilesPage::pathHovered, m_status, &StatusLine::setPath);
    connect(m_files, &FilesPage::statusChanged, this, &MainWindow::showStatus);
    connect(&m_traffic->sources(), &TrafficSources::chosen, this, &MainWindow::showStatus);
    connect(&m_traffic->sources(), &TrafficSources::grew, this, &MainWindow::showStatus);
    connect(m_files, &FilesPage::troublesFound, this, [this] { showPage(Page::Files); });
    connect(m_files, &FilesPage::captureWanted, this, [this](const QString& path) {
        showPage(Page::Traffic);
        m_traffic->openCapture(path);
    });
}

void MainWindow::setUpWorkbench() {
    connect(&m_workbench, &Workbench::stateChanged, this, &MainWindow::showState);
    connect(&m_workbench, &Workbench::clusterChanged, this, &MainWindow::showCluster);
    connect(&m_workbench, &Workbench::exchangesAppended, this, [this] {
        m_traffic->takeNew();
        showStatus();
    });
}

void MainWindow::restore() {
    if (m_settings.geometry.isEmpty() || !restoreGeometry(m_settings.geometry)) {
        resize(firstSize(kFirstSize, *this));
    }
    for (const auto& [name, splitter] : splitters()) {
        if (m_settings.layouts.contains(name)) {
            splitter->restoreState(m_settings.layouts.value(name));
        }
    }
    m_reference->restoreState(m_settings.layouts.value(kReferenceState));
    m_cluster->setAddress(m_settings.bootstrap);
    setTheme(m_settings.theme);
    setLimits(m_settings.limits);
    setHexOptions(m_settings.hex);
    for (BytesPane* bytes : findChildren<BytesPane*>()) {
        connect(bytes, &BytesPane::optionsChosen, this, &MainWindow::setHexOptions);
    }
    const auto shown =
        std::find_if(kPages.begin(), kPages.end(), [this](Page page) { return pageName(page) == m_settings.page; });
    showPage(shown == kPages.end() ? Page::Cluster : *shown);
}

std::map<QString, QSplitter*> MainWindow::splitters() const {
    return {{QStringLiteral("cluster/columns"), &m_cluster->columns()},
            {QStringLiteral("compose/columns"), &m_compose->columns()},
            {QStringLiteral("compose/rows"), &m_compose->rows()},
            {QStringLiteral("traffic/rows"), &m_traffic->rows()},
            {QStringLiteral("groups/columns"), &m_groups->columns()},
            {QStringLiteral("groups/rows"), &m_groups->rows()},
            {QStringLiteral("topics/columns"), &m_topics->columns()},
            {QStringLiteral("topics/rows"), &m_topics->parts()},
            {QStringLiteral("files/columns"), &m_files->columns()},
            {QStringLiteral("files/rows"), &m_files->view().rows()},
            {QStringLiteral("reference/columns"), &m_reference->columns()}};
}

WindowSettings MainWindow::settings() const {
    WindowSettings settings = m_settings;
    settings.geometry = saveGeometry();
    settings.page = pageName(page());
    for (const auto& [name, splitter] : splitters()) {
        settings.layouts.insert(name, splitter->saveState());
    }
    settings.layouts.insert(kReferenceState, m_reference->state());
    return settings;
}

void MainWindow::connectTo(const QString& bootstrap) {
    m_cluster->setAddress(bootstrap);
    auto addresses = Endpoint::parseList(bootstrap.toStdString());
    if (!addresses) {
        const QString sentence = QString::fromStdString(addresses.error().text());
        showPage(Page::Cluster);
        m_cluster->setState(ClusterState::Failed, sentence);
        Q_EMIT connectFailed(sentence);
        return;
    }
    m_settings.bootstrap = bootstrap;
    m_bar->setCluster(bootstrap, {});
    ClusterSettings settings;
    settings.bootstrap = std::move(*addresses);
    settings.readOnly = m_readOnly;
    settings.registry = m_registry;
    settings.limits = m_settings.limits;
    m_groupsLink->setCluster({});
    m_cluster->beginConnecting();
    m_announcing = true;
    const std::uint64_t attempt = ++m_attempt;
    const auto connecting = m_workbench.connectToCluster(std::move(settings));
    whenDone(connecting, this, [this, attempt](const Result<ClusterView>& view) {
        if (!view && attempt == m_attempt) {
            m_announcing = false;
            showCluster({});
            Q_EMIT connectFailed(QString::fromStdString(view.error().text()));
        }
    });
}

void MainWindow::disconnectFromCluster() {
    ++m_attempt;
    m_announcing = false;
    m_workbench.disconnectFromCluster();
    // Not only once the network thread has heard of it: what is done next must not connect again.
    showState(ClusterState::Disconnected, {});
}

void MainWindow::setReadOnly(bool readOnly) {
    m_readOnly = readOnly;
    m_bar->setReadOnly(readOnly);
    // What may be sent is a property of the connection, so a change of it means connecting anew.
    if (m_state != ClusterState::Disconnected) {
        connectTo(m_settings.bootstrap);
    }
}

void MainWindow::askForLimits() {
    auto* dialog = new LimitsDialog(m_settings.limits, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] { setLimits(dialog->limits()); });
    dialog->open();
}

void MainWindow::setLimits(const Limits& limits) {
    const bool isOther = changedLimits(limits) != changedLimits(m_settings.limits);
    m_settings.limits = limits;
    m_context.setLimits(limits);
    m_traffic->readAgain();
    // They are a property of the connection too.
    if (isOther && m_state != ClusterState::Disconnected) {
        connectTo(m_settings.bootstrap);
    }
}

void MainWindow::showState(ClusterState state, const QString& sentence) {
    if (state == ClusterState::Failed && m_state == ClusterState::Disconnected) {
        return;  // the end of an attempt that was given up
    }
    m_state = state;
    for (const ActionId id : {ActionId::Disconnect, ActionId::Refresh}) {
        m_actions->action(id)->setEnabled(state != ClusterState::Disconnected);
    }
    m_bar->setState(state, sentence);
    m_compose->setState(state);
    m_cluster->setState(state, sentence);
    m_status->setActivity(state == ClusterState::Connecting ? sentence : tr("ready"));
    if (state == ClusterState::Disconnected) {
        showCluster({});
    }
}

void MainWindow::showCluster(const ClusterView& view) {
    m_cluster->setCluster(view);
    m_compose->setCluster(view);
    m_traffic->setCluster(view);
    m_topics->setCluster(view);
    m_groupsLink->setCluster(view.snapshot ? QString::fromStdString(view.snapshot->answeredBy.toString()) : QString());
    if (view.snapshot) {
        m_bar->setCluster(QString::fromStdString(view.snapshot->answeredBy.toString()), factsText(*m_registry, view));
        // Only now does every page know the cluster.
        if (std::exchange(m_announcing, false)) {
            Q_EMIT connected(view);
        }
    }
}

void MainWindow::showStatus() {
    for (const auto& exchange : m_workbench.exchanges()->since(m_counted)) {
        m_counted = exchange->id;
        m_warnings += hasProblem(*exchange) ? 1 : 0;
    }
    m_status->setStatus(m_workbench.exchanges()->status(), m_warnings);
    m_status->setOpened(page() == Page::Files     ? m_files->status()
                        : page() == Page::Traffic ? m_traffic->sources().status()
                                                  : QString());
}

void MainWindow::openInCompose(const std::shared_ptr<const Exchange>& exchange) {
    showPage(Page::Compose);
    m_compose->openExchange(exchange);
}

void MainWindow::openFiles(const QStringList& paths) {
    showPage(Page::Files);
    m_files->open(paths);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    const QList<QUrl> urls = event->mimeData()->urls();
    if (std::any_of(urls.begin(), urls.end(), [](const QUrl& url) { return url.isLocalFile(); })) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event) {
    QStringList paths;
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile()) {
            paths.append(url.toLocalFile());
        }
    }
    if (!paths.isEmpty()) {
        event->acceptProposedAction();
        openFiles(paths);
    }
}

void MainWindow::showPage(Page page) {
    m_pages->setCurrentIndex(static_cast<int>(page));
    m_rail->setCurrentPage(static_cast<int>(page));
    m_status->setPath({});
    showStatus();
    m_pages->currentWidget()->setFocus(Qt::OtherFocusReason);
    if (page == Page::Groups) {
        m_groupsLink->pageShown();
    }
}

Page MainWindow::page() const {
    return static_cast<Page>(m_pages->currentIndex());
}

void MainWindow::setTheme(Theme theme) {
    m_settings.theme = theme;
    applyStyle(*static_cast<QApplication*>(QCoreApplication::instance()), theme, fontSize());
    for (const auto& [each, id] : kThemeActions) {
        m_actions->action(id)->setChecked(each == theme);
    }
}

void MainWindow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::ThemeChange && m_settings.theme == Theme::System) {
        setTheme(Theme::System);
    }
    QWidget::changeEvent(event);
}

}  // namespace brokerscope
