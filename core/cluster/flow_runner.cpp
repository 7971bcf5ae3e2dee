#include "core/cluster/flow_runner.h"

#include "core/exchange/request_frame.h"

#include <QTimer>

namespace brokerscope {
namespace {

class FlowRun : public std::enable_shared_from_this<FlowRun> {
public:
    FlowRun(ConnectionPool& pool, const SchemaRegistry& registry, const ClusterSettings& settings,
            std::shared_ptr<Flow> flow, std::function<void()> done)
        : m_pool(pool), m_registry(registry), m_settings(settings), m_flow(std::move(flow)), m_done(std::move(done)) {}

    void take(FlowStep step) {
        std::visit([this](auto& wanted) { perform(wanted); }, step);
    }
    Flow& flow() { return *m_flow; }

private:
    void perform(flow_step::Prepare& wanted) {
        m_pool.prepare(wanted.endpoint, [self = shared_from_this()](const PreparedResult& result) {
            self->take(self->flow().prepared(result));
        });
    }

    void perform(flow_step::Ask& wanted) {
        const auto frame =
            makeRequestFrame(m_registry, {wanted.apiKey, wanted.version, m_settings.clientId, nullptr, &wanted.body},
                             m_settings.schemas);
        if (!frame) {
            take(m_flow->answered(tl::unexpected(TransportError{frame.error(), std::nullopt})));
            return;
        }
        OutgoingRequest request;
        request.frame = frame->bytes;
        request.ownCorrelationId = true;
        request.internal = true;
        request.deadlineNs = currentTime().steadyNs + std::chrono::nanoseconds(m_settings.timeout).count();
        request.patienceMs = m_settings.timeout.count();
        m_pool.send(wanted.endpoint, std::move(request), [self = shared_from_this()](const AnsweredResult& result) {
            self->take(self->flow().answered(result));
        });
    }

    void perform(flow_step::Wait& wanted) {
        QTimer::singleShot(std::chrono::milliseconds(wanted.milliseconds), &m_pool,
                           [self = shared_from_this()] { self->take(self->flow().waited()); });
    }

    void perform(flow_step::Done&) { m_done(); }

    ConnectionPool& m_pool;
    const SchemaRegistry& m_registry;
    const ClusterSettings m_settings;
    std::shared_ptr<Flow> m_flow;
    std::function<void()> m_done;
};

}  // namespace

void runFlow(ConnectionPool& pool, const SchemaRegistry& registry, const ClusterSettings& settings,
             std::shared_ptr<Flow> flow, std::function<void()> done) {
    const auto run = std::make_shared<FlowRun>(pool, registry, settings, std::move(flow), std::move(done));
    run->take(run->flow().start());
}

}  // namespace brokerscope
