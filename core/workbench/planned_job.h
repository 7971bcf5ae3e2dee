#pragma once

#include "core/cluster/connection_pool.h"
#include "core/workbench/job.h"
#include "core/workbench/workbench_session.h"

#include <functional>
#include <memory>
#include <vector>

namespace brokerscope {

// A job that a machine without sockets plans and that goes on until it is over: it performs the machine's steps over
// connections of its own, so that what waits for long keeps no other request waiting. Callbacks that are given here
// come later, in the network thread, and never once the job is over.
class PlannedJob : public Job, public std::enable_shared_from_this<PlannedJob> {
public:
    // In the session's thread.
    void run();

protected:
    explicit PlannedJob(WorkbenchSession& session) : m_session(session) {}

    // `wake` may be called in any thread and leads to woken().
    virtual void begun(std::function<void()> wake) = 0;
    // Whom to ask first, in turn; the pool is there.
    virtual void found(std::vector<Endpoint> brokers) = 0;
    virtual void failed(Error error) = 0;
    virtual void woken() = 0;

    void prepare(const Endpoint& broker, std::function<void(const PreparedResult&)> take);
    struct Question {
        const Endpoint& broker;
        std::int16_t apiKey = 0;
        std::int16_t version = 0;
        const ValueDraft& body;
        std::int64_t patienceMs = 0;
        bool internal = true;
    };
    void ask(const Question& question, std::function<void(const AnsweredResult&)> take);
    void wakeAt(std::int64_t atNs, std::function<void()> take);

    WorkbenchSession& session() const { return m_session; }
    bool isOver() const { return m_isOver; }
    // True the first time: the session lets go of the job, and the connections are closed.
    bool end();

private:
    WorkbenchSession& m_session;
    ConnectionPool* m_pool = nullptr;  // the session's child, deleted later when this ends
    bool m_isOver = false;
};

// Of the steady clock, in ns.
std::int64_t steadyNow();

}  // namespace brokerscope
