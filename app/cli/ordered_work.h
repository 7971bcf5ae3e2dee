#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <iosfwd>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace brokerscope {

// Runs jobs side by side and writes what they print in the order in which they were given. Memory is bounded: a job
// that is not the oldest keeps a few MiB of text and then waits, and so does whoever gives more jobs than are worked
// on. All functions are called by one thread.
class OrderedWork {
public:
    // How a job prints: takes the text and leaves it empty, or leaves it as it is for now. What is there at the job's
    // end is written in any case.
    using Print = std::function<void(std::string& text)>;
    // `worker` counts from 0: what only one job may use at a time is chosen by it.
    using Job = std::function<void(std::size_t worker, std::string& text, const Print& print)>;

    // As many workers as the machine has processors, eight at most.
    static std::size_t workersOfMachine();

    // `out` must outlive it, and nobody else writes to it between give() and finish(). Starts the threads.
    OrderedWork(std::ostream& out, std::size_t workers);
    // Finishes what was given.
    ~OrderedWork();
    OrderedWork(const OrderedWork&) = delete;
    OrderedWork& operator=(const OrderedWork&) = delete;

    void give(Job job);
    // Waits until all jobs are done and all they printed is written.
    void finish();

private:
    void work(std::size_t worker);
    void print(std::uint64_t ticket, std::string& text);
    void end(std::uint64_t ticket, std::string text);
    void write(const std::string& text);

    std::ostream& m_out;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Job> m_jobs;  // not begun; the first has the ticket m_begun
    std::uint64_t m_given = 0;
    std::uint64_t m_begun = 0;
    std::uint64_t m_turn = 0;                      // whose text is written next; all before are done
    std::map<std::uint64_t, std::string> m_ended;  // texts of jobs whose turn has not come
    bool m_isOver = false;
    std::vector<std::thread> m_threads;
};

}  // namespace brokerscope
