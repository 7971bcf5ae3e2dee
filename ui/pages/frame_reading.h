#pragma once

#include "core/value/value_tree.h"
#include "ui/models/draft_model.h"
#include "ui/pages/request_draft.h"

#include <QString>

#include <memory>
#include <optional>

namespace brokerscope {

// What edited bytes say as a form, and what the form would not keep of them.
struct FrameReading {
    std::optional<DraftPair> drafts;  // nothing: no form can say any of it
    int apiKey = -1;
    int version = -1;
    QString loss;  // a sentence; empty: the drafts give the very same bytes
};

// Header fields that say what `form` fills in by itself are left to it. What was written otherwise than its value says
// is kept by overrides.
FrameReading readFrame(const SchemaRegistry& registry, const std::shared_ptr<const ValueTree>& frame,
                       const DraftModel& form);

}  // namespace brokerscope
