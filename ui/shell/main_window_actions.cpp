#include "ui/hexview/hex_view.h"
#include "ui/inspector/bytes_pane.h"
#include "ui/inspector/comparison_window.h"
#include "ui/inspector/inspector.h"
#include "ui/inspector/message_search.h"
#include "ui/pages/cluster_page.h"
#include "ui/pages/compose_page.h"
#include "ui/pages/file_view.h"
#include "ui/pages/files_page.h"
#include "ui/pages/reference_page.h"
#include "ui/pages/response_panel.h"
#include "ui/pages/topic_record_panel.h"
#include "ui/pages/topics_page.h"
#include "ui/pages/traffic_model.h"
#include "ui/pages/traffic_page.h"
#include "ui/shell/actions.h"
#include "ui/shell/main_window.h"
#include "ui/shell/quick_go.h"
#include "ui/shell/status_line.h"
#include "ui/style/fonts.h"
#include "ui/widgets/title_bar.h"

#include <QTableView>

#include <algorithm>

namespace brokerscope {

namespace {

constexpr int kSmallestFontSize = 9;

}  // namespace

void MainWindow::setUpActions() {
    const auto on = [this](ActionId id, std::function<void()> handler) { m_actions->on(id, this, std::move(handler)); };
    on(ActionId::Connect, [this] {
        showPage(Page::Cluster);
        m_cluster->focusAddress();
    });
    on(ActionId::Disconnect, [this] { disconnectFromCluster(); });
    on(ActionId::Refresh, [this] { m_workbench.refresh(); });
    on(ActionId::ReadOnly, [this] { setReadOnly(!m_readOnly); });
    on(ActionId::Quit, [this] { close(); });
    on(ActionId::ShowCluster, [this] { showPage(Page::Cluster); });
    on(ActionId::ShowCompose, [this] { showPage(Page::Compose); });
    on(ActionId::ShowTraffic, [this] { showPage(Page::Traffic); });
    on(ActionId::ShowGroups, [this] { showPage(Page::Groups); });
    on(ActionId::ShowFiles, [this] { showPage(Page::Files); });
    on(ActionId::ShowReference, [this] { showPage(Page::Reference); });
    on(ActionId::QuickGo, [this] {
        m_quickGo->setFocus(Qt::ShortcutFocusReason);
        m_quickGo->selectAll();
    });
    setUpMessageActions();
    setUpRequestActions();
}

// Of the message that the shown page has in its inspector, and of the look of all of them.
void MainWindow::setUpMessageActions() {
    const auto on = [this](ActionId id, std::function<void()> handler) { m_actions->on(id, this, std::move(handler)); };
    on(ActionId::FindInMessage, [this] { find(SearchMode::Text); });
    on(ActionId::GoToOffset, [this] { find(SearchMode::Offset); });
    const auto onMessage = [this, on](ActionId id, std::function<void(Inspector&)> handler) {
        on(id, [this, handler = std::move(handler)] {
            if (Inspector* shown = inspector()) {
                handler(*shown);
            }
        });
    };
    onMessage(ActionId::ToggleBookmark, &Inspector::toggleBookmark);
    onMessage(ActionId::NextBookmark, [](Inspector& shown) { shown.stepBookmark(false); });
    onMessage(ActionId::PreviousBookmark, [](Inspector& shown) { shown.stepBookmark(true); });
    onMessage(ActionId::ChooseForComparison, [this](Inspector& shown) { chooseForComparison(shown); });
    onMessage(ActionId::CompareWithChosen, [this](Inspector& shown) { compareWithChosen(shown); });
    on(ActionId::LargerText, [this] { setFontSize(fontSize() + 1); });
    on(ActionId::SmallerText, [this] { setFontSize(fontSize() - 1); });
    on(ActionId::DesktopText, [this] { setFontSize(0); });
    on(ActionId::ShowSecrets, [this] {
        if (Inspector* shown = inspector()) {
            shown->showSecrets(!shown->showsSecrets());
        }
    });
    on(ActionId::ChangeLimits, [this] { askForLimits(); });
    for (const auto& [theme, id] : kThemeActions) {
        on(id, [this, theme = theme] { setTheme(theme); });
    }
}

void MainWindow::setUpRequestActions() {
    const auto on = [this](ActionId id, std::function<void()> handler) { m_actions->on(id, this, std::move(handler)); };
    on(ActionId::Send, [this] {
        showPage(Page::Compose);
        m_compose->send();
    });
    on(ActionId::FilterApis, [this] {
        showPage(Page::Compose);
        m_compose->focusFilter();
    });
    on(ActionId::NextVersion, [this] { stepVersion(1); });
    on(ActionId::PreviousVersion, [this] { stepVersion(-1); });
    on(ActionId::NewestVersion, [this] {
        if (page() == Page::Reference) {
            m_reference->showNewestVersion();
        } else {
            m_compose->chooseNewestVersion();
        }
    });
    on(ActionId::EditBytes, [this] {
        showPage(Page::Compose);
        m_compose->setEditingBytes(!m_compose->isEditingBytes());
    });
    on(ActionId::FilterTraffic, [this] {
        showPage(Page::Traffic);
        m_traffic->focusFilter();
    });
    on(ActionId::OpenInCompose, [this] { m_traffic->openInCompose(); });
}

// Versions of the page that is shown; those of Compose where it has none.
void MainWindow::stepVersion(int by) {
    if (page() == Page::Reference) {
        m_reference->stepVersion(by);
    } else {
        m_compose->stepVersion(by);
    }
}

void MainWindow::setUpReference() {
    m_actions->on(ActionId::FilterReference, this, [this] {
        showPage(Page::Reference);
        m_reference->focusFilter();
    });
    m_actions->on(ActionId::ShowInReference, this, [this] { showInReference(); });
    connect(m_reference, &ReferencePage::composeWanted, this, [this](int apiKey, int version) {
        showPage(Page::Compose);
        m_compose->chooseApi(apiKey);
        m_compose->setVersion(version);
    });
}

// The request that the shown page has: the chosen exchange of Traffic, else what Compose holds.
void MainWindow::showInReference() {
    int apiKey = m_compose->apiKey();
    int version = m_compose->version();
    if (const auto exchange =
            page() == Page::Traffic ? m_traffic->model().exchange(m_traffic->table().currentIndex()) : nullptr) {
        apiKey = exchange->apiKey.value_or(apiKey);
        version = exchange->apiVersion.value_or(-1);
    }
    showPage(Page::Reference);
    if (const ApiInfo* api = m_registry->api(apiKey)) {
        m_reference->showDefinition(QString::fromStdString(api->name + "Request"), version);
    }
}

void MainWindow::chooseForComparison(Inspector& shown) {
    if (shown.document() == nullptr) {
        return;
    }
    m_compared = {shown.titleBar().heading(), shown.document()};
    m_status->setPath(tr("%1 is chosen. Show another message and press %2.")
                          .arg(m_compared.title, m_actions->keys(ActionId::CompareWithChosen)));
}

void MainWindow::compareWithChosen(Inspector& shown) {
    if (m_compared.document == nullptr || shown.document() == nullptr) {
        m_status->setPath(tr("Nothing is chosen to compare with. Choose a message first, with %1.")
                              .arg(m_actions->keys(ActionId::ChooseForComparison)));
        return;
    }
    comparison().compare(m_compared, {shown.titleBar().heading(), shown.document()});
}

ComparisonWindow& MainWindow::comparison() {
    if (m_comparison == nullptr) {
        m_comparison = new ComparisonWindow(*m_registry, this);
        m_comparison->view().setHexOptions(m_settings.hex);
        for (BytesPane* side : {&m_comparison->view().left(), &m_comparison->view().right()}) {
            connect(side, &BytesPane::optionsChosen, this, &MainWindow::setHexOptions);
        }
        connect(&m_comparison->view(), &ComparisonView::pathHovered, m_status, &StatusLine::setPath);
    }
    return *m_comparison;
}

// All that are there now; the one that shows records of a request is made later, and takes over those of the request.
void MainWindow::setHexOptions(const HexOptions& options) {
    m_settings.hex = options;
    for (HexView* view : findChildren<HexView*>()) {
        view->setOptions(options);
    }
}

int MainWindow::fontSize() const {
    return m_settings.fontSize > 0 ? std::clamp(m_settings.fontSize, kSmallestFontSize, kLargestFontSize)
                                   : desktopFontSize();
}

void MainWindow::setFontSize(int pixels) {
    m_settings.fontSize = pixels > 0 ? std::clamp(pixels, kSmallestFontSize, kLargestFontSize) : 0;
    setTheme(m_settings.theme);
}

// Of the page that is shown; null where it has none.
Inspector* MainWindow::inspector() const {
    switch (page()) {
        case Page::Compose:
            return &m_compose->response().inspector();
        case Page::Traffic:
            return &m_traffic->inspector();
        case Page::Topics:
            return &m_topics->detail().inspector();
        case Page::Files:
            return &m_files->view().inspector();
        default:
            return nullptr;
    }
}

void MainWindow::find(SearchMode mode) {
    if (page() == Page::Reference) {
        m_reference->focusFilter();
        return;
    }
    if (page() == Page::Topics) {
        m_topics->detail().setView(TopicRecordPanel::View::Bytes);
    }
    if (Inspector* shown = inspector()) {
        shown->find(mode);
    }
}

}  // namespace brokerscope
