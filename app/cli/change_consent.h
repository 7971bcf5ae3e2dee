#pragma once

#include "app/cli/command_context.h"
#include "app/cli/live_cluster.h"

#include <optional>
#include <string>
#include <vector>

namespace brokerscope {

// What `send` is about to send, as far as it decides whether the cluster is changed.
struct ChangeQuestion {
    std::int16_t apiKey = 0;
    std::string apiName;
    std::optional<std::string> body;  // JSON; absent: the minimal request
    std::optional<ByteBuffer> raw;    // a whole frame instead
};

// Sees to it that nothing changes the cluster without consent. Looks at the bodies as they will be sent: Metadata that
// creates topics changes something, CreateTopics that only validates does not. Asks once at most.
class ChangeConsent {
public:
    ChangeConsent(const CommandContext& context, const Workbench& workbench, ChangeQuestion question);

    // 0: may be sent at these versions. 2: refused, or the body is no valid one; said on stderr.
    int check(const std::vector<std::int16_t>& versions);

private:
    Result<bool> changesAt(std::int16_t version) const;
    bool rawChanges() const;

    const CommandContext& m_context;
    const Workbench& m_workbench;
    ChangeQuestion m_question;
    bool m_given = false;
};

}  // namespace brokerscope
