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
        std::size_t bytes = 0;       // that it holds, about
    };

    explicit State(FieldTexts fieldTexts) : texts(std::move(fieldTexts)) {}
    Snapshot now(bool withVersion) const;
    // As the newest step to go back; the oldest ones give way where they are many, or hold much together.
    void keep(Snapshot step);

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
