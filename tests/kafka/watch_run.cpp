#include "tests/kafka/watch_run.h"

#include "app/cli/cli.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <ostream>
#include <sstream>

namespace brokerscope::testing {
namespace {

std::int64_t wallMs() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

}  // namespace

WatchRun::Lines::int_type WatchRun::Lines::overflow(int_type character) {
    if (traits_type::eq_int_type(character, '\n')) {
        m_take(m_line);
        m_line.clear();
    } else {
        m_line += traits_type::to_char_type(character);
    }
    return character;
}

WatchRun::WatchRun(const std::vector<std::string>& arguments) {
    m_thread = std::thread([this, arguments] {
        Lines lines([this](const std::string& line) { take(line); });
        std::istringstream in;
        std::ostream out(&lines);
        std::ostringstream err;
        const int status = runCli(arguments, {in, out, err});
        const std::lock_guard lock(m_mutex);
        m_status = status;
        m_errors = err.str();
        m_hasEnded = true;
        m_changed.notify_all();
    });
}

WatchRun::~WatchRun() {
    stop();
}

void WatchRun::take(const std::string& line) {
    nlohmann::json object = nlohmann::json::parse(line);
    const std::lock_guard lock(m_mutex);
    if (object.contains("event")) {
        object["printed"] = wallMs();
        m_events.push_back(std::move(object));
    } else {
        m_reports.push_back(std::move(object));
    }
    m_changed.notify_all();
}

std::vector<nlohmann::json> WatchRun::events() const {
    const std::lock_guard lock(m_mutex);
    return m_events;
}

nlohmann::json WatchRun::reportOf(const std::string& group) const {
    const std::lock_guard lock(m_mutex);
    const auto found = std::find_if(m_reports.begin(), m_reports.end(),
                                    [&](const nlohmann::json& report) { return report.at("group") == group; });
    return found != m_reports.end() ? *found : nlohmann::json();
}

bool WatchRun::waitUntil(const std::function<bool(const std::vector<nlohmann::json>&)>& holds, int milliseconds) {
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, std::chrono::milliseconds(milliseconds), [&] {
        return m_hasEnded || holds(m_events);
    }) && holds(m_events);
}

int WatchRun::stop() {
    if (m_thread.joinable()) {
        {
            // Before its first line it may not listen to signals yet, and the test would end instead.
            std::unique_lock lock(m_mutex);
            m_changed.wait_for(lock, std::chrono::seconds(30), [this] { return m_hasEnded || !m_events.empty(); });
            if (!m_hasEnded) {
                std::raise(SIGINT);
            }
        }
        m_thread.join();
    }
    return m_status;
}

}  // namespace brokerscope::testing
