#include "app/cli/message_encoding.h"

#include "core/codec/encoder.h"
#include "core/schema/definition_choice.h"
#include "core/value/json_reader.h"

#include <algorithm>

namespace brokerscope {
namespace {

struct Part {
    std::shared_ptr<const MessageLayout> layout;
    ValueDraft draft;
};

Result<Part> readPart(std::shared_ptr<const MessageLayout> layout, std::string_view json, const Limits& limits,
                      std::vector<Diagnostic>& diagnostics) {
    if (json.empty()) {
        ValueDraft draft = ValueDraft::fromDefaults(layout->spec);
        return Part{std::move(layout), std::move(draft)};
    }
    auto read = draftFromJson(layout->spec, json, limits);
    if (!read) {
        return tl::unexpected<Error>(read.error());
    }
    std::move(read->diagnostics.begin(), read->diagnostics.end(), std::back_inserter(diagnostics));
    return Part{std::move(layout), std::move(read->draft)};
}

void fillIn(DraftStruct& header, std::string_view field, DraftValue value) {
    const FieldSpec* spec = header.spec->find(field);
    if (spec == nullptr) {
        return;
    }
    DraftValue& place = header.fields[spec->index];
    if (std::holds_alternative<std::monostate>(place)) {
        place = std::move(value);
    }
}

Result<Part> readHeader(const SchemaRegistry& registry, const SchemaChoice& choice, const Limits& limits,
                        const MessageLayout& body, const EncodeOrder& order, std::vector<Diagnostic>& diagnostics) {
    const auto version = headerVersionOf(registry, choice, body);
    if (!version) {
        return tl::unexpected<Error>(version.error());
    }
    if (*version < 0) {
        return failure(MessageId::InvalidValue, {"frame", body.spec->name, "a request or a response"});
    }
    const bool isRequest = body.spec->type == MessageType::Request;
    const auto layout = isRequest ? registry.requestHeader(*version) : registry.responseHeader(*version);
    if (!layout) {
        return tl::unexpected<Error>(layout.error());
    }
    auto header = readPart(*layout, order.header, limits, diagnostics);
    if (!header) {
        Error error = header.error();
        error.path = error.path.empty() ? "header" : "header." + error.path;
        return tl::unexpected<Error>(std::move(error));
    }
    if (isRequest) {
        fillIn(header->draft.root, "requestApiKey", std::int64_t{*body.spec->apiKey});
        fillIn(header->draft.root, "requestApiVersion", std::int64_t{body.version});
        if (order.clientId) {
            fillIn(header->draft.root, "clientId", DraftText{*order.clientId});
        }
    }
    return header;
}

void addProblems(std::vector<Diagnostic>& diagnostics, const Part& part, const std::string& prefix) {
    for (Diagnostic& problem : validateDraft(*part.layout, part.draft)) {
        problem.path = prefix + problem.path;
        diagnostics.push_back(std::move(problem));
    }
}

}  // namespace

const Diagnostic* EncodedMessage::firstError() const {
    const auto found = std::find_if(diagnostics.begin(), diagnostics.end(),
                                    [](const Diagnostic& d) { return d.severity == Severity::Error; });
    return found != diagnostics.end() ? &*found : nullptr;
}

Result<EncodedMessage> encodeOrder(const SchemaRegistry& registry, const SchemaChoice& choice, const Limits& limits,
                                   const EncodeOrder& order) {
    auto layout = registry.layout(order.name, order.version, choice);
    if (!layout) {
        return tl::unexpected<Error>(layout.error());
    }
    EncodedMessage encoded;
    auto body = readPart(*layout, order.body, limits, encoded.diagnostics);
    if (!body) {
        return tl::unexpected<Error>(body.error());
    }
    if (!order.frame) {
        addProblems(encoded.diagnostics, *body, {});
        encoded.tree = encodeMessage(body->layout, body->draft);
        return encoded;
    }
    auto header = readHeader(registry, choice, limits, *body->layout, order, encoded.diagnostics);
    if (!header) {
        return tl::unexpected<Error>(header.error());
    }
    addProblems(encoded.diagnostics, *header, "header.");
    addProblems(encoded.diagnostics, *body, {});
    encoded.tree = encodeFrame(header->layout, header->draft, body->layout, body->draft, order.size);
    return encoded;
}

}  // namespace brokerscope
