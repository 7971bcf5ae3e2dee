#pragma once

#include "core/cluster/connection_pool.h"
#include "core/cluster/fetch_planner.h"
#include "core/workbench/fetch_stream.h"
#include "core/workbench/job.h"
#include "core/workbench/workbench_session.h"

#include <memory>
#include <optional>

namespace brokerscope {

// Drives a FetchPlanner over connections of its own, one a leader, so that what waits for records does not keep other
// requests waiting. Its exchanges are stored as all are; those of Fetch are not internal.
class FetchJob : public Job, public std::enable_shared_from_this<FetchJob> {
public:
    // Made in any thread, run in the session's.
    FetchJob(WorkbenchSession& session, FetchOptions options, std::shared_ptr<FetchStream> stream);
    // One that was never run ends its stream all the same.
    ~FetchJob() override;

    void run();
    // Ends at once. The reader's own cancel() ends the sessions with the brokers first.
    void cancel() override;

private:
    void found(const Endpoint& home);
    void woken();
    void perform(FetchSteps steps);
    void perform(fetch_step::Prepare& step);
    void perform(fetch_step::Ask& step);
    void perform(fetch_step::Wake& step);
    void perform(fetch_step::Give& step);
    void perform(fetch_step::Done& step);
    void finish(FetchStream::End end);

    WorkbenchSession& m_session;
    FetchOptions m_options;
    std::shared_ptr<FetchStream> m_stream;
    ConnectionPool* m_pool = nullptr;  // the session's child, deleted later when this ends
    std::optional<FetchPlanner> m_planner;
    bool m_isStopped = false;
    bool m_isOver = false;
};

}  // namespace brokerscope
