#pragma once

#include <nlohmann/json.hpp>

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <streambuf>
#include <string>
#include <thread>
#include <vector>

namespace brokerscope::testing {

// `bscope groups watch … --format json` while a test acts: it runs in a thread of its own, each line is kept with the
// time at which it was printed (ms since 1970, under "printed"), and Ctrl+C ends it.
class WatchRun {
public:
    explicit WatchRun(const std::vector<std::string>& arguments);
    ~WatchRun();

    // Events so far, but for a report.
    std::vector<nlohmann::json> events() const;
    // Waits, at most so long, until something holds for all events so far.
    bool waitUntil(const std::function<bool(const std::vector<nlohmann::json>&)>& holds, int milliseconds);
    // Interrupts it and waits for its end; its exit status.
    int stop();
    // After stop(): what --report printed of a group; null: nothing.
    nlohmann::json reportOf(const std::string& group) const;
    const std::string& errors() const { return m_errors; }

private:
    class Lines : public std::streambuf {
    public:
        explicit Lines(std::function<void(const std::string&)> take) : m_take(std::move(take)) {}

    private:
        int_type overflow(int_type character) override;
        std::string m_line;
        std::function<void(const std::string&)> m_take;
    };
    void take(const std::string& line);

    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<nlohmann::json> m_events;
    std::vector<nlohmann::json> m_reports;
    std::string m_errors;
    int m_status = -1;
    bool m_hasEnded = false;
    std::thread m_thread;
};

}  // namespace brokerscope::testing
