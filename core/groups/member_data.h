#pragma once

#include "core/base/diagnostic.h"
#include "core/document/nested_opener.h"
#include "core/groups/member_saying.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// What a classic member's bytes say, as far as timelines need it.
struct MemberSubscription {
    std::vector<std::string> topics;    // ascending, each once
    SharedAssignment owned;             // from v1; null: the version does not tell
    std::int32_t generation = -1;       // from v2, or the cooperative-sticky assignor's user data
    std::optional<std::string> rackId;  // from v3
    std::string says;                   // of other protocol types: "connect http://…:8083/, offset 454"; else empty
    std::vector<Diagnostic> remarks;    // bytes of a newer version, faults; spans count from the first given byte
    std::uint64_t size = 0;
    bool isRead = false;  // false: opaque bytes, shown raw with their size; what stands before a fault is here
};
struct MemberAssignment {
    SharedAssignment assigned;  // never null where isRead; connectors and tasks for Connect, -1 the connector itself
    std::string says;
    std::vector<Diagnostic> remarks;
    std::uint64_t size = 0;
    bool isRead = false;
};

// Opens subscription and assignment bytes of classic members. What they are is decided by protocol type and protocol
// name with the selectors of the overlays (NestedOpener), never by the bytes: "consumer", "connect", "sr" (JSON). The
// broker stores any bytes, so any may be here: what is not known stays raw, and one member's fault is its own. Of an
// unknown protocol type, a JSON object or array is said as one. Empty bytes are no topics and no partitions, no fault.
// Borrows the opener. Thread safe.
class MemberData {
public:
    explicit MemberData(const NestedOpener& opener) : m_opener(opener) {}

    MemberSubscription subscription(std::string_view protocolType, std::string_view protocol, ByteView bytes) const;
    MemberAssignment assignment(std::string_view protocolType, std::string_view protocol, ByteView bytes) const;

private:
    const NestedOpener& m_opener;
};

// Why the bytes were not read, with their size: "subscription, 6 bytes: … at byte 2". Empty where they were.
std::string unreadText(const MemberSubscription& subscription);
std::string unreadText(const MemberAssignment& assignment);

// Puts what the bytes say into a status: topics, rack, assignment, and why something stayed raw.
void putData(MemberStatus& status, const MemberSubscription& subscription, const MemberAssignment& assignment);

}  // namespace brokerscope
