#pragma once

#include "core/exchange/exchange.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace brokerscope {

// These groups cannot be asked about at the moment; empty: none can.
struct GroupsNotAsked {
    std::vector<std::string> groups;
    std::string why;
    std::int64_t wallMs = 0;
};

// An answer to a list, describe or metadata request, or why there is none.
using GroupPollNews = std::variant<std::shared_ptr<const Exchange>, GroupsNotAsked>;

// What a running poll of groups tells. Shared between the poll and its reader, one a stream, who may be in any thread.
// News that are not read wait, at most kMostUnread; then the oldest answers go, since the next ones say the same, and
// are counted.
class GroupPollStream {
public:
    static constexpr std::size_t kMostUnread = 4096;

    struct Wishes {
        std::vector<std::pair<std::string, bool>> busy;  // groups in which something goes on, or no more
        std::optional<std::vector<std::string>> topics;  // that metadata is asked of
    };

    // For the reader.
    // The next news, waiting for them at most so long. Nothing: none came in time, or the poll has ended.
    std::optional<GroupPollNews> next(std::chrono::milliseconds patience = std::chrono::milliseconds(0));
    bool hasEnded() const;
    // Set before the end: why the poll could not be made.
    std::optional<Error> problem() const;
    std::uint64_t requests() const;  // sent since the start
    std::uint64_t lost() const;
    void setBusy(const std::string& group, bool isBusy);
    void setTopics(std::vector<std::string> topics);
    void cancel();
    // Called in the network thread when there are news, or the end, after next() gave none; it must not block.
    void setNotice(std::function<void()> notice);

    // For the poll. `wake` is called, in any thread, when the reader wishes something or has cancelled.
    void begin(std::function<void()> wake);
    void push(GroupPollNews news);
    void setRequests(std::uint64_t requests);
    Wishes takeWishes();
    void finish(std::optional<Error> problem);
    bool isCancelled() const;

private:
    void tell(std::unique_lock<std::mutex>& lock);

    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<GroupPollNews> m_news;
    Wishes m_wishes;
    std::optional<Error> m_problem;
    std::function<void()> m_wake;
    std::function<void()> m_notice;
    std::uint64_t m_requests = 0;
    std::uint64_t m_lost = 0;
    bool m_isAwaited = true;
    bool m_isCancelled = false;
    bool m_hasEnded = false;
};

}  // namespace brokerscope
