#include "core/workbench/group_offsets_job.h"

#include "core/cluster/flow_runner.h"
#include "core/cluster/group_lag_flow.h"

namespace brokerscope {

void GroupOffsetsJob::run() {
    const auto self = shared_from_this();
    m_session.start(self);
    if (m_session.pool() == nullptr) {
        finish(tl::unexpected(notConnected()));
        return;
    }
    m_session.findHome([self](const tl::expected<Endpoint, TransportError>& home) {
        if (!self->m_done) {
            return;
        }
        if (!home) {
            self->finish(tl::unexpected(home.error().error));
            return;
        }
        self->ask(*home);
    });
}

void GroupOffsetsJob::ask(const Endpoint& home) {
    const ClusterSettings& settings = m_session.settings();
    const std::int64_t untilNs = currentTime().steadyNs + std::chrono::nanoseconds(settings.timeout).count() / 2;
    GroupLagFlow::Context context{m_session.registry(),
                                  settings.schemas,
                                  settings.limits,
                                  home,
                                  settings.timeout.count(),
                                  [job = weak_from_this(), untilNs] {
                                      const auto asking = job.lock();
                                      return !asking || !asking->m_done || currentTime().steadyNs >= untilNs;
                                  }};
    const auto flow = std::make_shared<GroupLagFlow>(std::move(context), std::move(m_options));
    runFlow(*m_session.pool(), m_session.registry(), settings, flow,
            [self = shared_from_this(), flow] { self->finish(flow->outcome()); });
}

void GroupOffsetsJob::cancel() {
    finish(failure(MessageId::Cancelled));
}

void GroupOffsetsJob::finish(Result<AllOffsets> result) {
    if (!m_done) {
        return;
    }
    const auto self = shared_from_this();
    const Done done = std::exchange(m_done, nullptr);
    m_session.finished(self);
    done(std::move(result));
}

}  // namespace brokerscope
