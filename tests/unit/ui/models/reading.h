#pragma once

#include "ui/models/open_document.h"
#include "ui/models/reading_context.h"
#include "ui/models/value_tree_model.h"

namespace brokerscope::testing {

// The embedded definitions, and limits as they are by default.
inline ReadingContext reading() {
    return {SchemaRegistry::embedded(), {}};
}

// Null for null.
inline std::shared_ptr<OpenDocument> documentOf(std::shared_ptr<const ValueTree> tree) {
    return tree != nullptr ? std::make_shared<OpenDocument>(std::move(tree), reading().document()) : nullptr;
}

// The deepest row whose bytes contain the offset; invalid outside the message.
inline QModelIndex rowAt(const ValueTreeModel& model, std::uint64_t offset) {
    return model.document() != nullptr ? model.indexOf(model.document()->nodeAt(BufferId::Main, offset))
                                       : QModelIndex();
}

}  // namespace brokerscope::testing
