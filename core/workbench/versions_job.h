#pragma once

#include "core/workbench/job.h"
#include "core/workbench/workbench_session.h"

#include <functional>
#include <memory>
#include <vector>

namespace brokerscope {

// Asks every broker of the snapshot what it serves, all at once.
class VersionsJob : public Job, public std::enable_shared_from_this<VersionsJob> {
public:
    using AllVersions = std::vector<std::shared_ptr<const BrokerVersions>>;
    using Done = std::function<void(Result<AllVersions>)>;

    VersionsJob(WorkbenchSession& session, Done done) : m_session(session), m_done(std::move(done)) {}

    void run();
    void cancel() override;

private:
    void askAll();
    void answered(std::size_t index, const BrokerInfo& broker, const PreparedResult& result);
    void finish(Result<AllVersions> result);

    WorkbenchSession& m_session;
    Done m_done;  // empty once called
    AllVersions m_versions;
    std::size_t m_left = 0;
};

}  // namespace brokerscope
