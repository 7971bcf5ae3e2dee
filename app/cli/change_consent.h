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
    std::optional<ByteBuffer> raw;    // these bytes instead: any number of frames
};

// Sees to it that nothing changes the cluster without consent. Looks at the bodies as they will be sent: Metadata that
// creates topics changes something, CreateTopics that only validates does not; bytes that cannot be read may. Asks once
// at most.
class ChangeConsent {
public:
    ChangeConsent(const CommandContext& context, const Workbench& workbench, ChangeQuestion question);

    // 0: may be sent at these versions. 2: refused, by read-only mode too, or the body is no valid one; said on stderr.
    int check(const std::vector<std::int16_t>& versions);

private:
    // A sentence about the change; nothing where there is none.
    Result<std::optional<std::string>> changeAt(std::int16_t version) const;
    std::optional<std::string> rawChange() const;

    const CommandContext& m_context;
    const Workbench& m_workbench;
    ChangeQuestion m_question;
    bool m_given = false;
};

}  // namespace brokerscope
