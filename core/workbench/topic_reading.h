#pragma once

#include "core/workbench/topic_source.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace brokerscope {

// Reads a topic on a thread of its own and hands its rows over in pieces: the first one soon, later ones often enough
// to be watched. While more than kMostWaiting bytes of pieces are not taken, or it is paused, nothing more is read.
// Made and used in one thread; destroying it cancels and waits for its thread. The registry must outlive it.
class TopicReading {
public:
    static constexpr std::uint64_t kMostWaiting = 64 * 1024 * 1024;

    TopicReading(const SchemaRegistry& registry, std::unique_ptr<TopicSource> source, TopicRowOptions options);
    ~TopicReading();

    // Called in the reading's thread when there is something to take or the status has changed, once until take() is
    // called. To be given before start(); it must not block.
    void setNotice(std::function<void()> notice) { m_notice = std::move(notice); }
    void start();

    // What was read since the last call, in order.
    std::vector<SharedTopicPiece> take();
    TopicReadingStatus status() const;
    void setPaused(bool isPaused);
    // Ends it; what was read stays good and may still be taken. One that is over stays what it was.
    void cancel();

private:
    void run();
    bool waitForRoom();
    void publish(bool isOver);
    TopicReadingStatus describe() const;

    std::unique_ptr<TopicSource> m_source;
    TopicRowBuilder m_builder;
    std::function<void()> m_notice;
    std::thread m_thread;
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<SharedTopicPiece> m_pieces;
    std::uint64_t m_waiting = 0;  // bytes of them
    TopicReadingStatus m_status;
    bool m_isPaused = false;
    bool m_isCancelled = false;
    bool m_isAwaited = true;  // the notice is due
};

}  // namespace brokerscope
