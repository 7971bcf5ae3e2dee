#pragma once

#include "core/exchange/exchange.h"
#include "core/workbench/job_stream.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
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
    std::int16_t errorCode = 0;  // that a broker gave; 0: none did
};

// An answer to a list, describe or metadata request, or why there is none.
using GroupPollNews = std::variant<std::shared_ptr<const Exchange>, GroupsNotAsked>;

// What a running poll of groups tells. Shared between the poll and its reader, one a stream, who may be in any thread.
// News that are not read wait, at most kMostUnread; then the oldest answers go, since the next ones say the same, and
// are counted.
class GroupPollStream : public JobStream {
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

    // For the poll, which is woken when the reader wishes something or has cancelled.
    void push(GroupPollNews news);
    void setRequests(std::uint64_t requests);
    Wishes takeWishes();
    void finish(std::optional<Error> problem);

private:
    std::deque<GroupPollNews> m_news;
    Wishes m_wishes;
    std::optional<Error> m_problem;
    std::uint64_t m_requests = 0;
    std::uint64_t m_lost = 0;
    bool m_hasEnded = false;
};

}  // namespace brokerscope
