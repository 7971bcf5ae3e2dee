#pragma once

#include "core/cluster/lookup_flow.h"
#include "core/exchange/request_frame.h"
#include "core/value/json_reader.h"
#include "core/workbench/job.h"
#include "core/workbench/send_request.h"
#include "core/workbench/workbench_session.h"

#include <functional>
#include <memory>
#include <optional>

namespace brokerscope {

// Sends one request: finds the broker, chooses the version, encodes, sends, waits. Steps that the request does not need
// are left out, so that a raw frame to an address is the first thing on its connection.
class SendJob : public Job, public std::enable_shared_from_this<SendJob> {
public:
    using Done = std::function<void(Result<SendResult>)>;

    SendJob(WorkbenchSession& session, SendRequest request, Done done);

    // `done` is called once, later.
    void run();
    void cancel() override;

private:
    void findGuide();
    void guidePrepared(const PreparedResult& result);
    Result<void> encode(const BrokerVersions* versions);
    Result<void> encodeRaw();
    Result<std::int16_t> chooseVersion(const BrokerVersions* versions) const;
    std::int16_t layoutVersionOf(std::int16_t version) const;
    Result<DraftWithRemarks> makeBody(const MessageLayout& layout, const BrokerVersions* versions) const;
    Result<void> refuseChange() const;
    bool mayMakeTopics() const;
    void noteVersion(const BrokerVersions* versions);
    void lookUp();
    void targetFound(const ResolvedTarget& target);
    void targetPrepared(const PreparedResult& result);
    void sendFrame();
    void answered(const AnsweredResult& result);
    void fail(const Error& error);
    void finish(Result<SendResult> result);
    bool needsCluster() const;
    bool isRouted() const;

    WorkbenchSession& m_session;
    SendRequest m_request;
    Done m_done;  // empty once called
    std::int64_t m_deadlineNs = 0;
    std::int64_t m_lookUpUntilNs = 0;
    std::int64_t m_timeoutMs = 0;
    Endpoint m_home;
    std::int16_t m_version = -1;
    RequestFrame m_frame;
    std::vector<Diagnostic> m_remarks;
    std::shared_ptr<const ValueTree> m_tree;  // over m_frame
    ResolvedTarget m_target;
    quint64 m_token = 0;  // 0: not handed to the pool
};

}  // namespace brokerscope
