#include "tests/gui/connected_window.h"

#include "core/workbench/workbench.h"
#include "ui/models/group_list_model.h"
#include "ui/models/group_timelines.h"
#include "ui/pages/groups_page.h"

#include <QDeadlineTimer>

#include <algorithm>
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
    ASSERT_TRUE(waitUntil([&] { return timeline() != nullptr && !timeline()->lanes().members.empty(); }));
    EXPECT_EQ(page.group(), QString::fromLatin1(kGroup));
    EXPECT_EQ(timeline()->type(), GroupType::Classic);
    EXPECT_FALSE(timeline()->lanes().states.empty());
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

}  // namespace
}  // namespace brokerscope
