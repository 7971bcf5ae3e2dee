#include "core/exchange/request_frame.h"

#include "core/codec/encoder.h"
#include "core/value/draft_rebind.h"

#include <algorithm>
#include <cassert>

namespace brokerscope {
namespace {

bool isUntouched(const DraftStruct& structure, std::string_view name) {
    const FieldSpec* field = structure.spec->find(name);
    return field != nullptr && std::holds_alternative<std::monostate>(structure.fields[field->index]);
}

// Whether what stands in the place of the correlation id was given, or may be something else.
bool isCorrelationIdGiven(const DraftStruct& header) {
    const FieldSpec* field = header.spec->find("CorrelationId");
    return !isUntouched(header, "CorrelationId") ||
           std::ranges::any_of(header.overrides, [field](const auto& given) { return given.first <= field->index; });
}

void fillIn(DraftStruct& header, std::string_view name, DraftValue value) {
    if (isUntouched(header, name)) {
        setField(header, name, std::move(value));
    }
}

}  // namespace

void setField(DraftStruct& structure, std::string_view name, DraftValue value) {
    const FieldSpec* field = structure.spec->find(name);
    assert(field != nullptr);
    if (field != nullptr) {
        structure.fields[field->index] = std::move(value);
    }
}

Result<RequestFrame> makeRequestFrame(const SchemaRegistry& registry, const RequestParts& parts,
                                      const SchemaChoice& choice) {
    const auto bodyLayout = registry.request(parts.apiKey, parts.version, choice);
    if (!bodyLayout) {
        return tl::unexpected(bodyLayout.error());
    }
    const auto headerVersion = registry.requestHeaderVersion(parts.apiKey, parts.version, choice);
    if (!headerVersion) {
        return tl::unexpected(headerVersion.error());
    }
    const auto headerLayout = registry.requestHeader(*headerVersion);
    if (!headerLayout) {
        return tl::unexpected(headerLayout.error());
    }
    ValueDraft header = parts.header != nullptr ? rebindDraft(*parts.header, (*headerLayout)->spec)
                                                : ValueDraft::fromDefaults((*headerLayout)->spec);
    RequestFrame frame;
    frame.correlationIdGiven = isCorrelationIdGiven(header.root);
    fillIn(header.root, "RequestApiKey", std::int64_t{parts.apiKey});
    fillIn(header.root, "RequestApiVersion", std::int64_t{parts.saidVersion.value_or(parts.version)});
    if (header.root.spec->find("ClientId") != nullptr) {
        fillIn(header.root, "ClientId", DraftText{parts.clientId});
    }
    const ValueDraft body = parts.body != nullptr ? rebindDraft(*parts.body, (*bodyLayout)->spec)
                                                  : ValueDraft::fromDefaults((*bodyLayout)->spec);
    frame.bytes = encodeFrame(*headerLayout, header, *bodyLayout, body)->bytes;
    return frame;
}

}  // namespace brokerscope
