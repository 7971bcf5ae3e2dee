#include "ui/pages/request_draft.h"

#include "core/codec/encoder.h"
#include "core/value/json_reader.h"
#include "ui/models/pool_work.h"

#include <algorithm>

namespace brokerscope {
namespace {

// What the form fills in by itself stays so where it says what it would say anyway; each sending has a correlation id
// of its own.
void leaveToTheForm(ValueDraft& header, const MessageLayout& body) {
    const auto leave = [&header](std::string_view name, std::optional<std::int64_t> automatic) {
        const FieldSpec* field = header.spec->root.find(name);
        if (field == nullptr) {
            return;
        }
        DraftValue& value = header.root.fields[field->index];
        const auto* number = std::get_if<std::int64_t>(&value);
        if (number != nullptr && *number == automatic.value_or(*number)) {
            value = std::monostate{};
        }
    };
    leave("requestApiKey", body.spec->apiKey.value_or(-1));
    leave("requestApiVersion", body.version);
    leave("correlationId", std::nullopt);
}

}  // namespace

Result<ValueDraft> startingDraft(const Workbench& workbench, const SchemaRegistry& registry, int apiKey, int version) {
    const auto layout = registry.request(apiKey, version);
    if (!layout) {
        return tl::unexpected(layout.error());
    }
    const auto json = workbench.minimalBody(apiKey, version);
    if (json) {
        auto read = draftFromJson((*layout)->spec, *json);
        if (read) {
            return std::move(read->draft);
        }
    }
    return ValueDraft::fromDefaults((*layout)->spec);
}

Result<DraftPair> draftsOfFrame(const SchemaRegistry& registry, const std::shared_ptr<const ValueTree>& frame) {
    auto draft = frameDraftFromTree(*frame);
    if (!draft || draft->size) {
        return failure(MessageId::InvalidValue, {"frame", "bytes", "what a form can say"});
    }
    const auto& layouts = frame->layouts;
    const MessageLayout& body = *layouts.back();
    const auto known = registry.request(body.spec->apiKey.value_or(-1), body.version);
    if (!known) {
        return tl::unexpected(known.error());
    }
    const auto again = encodeFrame(layouts[layouts.size() - 2], draft->header, layouts.back(), draft->body);
    if (*again->bytes != *frame->bytes) {
        return failure(MessageId::InvalidValue, {"frame", "bytes", "what a form can say"});
    }
    leaveToTheForm(draft->header, body);
    return DraftPair{std::move(draft->header), std::move(draft->body)};
}

QFuture<OpenedRequest> openRequest(const ReadingContext& context, std::shared_ptr<const Exchange> exchange) {
    return onPool([context = context.frozen(), exchange = std::move(exchange)] {
        OpenedRequest opened{requestTree(context.registry(), *exchange, {}, context.limits()), nullptr};
        if (auto drafts = draftsOfFrame(context.registry(), opened.tree)) {
            opened.drafts = std::make_shared<DraftPair>(std::move(*drafts));
        }
        return opened;
    });
}

int startingVersion(const SchemaRegistry& registry, const BrokerVersions* versions, int apiKey) {
    if (versions) {
        const ApiUsability api = apiUsability(registry, *versions, apiKey);
        if (api.highest >= 0) {
            return api.highest;
        }
    }
    const ApiInfo* info = registry.api(apiKey);
    if (!info) {
        return 0;
    }
    return info->latestStable >= 0 ? info->latestStable : std::max<int>(info->request.max, 0);
}

}  // namespace brokerscope
