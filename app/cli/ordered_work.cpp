#include "app/cli/ordered_work.h"

#include <algorithm>
#include <ostream>
#include <utility>

namespace brokerscope {
namespace {

constexpr std::size_t kMostWorkers = 8;
// Text that a job keeps while it is not the oldest.
constexpr std::size_t kMostKept = 4194304;

}  // namespace

std::size_t OrderedWork::workersOfMachine() {
    return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, kMostWorkers);
}

OrderedWork::OrderedWork(std::ostream& out, std::size_t workers) : m_out(out) {
    for (std::size_t i = 0; i < workers; ++i) {
        m_threads.emplace_back([this, i] { work(i); });
    }
}

OrderedWork::~OrderedWork() {
    finish();
    {
        const std::lock_guard lock(m_mutex);
        m_isOver = true;
    }
    m_changed.notify_all();
    for (std::thread& thread : m_threads) {
        thread.join();
    }
}

void OrderedWork::give(Job job) {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_given - m_turn < 2 * m_threads.size(); });
    m_jobs.push_back(std::move(job));
    ++m_given;
    m_changed.notify_all();
}

void OrderedWork::finish() {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_turn == m_given; });
}

void OrderedWork::work(std::size_t worker) {
    for (;;) {
        Job job;
        std::uint64_t ticket = 0;
        {
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, [this] { return m_isOver || !m_jobs.empty(); });
            if (m_jobs.empty()) {
                return;
            }
            job = std::move(m_jobs.front());
            m_jobs.pop_front();
            ticket = m_begun++;
        }
        std::string text;
        job(worker, text, [this, ticket](std::string& printed) { print(ticket, printed); });
        end(ticket, std::move(text));
    }
}

void OrderedWork::print(std::uint64_t ticket, std::string& text) {
    {
        std::unique_lock lock(m_mutex);
        if (m_turn != ticket && text.size() < kMostKept) {
            return;
        }
        m_changed.wait(lock, [&] { return m_turn == ticket; });
    }
    // Nobody else writes: the turn stays until the job ends.
    write(text);
    text.clear();
}

void OrderedWork::end(std::uint64_t ticket, std::string text) {
    std::unique_lock lock(m_mutex);
    m_ended.emplace(ticket, std::move(text));
    if (m_turn != ticket) {
        return;
    }
    while (!m_ended.empty() && m_ended.begin()->first == m_turn) {
        const std::string next = std::move(m_ended.begin()->second);
        m_ended.erase(m_ended.begin());
        // The turn is still this one's: whoever ends meanwhile leaves the text for the next round.
        lock.unlock();
        write(next);
        lock.lock();
        ++m_turn;
    }
    m_changed.notify_all();
}

void OrderedWork::write(const std::string& text) {
    m_out.write(text.data(), static_cast<std::streamsize>(text.size()));
}

}  // namespace brokerscope
