#include "core/workbench/topic_reading.h"

#include "core/workbench/piece_pace.h"

#include <utility>

namespace brokerscope {
namespace {

constexpr std::size_t kMostRows = 20'000;  // of one piece, but for a batch that has more
}  // namespace

TopicReading::TopicReading(const SchemaRegistry& registry, std::unique_ptr<TopicSource> source, TopicRowOptions options)
    : m_source(std::move(source)), m_builder(registry, std::move(options)) {}

TopicReading::~TopicReading() {
    cancel();
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

void TopicReading::start() {
    m_thread = std::thread([this] { run(); });
}

std::vector<SharedTopicPiece> TopicReading::take() {
    std::vector<SharedTopicPiece> taken;
    {
        const std::lock_guard lock(m_mutex);
        taken.assign(m_pieces.begin(), m_pieces.end());
        m_pieces.clear();
        m_waiting = 0;
        m_isAwaited = true;
    }
    m_changed.notify_all();
    return taken;
}

TopicReadingStatus TopicReading::status() const {
    const std::lock_guard lock(m_mutex);
    TopicReadingStatus status = m_status;
    status.isPaused = m_isPaused && !status.isOver;
    status.isCancelled = status.isOver ? m_status.isCancelled : m_isCancelled;
    return status;
}

void TopicReading::setPaused(bool isPaused) {
    {
        const std::lock_guard lock(m_mutex);
        m_isPaused = isPaused;
    }
    m_changed.notify_all();
}

void TopicReading::cancel() {
    {
        const std::lock_guard lock(m_mutex);
        m_isCancelled = true;
    }
    m_source->cancel();
    m_changed.notify_all();
}

bool TopicReading::waitForRoom() {
    const auto mayGoOn = [this] { return m_isCancelled || (!m_isPaused && m_waiting <= kMostWaiting); };
    std::unique_lock lock(m_mutex);
    if (!mayGoOn() && m_builder.waiting() > 0) {
        // What was read is not to wait too.
        lock.unlock();
        publish(false);
        lock.lock();
    }
    m_changed.wait(lock, mayGoOn);
    return !m_isCancelled;
}

void TopicReading::run() {
    PiecePace pace(1);
    bool isEnd = false;
    while (!isEnd && waitForRoom()) {
        const TopicSource::Step step = m_source->read(m_builder);
        isEnd = step == TopicSource::Step::End;
        const bool isDue = pace.isDue() || step == TopicSource::Step::Nothing || m_builder.waiting() >= kMostRows;
        if (isDue && !isEnd) {
            publish(false);
        }
    }
    publish(true);
}

TopicReadingStatus TopicReading::describe() const {
    TopicReadingStatus status;
    status.records = m_builder.records();
    status.bytes = m_builder.bytes();
    status.faults = m_builder.faults();
    m_source->tell(status);
    for (TopicPartitionStatus& partition : status.partitions) {
        partition.open = m_builder.oldestOpen(partition.partition);
    }
    return status;
}

void TopicReading::publish(bool isOver) {
    SharedTopicPiece piece = m_builder.waiting() > 0 ? m_builder.take() : nullptr;
    TopicReadingStatus status = describe();
    status.isOver = isOver;
    bool isTold = false;
    {
        const std::lock_guard lock(m_mutex);
        m_status = std::move(status);
        m_status.isCancelled = m_isCancelled;
        if (piece != nullptr) {
            m_waiting += piece->footprint();
            m_pieces.push_back(std::move(piece));
        }
        isTold = std::exchange(m_isAwaited, false);
    }
    if (isTold && m_notice) {
        m_notice();
    }
}

}  // namespace brokerscope
