#include "core/workbench/versions_job.h"

namespace brokerscope {
namespace {

// Marks a broker that did not answer; Kafka's own code for an unknown error.
constexpr std::int16_t kNotAnswered = -1;

}  // namespace

void VersionsJob::run() {
    const auto self = shared_from_this();
    m_session.start(self);
    if (m_session.pool() == nullptr) {
        finish(tl::unexpected(notConnected()));
        return;
    }
    m_session.findCluster([self](const tl::expected<Endpoint, TransportError>& home) {
        if (!self->m_done) {
            return;
        }
        if (!home) {
            self->finish(tl::unexpected(home.error().error));
            return;
        }
        self->askAll();
    });
}

void VersionsJob::cancel() {
    finish(failure(MessageId::Cancelled));
}

void VersionsJob::askAll() {
    const std::vector<BrokerInfo>& brokers = m_session.view().snapshot->brokers;
    m_left = brokers.size();
    m_versions.resize(m_left);
    if (brokers.empty()) {
        finish(AllVersions{});
        return;
    }
    for (std::size_t i = 0; i < brokers.size(); ++i) {
        m_session.pool()->nameBroker(brokers[i].endpoint, brokers[i].id);
        m_session.pool()->prepare(brokers[i].endpoint,
                                  [self = shared_from_this(), i, broker = brokers[i]](const PreparedResult& result) {
                                      if (self->m_done) {
                                          self->answered(i, broker, result);
                                      }
                                  });
    }
}

void VersionsJob::answered(std::size_t index, const BrokerInfo& broker, const PreparedResult& result) {
    auto versions = std::make_shared<BrokerVersions>();
    versions->errorCode = kNotAnswered;
    if (!result) {
        versions->failure = result.error().error;
    } else if (*result == nullptr) {
        versions->failure = Error{MessageId::Other, {"ApiVersions was not asked"}, std::nullopt, {}};
    } else {
        *versions = **result;
    }
    // The connection may be older than the knowledge of whom it leads to.
    versions->brokerId = broker.id;
    versions->endpoint = broker.endpoint;
    m_versions[index] = std::move(versions);
    if (--m_left == 0) {
        finish(std::move(m_versions));
    }
}

void VersionsJob::finish(Result<AllVersions> result) {
    if (!m_done) {
        return;
    }
    const auto self = shared_from_this();
    const Done done = std::exchange(m_done, nullptr);
    m_session.finished(self);
    done(std::move(result));
}

}  // namespace brokerscope
