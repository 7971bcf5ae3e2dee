#pragma once

#include "core/capture/recording_selection.h"
#include "core/workbench/exchange_comparison.h"
#include "core/workbench/replay_identities.h"
#include "core/workbench/send_request.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace brokerscope {

class Workbench;

struct ReplayOptions {
    bool verbatim = false;   // the recorded bytes; else ids that the recorded cluster made up are mapped
    bool mayChange = false;  // requests that may change the cluster are allowed; else each of them is not sent
    bool mask = true;        // secrets in differences
    RequestTarget target;
    std::function<bool()> isCancelled;  // asked every few ms while an answer is waited for: true ends the replay
};

// What became of one recorded request.
struct ReplayOutcome {
    CapturedExchange recorded;
    std::optional<SendResult> sent;  // nothing: it was not sent, or nothing came of that
    std::string notSent;             // why; empty: it was
    std::optional<Error> error;      // why sending failed, where it did
    std::vector<ReplacedValue> replaced;
    ExchangeDifferences differences;  // of the answers

    bool isSame() const { return sent && !differences.areReal(); }
};

// A request that may change the cluster.
struct ReplayChange {
    std::uint64_t number = 0;  // of the exchange in its recording
    std::string sentence;      // "CreateTopics changes the cluster (…)"
};

// Sends the requests of a recording to the workbench's cluster, one after another in the order in which they were sent,
// each when the one before it was answered, and compares the answers. Requests are routed as Workbench::send does.
// Mapped ones get a correlation id of the connection and keep everything else; what cannot be said by fields (wrong
// sizes, cut off bytes) goes out as it was. Not sent: requests whose secrets are masked in the recording, and raw SASL
// tokens, which belong to another login. Made and used in one thread, which waits in next(). The selection and the
// workbench outlive it.
class RecordingReplay {
public:
    // The selection must keep what it has of secrets, else requests with some are not sent.
    RecordingReplay(Workbench& workbench, const RecordingSelection& selection, const SchemaRegistry& registry,
                    ReplayOptions options);

    // What would change the cluster.
    std::vector<ReplayChange> changes() const;
    // The next request that is concluded; nothing: all were, or the replay was ended.
    std::optional<ReplayOutcome> next();

private:
    ReplayOutcome replay(std::size_t position);
    std::string whyNotSent(const Exchange& exchange, const RecordedPlace& place) const;
    SendRequest requestOf(const Exchange& exchange, std::vector<ReplacedValue>& replaced);
    void send(SendRequest request, ReplayOutcome& outcome);
    void compare(ReplayOutcome& outcome);
    std::optional<Uuid> topicNow(const Uuid& recorded);
    std::optional<Uuid> askedTopic(const std::string& name);
    std::optional<Result<SendResult>> wait(SendRequest request);
    bool isCancelled() const { return m_options.isCancelled && m_options.isCancelled(); }

    Workbench& m_workbench;
    const RecordingSelection& m_selection;
    const SchemaRegistry& m_registry;
    ReplayOptions m_options;
    ReplayIdentities m_identities;
    std::vector<std::size_t> m_order;  // positions in the selection, by the time of the request
    std::size_t m_next = 0;
    std::uint32_t m_run = 0;  // of the request that is being replayed
};

}  // namespace brokerscope
