#pragma once

#include "core/cluster/group_poller.h"
#include "core/workbench/group_poll_stream.h"
#include "core/workbench/planned_job.h"

#include <memory>
#include <optional>

namespace brokerscope {

// Drives a GroupPoller until it is cancelled. Its exchanges are stored as all are; they are internal.
class GroupPollJob : public PlannedJob {
public:
    // Made in any thread, run in the session's.
    GroupPollJob(WorkbenchSession& session, GroupPollOptions options, std::shared_ptr<GroupPollStream> stream);
    // One that was never run ends its stream all the same.
    ~GroupPollJob() override;

    void cancel() override;

private:
    void begun(std::function<void()> wake) override;
    void found(std::vector<Endpoint> brokers) override;
    void failed(Error error) override;
    void woken() override;
    void perform(PollSteps steps);
    void perform(poll_step::Prepare& step);
    void perform(poll_step::Ask& step);
    void perform(poll_step::Wake& step);
    void perform(poll_step::Give& step);
    void perform(poll_step::Blind& step);
    void finish(std::optional<Error> problem);

    GroupPollOptions m_options;
    std::shared_ptr<GroupPollStream> m_stream;
    std::optional<GroupPoller> m_poller;
};

}  // namespace brokerscope
