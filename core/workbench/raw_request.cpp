#include "core/workbench/raw_request.h"

#include "core/codec/decoder.h"
#include "core/exchange/close_cause.h"
#include "core/topology/node_values.h"
#include "core/workbench/mutation.h"

#include <fmt/format.h>

namespace brokerscope {
namespace {

constexpr std::size_t kPrefix = 4;

std::string subjectOf(const SchemaRegistry& registry, const FrameFacts& facts) {
    const ApiInfo* api = registry.api(*facts.apiKey);
    return api != nullptr ? api->name : fmt::format("API {}", *facts.apiKey);
}

std::optional<RawChange> changeByFrame(const SchemaRegistry& registry, const ByteBuffer& frame, std::size_t at,
                                       const SchemaChoice& choice, const Limits& limits) {
    const FrameFacts facts = frameFacts(frame);
    if (!facts.apiKey) {
        return RawChange{fmt::format("what begins at byte {} (no request header)", at), {}};
    }
    const NodeRef body =
        bodyOf(decodeRequestFrame(registry, std::make_shared<const ByteBuffer>(frame), choice, limits));
    const auto what = changesOf(registry, *facts.apiKey, *facts.apiVersion, body);
    if (!what) {
        return std::nullopt;
    }
    if (!body.isValid() || body.tree().hasErrors()) {
        return RawChange{
            fmt::format("the request at byte {} ({} v{})", at, subjectOf(registry, facts), *facts.apiVersion), {}};
    }
    return RawChange{subjectOf(registry, facts), *what};
}

}  // namespace

std::string RawChange::sentence() const {
    return what.empty() ? subject + " cannot be read here and may change the cluster" : changeSentence(subject, what);
}

std::vector<ByteBuffer> splitRequests(ByteView bytes) {
    std::vector<ByteBuffer> pieces;
    do {
        const std::int32_t size = frameFacts(bytes).sizePrefix.value_or(-1);
        const bool isWhole = size >= 0 && bytes.size() - kPrefix >= static_cast<std::size_t>(size);
        const std::size_t length = isWhole ? kPrefix + static_cast<std::size_t>(size) : bytes.size();
        pieces.emplace_back(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length));
        bytes = bytes.subspan(length);
    } while (!bytes.empty());
    return pieces;
}

std::optional<RawChange> changeByRawBytes(const SchemaRegistry& registry, ByteView bytes, const SchemaChoice& choice,
                                          const Limits& limits) {
    std::size_t at = 0;
    for (const ByteBuffer& frame : splitRequests(bytes)) {
        if (auto change = changeByFrame(registry, frame, at, choice, limits)) {
            return change;
        }
        at += frame.size();
    }
    return std::nullopt;
}

}  // namespace brokerscope
