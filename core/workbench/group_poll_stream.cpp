#include "core/workbench/group_poll_stream.h"

namespace brokerscope {

std::optional<GroupPollNews> GroupPollStream::next(std::chrono::milliseconds patience) {
    std::unique_lock lock(m_mutex);
    m_changed.wait_for(lock, patience, [this] { return !m_news.empty() || m_hasEnded; });
    if (m_news.empty()) {
        m_isAwaited = true;
        return std::nullopt;
    }
    GroupPollNews news = std::move(m_news.front());
    m_news.pop_front();
    return news;
}

bool GroupPollStream::hasEnded() const {
    const std::lock_guard lock(m_mutex);
    return m_hasEnded && m_news.empty();
}

std::optional<Error> GroupPollStream::problem() const {
    const std::lock_guard lock(m_mutex);
    return m_problem;
}

std::uint64_t GroupPollStream::requests() const {
    const std::lock_guard lock(m_mutex);
    return m_requests;
}

std::uint64_t GroupPollStream::lost() const {
    const std::lock_guard lock(m_mutex);
    return m_lost;
}

void GroupPollStream::setBusy(const std::string& group, bool isBusy) {
    const std::lock_guard lock(m_mutex);
    m_wishes.busy.emplace_back(group, isBusy);
    wakeJob();
}

void GroupPollStream::setTopics(std::vector<std::string> topics) {
    const std::lock_guard lock(m_mutex);
    m_wishes.topics = std::move(topics);
    wakeJob();
}

void GroupPollStream::cancel() {
    const std::lock_guard lock(m_mutex);
    m_isCancelled = true;
    m_news.clear();
    wakeJob();
}

void GroupPollStream::push(GroupPollNews news) {
    std::unique_lock lock(m_mutex);
    if (m_isCancelled) {
        return;
    }
    if (m_news.size() >= kMostUnread) {
        m_news.pop_front();
        ++m_lost;
    }
    m_news.push_back(std::move(news));
    tellReader(lock);
}

void GroupPollStream::setRequests(std::uint64_t requests) {
    const std::lock_guard lock(m_mutex);
    m_requests = requests;
}

GroupPollStream::Wishes GroupPollStream::takeWishes() {
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_wishes, {});
}

void GroupPollStream::finish(std::optional<Error> problem) {
    std::unique_lock lock(m_mutex);
    if (!std::exchange(m_hasEnded, true)) {
        m_problem = std::move(problem);
    }
    forgetJob();
    tellReader(lock);
}

}  // namespace brokerscope
