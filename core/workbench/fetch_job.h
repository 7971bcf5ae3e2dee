#pragma once

#include "core/cluster/fetch_planner.h"
#include "core/workbench/fetch_stream.h"
#include "core/workbench/planned_job.h"

#include <memory>
#include <optional>

namespace brokerscope {

// Drives a FetchPlanner, over one connection a leader. Its exchanges are stored as all are; those of Fetch are not
// internal.
class FetchJob : public PlannedJob {
public:
    // Made in any thread, run in the session's.
    FetchJob(WorkbenchSession& session, FetchOptions options, std::shared_ptr<FetchStream> stream);
    // One that was never run ends its stream all the same.
    ~FetchJob() override;

    // Ends at once. The reader's own cancel() ends the sessions with the brokers first.
    void cancel() override;

private:
    void begun(std::function<void()> wake) override;
    void found(std::vector<Endpoint> brokers) override;
    void failed(Error error) override;
    void woken() override;
    void perform(FetchSteps steps);
    void perform(fetch_step::Prepare& step);
    void perform(fetch_step::Ask& step);
    void perform(fetch_step::Wake& step);
    void perform(fetch_step::Give& step);
    void perform(fetch_step::Done& step);
    void finish(FetchStream::End end);

    FetchOptions m_options;
    std::shared_ptr<FetchStream> m_stream;
    std::optional<FetchPlanner> m_planner;
    bool m_isStopped = false;
};

}  // namespace brokerscope
