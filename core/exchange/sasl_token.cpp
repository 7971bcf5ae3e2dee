#include "core/exchange/sasl_token.h"

#include "core/base/utf8.h"
#include "core/exchange/frame_facts.h"
#include "core/schema/field_meaning.h"
#include "core/schema/schema_loader.h"
#include "core/value/value_tree.h"

namespace brokerscope {
namespace {

constexpr std::string_view kDefinition = R"({
  "type": "data", "name": "SaslToken", "validVersions": "0", "flexibleVersions": "none",
  "fields": [{ "name": "Token", "type": "bytes", "versions": "0" }]
})";
constexpr std::size_t kClientIdLength = 2;

std::shared_ptr<const MessageLayout> makeLayout() {
    // Our own text, which a test reads: it is always a definition.
    const std::shared_ptr<MessageSpec> spec = loadDefinition(kDefinition, {"SaslToken", {}, {}, false}).value();
    auto meaning = std::make_shared<FieldMeaning>();
    meaning->secrets.emplace_back();
    spec->root.fields.front().meaning = meaning.get();
    spec->meanings = std::move(meaning);
    return MessageLayout::make(spec, 0);
}

}  // namespace

std::shared_ptr<const MessageLayout> saslTokenLayout() {
    static const std::shared_ptr<const MessageLayout> layout = makeLayout();
    return layout;
}

bool readsAsRequest(const SchemaRegistry& registry, ByteView frame) {
    const FrameFacts facts = frameFacts(frame);
    const ApiInfo* api = facts.apiKey ? registry.api(*facts.apiKey) : nullptr;
    if (api == nullptr || !api->request.contains(*facts.apiVersion)) {
        return false;
    }
    const auto headerVersion = registry.requestHeaderVersion(*facts.apiKey, *facts.apiVersion);
    if (!headerVersion || *headerVersion == 0) {
        return headerVersion.has_value();
    }
    if (frame.size() < kFrameHeadBytes + kClientIdLength) {
        return false;
    }
    const auto length = readInteger(FieldType::Int16, frame.data() + kFrameHeadBytes);
    const ByteView rest = frame.subspan(kFrameHeadBytes + kClientIdLength);
    if (length < 0) {
        return length == -1;
    }
    const auto size = static_cast<std::size_t>(length);
    return size <= rest.size() && !firstInvalidUtf8(rest.first(size));
}

}  // namespace brokerscope
