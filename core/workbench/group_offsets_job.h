#pragma once

#include "core/cluster/group_offsets.h"
#include "core/workbench/job.h"
#include "core/workbench/workbench_session.h"

#include <functional>
#include <memory>
#include <vector>

namespace brokerscope {

// Asks how far groups have come: GroupLagFlow over the session's pool. Network thread only.
class GroupOffsetsJob : public Job, public std::enable_shared_from_this<GroupOffsetsJob> {
public:
    using AllOffsets = std::vector<GroupOffsets>;
    using Done = std::function<void(Result<AllOffsets>)>;

    GroupOffsetsJob(WorkbenchSession& session, GroupOffsetsOptions options, Done done)
        : m_session(session), m_options(std::move(options)), m_done(std::move(done)) {}

    // `done` is called once. Errors: NoBroker, or why no broker can be reached.
    void run();
    void cancel() override;

private:
    void ask(const Endpoint& home);
    void finish(Result<AllOffsets> result);

    WorkbenchSession& m_session;
    GroupOffsetsOptions m_options;
    Done m_done;  // empty once called
};

}  // namespace brokerscope
