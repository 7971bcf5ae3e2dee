#pragma once

#include "ui/models/draft_document.h"
#include "ui/models/draft_model.h"
#include "ui/models/draft_rows.h"

#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace brokerscope {

// What a DraftModel holds. Internal to it; split off because its rows, edits and roles are in files of their own.
struct DraftModel::State {
    struct Snapshot {
        ValueDraft header;
        ValueDraft body;
        std::optional<int> version;  // where the step is one to another version as well
    };

    explicit State(FieldTexts fieldTexts) : texts(std::move(fieldTexts)) {}
    Snapshot now(bool withVersion) const;

    FieldTexts texts;
    EntityOffers offers;
    QString clientId;
    std::int32_t correlationId = 0;
    std::unique_ptr<DraftDocument> document;
    std::unique_ptr<DraftRows> rows;
    std::deque<Snapshot> undo;
    std::vector<Snapshot> redo;
    const DraftRow* typedIn = nullptr;  // typing on in one row is one undo step
};

}  // namespace brokerscope
