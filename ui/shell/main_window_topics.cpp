#include "ui/pages/groups_page.h"
#include "ui/pages/topics_page.h"
#include "ui/shell/actions.h"
#include "ui/shell/groups_link.h"
#include "ui/shell/main_window.h"
#include "ui/shell/status_line.h"

#include <QApplication>

namespace brokerscope {

// The Topics page and what leads to it and away from it.
void MainWindow::setUpTopics() {
    const auto on = [this](ActionId id, void (TopicsPage::*handler)()) {
        m_actions->on(id, this, [this, handler] {
            showPage(Page::Topics);
            (m_topics->*handler)();
        });
    };
    on(ActionId::ReadTopic, &TopicsPage::read);
    on(ActionId::PauseReading, &TopicsPage::togglePause);
    on(ActionId::CancelReading, &TopicsPage::cancel);
    on(ActionId::FilterRecords, &TopicsPage::focusFilter);
    on(ActionId::OpenLogFolder, &TopicsPage::askForFolder);
    on(ActionId::OpenTopicFile, &TopicsPage::askForFile);
    m_actions->on(ActionId::ShowTopics, this, [this] { showPage(Page::Topics); });
    m_actions->on(ActionId::GroupOfRecord, m_topics, [this] { m_topics->wantGroup(); });
    m_actions->on(ActionId::FilterGroups, this, [this] {
        showPage(Page::Groups);
        m_groups->focusFilter();
    });
    m_actions->on(ActionId::OpenGroupsFile, this, [this] {
        showPage(Page::Groups);
        m_groupsLink->askForFile();
    });
    m_actions->on(ActionId::RecordGroups, this, [this] {
        showPage(Page::Groups);
        m_groupsLink->toggleRecording();
    });
    m_actions->on(ActionId::RecordsOfGroup, this, [this] { showRecordsOf(m_groups->group()); });
    // The desktop marks a window that is not looked at.
    connect(m_groups, &GroupsPage::rebalanceBegan, this, [this] { QApplication::alert(this); });
    connect(m_groups, &GroupsPage::recordsWanted, this, &MainWindow::showRecordsOf);
    connect(m_topics, &TopicsPage::groupWanted, this, [this](const QString& group) {
        showPage(Page::Groups);
        m_groups->chooseGroup(group);
    });
    connect(m_topics, &TopicsPage::connectWanted, m_actions->action(ActionId::Connect), &QAction::trigger);
    connect(m_topics, &TopicsPage::pathHovered, m_status, &StatusLine::setPath);
}

void MainWindow::showRecordsOf(const QString& group) {
    if (!group.isEmpty()) {
        showPage(Page::Topics);
        m_topics->showRecordsOf(group);
    }
}

}  // namespace brokerscope
