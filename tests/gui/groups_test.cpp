#include "tests/gui/connected_window.h"

#include "core/workbench/workbench.h"
#include "tests/support/temporary_path.h"
#include "ui/models/group_list_model.h"
#include "ui/models/group_timelines.h"
#include "ui/pages/file_groups_feed.h"
#include "ui/pages/groups_page.h"
#include "ui/shell/groups_link.h"
#include "ui/widgets/message_bar.h"

#include <QDeadlineTimer>

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>

namespace brokerscope {
namespace {

constexpr const char* kGroup = "joined-by-hand";

class GroupsOfTheWindow : public ConnectedWindow {
protected:
    // A member that joins a classic group and never synchronizes: the group waits for it until its session ends. The
    // first request of a new broker makes the topic of groups, and is refused meanwhile.
    bool join() {
        for (int i = 0; i < 100; ++i) {
            const auto answer = ask();
            if (answer != nullptr && answer->response != nullptr && answer->errors.isEmpty()) {
                return true;
            }
            waitUntil([pause = QDeadlineTimer(200)] { return pause.hasExpired(); });
        }
        return false;
    }

private:
    std::shared_ptr<const Exchange> ask() {
        SendRequest request;
        request.apiKey = 11;
        request.version = std::int16_t{3};
        request.body = JsonBody{
            R"({"groupId":"joined-by-hand","sessionTimeoutMs":10000,"rebalanceTimeoutMs":10000,"memberId":"",
                "protocolType":"consumer","protocols":[{"name":"range","metadata":"AAAAAAAA/////w=="}]})"};
        auto answer = m_window.workbench().send(std::move(request));
        const bool isThere = waitUntil([&] { return answer.isFinished(); }) && answer.result().has_value();
        return isThere ? answer.result()->exchange : nullptr;
    }
};

TEST_F(GroupsOfTheWindow, AGroupThatIsJoinedComesUpWithItsMember) {
    ASSERT_TRUE(join());
    m_window.showPage(Page::Groups);
    GroupsPage& page = m_window.groups();
    ASSERT_TRUE(waitUntil([&] { return page.model().indexOf(kGroup).isValid(); }));
    page.chooseGroup(QString::fromLatin1(kGroup));
    const auto timeline = [&] { return page.timelines().timeline(kGroup); };
    ASSERT_TRUE(waitUntil([&] { return timeline() != nullptr && !timeline()->lanes.members.empty(); }));
    EXPECT_EQ(page.group(), QString::fromLatin1(kGroup));
    EXPECT_EQ(timeline()->type, GroupType::Classic);
    EXPECT_FALSE(timeline()->lanes.states.empty());
    // Asking is no secret: the exchanges are in Traffic, as internal ones.
    const auto kept = m_window.workbench().exchanges()->since(ExchangeId::None);
    EXPECT_TRUE(std::any_of(kept.begin(), kept.end(),
                            [](const auto& exchange) { return exchange->apiKey == 15 && exchange->internal; }));
}

TEST_F(GroupsOfTheWindow, NothingIsAskedBeforeThePageIsSeen) {
    const auto asks = [&] {
        const auto kept = m_window.workbench().exchanges()->since(ExchangeId::None);
        return std::any_of(kept.begin(), kept.end(), [](const auto& exchange) { return exchange->apiKey == 16; });
    };
    ASSERT_TRUE(waitUntil([&] { return !m_window.workbench().exchanges()->since(ExchangeId::None).empty(); }));
    EXPECT_FALSE(asks());
    m_window.showPage(Page::Groups);
    EXPECT_TRUE(waitUntil([&] { return asks(); }));
}

TEST_F(GroupsOfTheWindow, AWatchIsRecordedAndOpenedAgain) {
    m_window.showPage(Page::Groups);
    GroupsPage& page = m_window.groups();
    GroupsLink& link = m_window.groupsLink();
    const std::string path = temporaryPath("watched.bsrec").string();
    link.record(QString::fromStdString(path));
    ASSERT_TRUE(link.isRecording());
    ASSERT_TRUE(join());
    const auto timeline = [&] { return page.timelines().timeline(kGroup); };
    ASSERT_TRUE(waitUntil([&] { return page.model().indexOf(kGroup).isValid(); }));
    page.chooseGroup(QString::fromLatin1(kGroup));
    ASSERT_TRUE(waitUntil([&] { return timeline() != nullptr && !timeline()->lanes.members.empty(); }));
    const std::size_t members = timeline()->lanes.members.size();
    link.toggleRecording();
    EXPECT_FALSE(link.isRecording());
    EXPECT_EQ(page.messages().kind(), StatusKind::Ok) << page.messages().cause().toStdString();

    link.open(QString::fromStdString(path));
    ASSERT_TRUE(waitUntil([&] { return !link.file()->isReading(); }));
    page.chooseGroup(QString::fromLatin1(kGroup));
    ASSERT_NE(timeline(), nullptr) << "the recording tells the same story";
    EXPECT_EQ(timeline()->lanes.members.size(), members);
    EXPECT_EQ(timeline()->type, GroupType::Classic);
    link.showLive();
    EXPECT_EQ(link.file(), nullptr);
    EXPECT_TRUE(waitUntil([&] { return page.model().indexOf(kGroup).isValid(); }));
    std::filesystem::remove(path);
}

}  // namespace
}  // namespace brokerscope
