#pragma once

#include "core/workbench/workbench.h"
#include "ui/models/reading_context.h"

#include <QFuture>

#include <memory>

namespace brokerscope {

// Where the drafts of the Compose page come from. The registry must be the one that the workbench uses.

// The minimal request of an API at a version, with the definition's defaults where no minimal one is known.
// Errors: UnknownApiKey, NoVersions, UnknownVersion.
Result<ValueDraft> startingDraft(const Workbench& workbench, const SchemaRegistry& registry, int apiKey, int version);

// Header and body of a frame that was sent, to be edited again; the correlation id is left to the form. Errors:
// UnknownApiKey, NoVersions, UnknownVersion as its definition lacks it; InvalidValue where drafts do not give exactly
// its bytes again.
struct DraftPair {
    ValueDraft header;
    ValueDraft body;
};
Result<DraftPair> draftsOfFrame(const SchemaRegistry& registry, const std::shared_ptr<const ValueTree>& frame);

// The request of an exchange, opened again: its tree, and its drafts; null where only bytes say it.
struct OpenedRequest {
    std::shared_ptr<const ValueTree> tree;
    std::shared_ptr<DraftPair> drafts;
};
// Decodes and tries the drafts on a thread of the pool. The exchange must have a request; the registry must outlive the
// work: until the pool has been waited for.
QFuture<OpenedRequest> openRequest(const ReadingContext& context, std::shared_ptr<const Exchange> exchange);

// The version to begin with: the newest stable one that both sides know, else the newest stable one of ours.
int startingVersion(const SchemaRegistry& registry, const BrokerVersions* versions, int apiKey);

}  // namespace brokerscope
