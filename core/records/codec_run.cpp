#include "core/records/codec_run.h"

#include <utility>

namespace brokerscope {

void CodecRun::say(Severity severity, MessageId id, std::vector<std::string> arguments, std::size_t at,
                   std::size_t size) {
    findings.push_back({severity, id, std::move(arguments), {BufferId::Main, at, size}, {}});
}

CodecStep CodecRun::failed(std::string reason, std::size_t at) {
    say(Severity::Error, MessageId::CompressionFailed,
        {std::string(compressionName(type)), std::move(reason), std::to_string(output.size())}, at, input.size() - at);
    return CodecStep::Failed;
}

CodecStep CodecRun::limited() {
    findings.push_back(*output.exceeded());
    findings.back().span = {BufferId::Main, 0, input.size()};
    return CodecStep::Failed;
}

void CodecRun::trailing(std::size_t at) {
    const std::size_t left = input.size() - at;
    say(Severity::Warning, MessageId::CompressionTrailing, {std::to_string(left), std::string(compressionName(type))},
        at, left);
}

}  // namespace brokerscope
