#pragma once

#include "app/cli/exchange_output.h"
#include "app/cli/record_set_output.h"
#include "core/capture/captured_exchange.h"
#include "core/document/group_facts.h"

#include <cstdint>
#include <string>

namespace brokerscope {

// An exchange out of a capture with its messages, which are decoded when first asked for and once. Borrows both.
class CapturedMessages {
public:
    CapturedMessages(const CommandContext& context, const CapturedExchange& captured)
        : m_context(context), m_captured(captured) {}

    const CommandContext& context() const { return m_context; }
    const CapturedExchange& captured() const { return m_captured; }
    ShownExchange shown() const;  // decodes both

    const std::shared_ptr<const ValueTree>& request() const;
    const std::shared_ptr<const ValueTree>& response() const;

private:
    const CommandContext& m_context;
    const CapturedExchange& m_captured;
    mutable std::optional<std::shared_ptr<const ValueTree>> m_request;
    mutable std::optional<std::shared_ptr<const ValueTree>> m_response;
};

// "10.0.0.1:40000-10.0.0.2:9092"
std::string connectionName(const Endpoint& client, const Endpoint& broker);
// "2023-11-14T22:13:20.001234567Z": of the first packet of the exchange; empty: not known.
std::string captureTime(const Exchange& exchange);
std::string captureTime(std::int64_t timeNs);

// The keys of `capture` for one exchange: "connection" to "timing". False, here and below, where what lies within its
// messages is malformed: records, structures within bytes fields.
bool addCapturedJson(JsonObject& object, const CapturedMessages& messages);
// One exchange as the JSON object of `capture`, on one line.
bool printCapturedJson(const CapturedMessages& messages);
// A remark on a connection as an object of the same list, for scripts that must not miss what could not be read.
std::string captureRemarkJson(const CaptureDiagnostic& remark);
// The same as a line for people: "frame 12, 10.0.0.1:40000-10.0.0.2:9092, from the broker: warning at byte 40: …";
// about bytes of the file itself: "frame 12, error at byte 4711: …".
std::string captureRemarkLine(const CaptureDiagnostic& remark);

// One exchange for people: a heading and what was odd.
bool printCaptured(const CapturedMessages& messages);
// The same with the trees of its messages and their records, with what was learnt of `groups` from those printed
// before; these tell more.
bool printCaptured(const CapturedMessages& messages, GroupFacts& groups, RecordSetOutput& sets);
// Whether its API has a group in its request or response.
bool speaksOfGroup(const CommandContext& context, const CapturedExchange& captured);
// What printing it with trees would tell of groups.
void learnGroups(const CapturedMessages& messages, GroupFacts& groups);

// Whether the exchange holds an error: an error code, bytes of request or answer that could not be decoded.
bool hasDataError(const CapturedExchange& captured);
// Whether bytes could not be read: malformed, or lost. The same on either side of a connection.
bool isLoss(const CaptureDiagnostic& remark);

}  // namespace brokerscope
