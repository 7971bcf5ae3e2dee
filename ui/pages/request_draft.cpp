#include "ui/pages/request_draft.h"

#include "core/codec/encoder.h"
#include "core/value/json_reader.h"

#include <algorithm>

namespace brokerscope {

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
    if (frame->hasErrors() || frame->unread > 0 || frame->layouts.size() < 2) {
        return failure(MessageId::InvalidValue, {"frame", "bytes", "what a form can say"});
    }
    const MessageLayout& body = *frame->layouts.back();
    const auto known = registry.request(body.spec->apiKey.value_or(-1), body.version);
    if (!known) {
        return tl::unexpected(known.error());
    }
    DraftPair drafts{ValueDraft::fromDefaults(frame->layouts.front()->spec), draftFromTree(*frame)};
    const FieldSpec* clientId = drafts.header.spec->root.find("clientId");
    const auto node = NodeRef::root(frame).find("header.clientId");
    if (clientId && node) {
        DraftValue& value = drafts.header.root.fields[clientId->index];
        if (node->isNull()) {
            value = DraftNull{};
        } else {
            value = DraftText{node->text()};
        }
    }
    return drafts;
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
