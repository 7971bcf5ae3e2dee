#pragma once

#include "core/schema/message_layout.h"
#include "core/value/value_draft.h"
#include "ui/models/roles.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// One row of a draft's tree. Rows depend on the definition and on the draft's arrays and nulls, never on the version,
// so that moving the version slider keeps every row: a field that may be tagged at any version stands in the tag
// section.
struct DraftRow {
    RowKind kind = RowKind::Section;
    DraftRow* parent = nullptr;
    std::size_t position = 0;               // among the parent's children
    std::size_t number = 0;                 // what an element is called; follows `position` once a change is complete
    const FieldSpec* field = nullptr;       // of Field and Element rows
    const StructSpec* structure = nullptr;  // whose fields the children of a Section, a structure or its Tags are
    bool isHeader = false;                  // under the header's section
    bool populated = false;
    std::vector<std::unique_ptr<DraftRow>> children;
};

// The rows of a header and a body draft, and the way from a row to its value. Rows are made when they are asked for.
// The drafts must outlive it; whoever changes their arrays or nulls tells it.
class DraftRows {
public:
    DraftRows(ValueDraft& header, ValueDraft& body);

    DraftRow& root() { return m_root; }
    std::vector<std::unique_ptr<DraftRow>>& childrenOf(DraftRow& row);
    std::size_t childCount(DraftRow& row) { return childrenOf(row).size(); }

    // The stored value; null where a structure above it is untouched or null. For reading.
    const DraftValue* value(const DraftRow& row) const;
    // Null: what is shown and sent is null, by hand or by default.
    bool isNull(const DraftRow& row) const;
    // The value of a field or element, with the untouched structures above it made. Null below a null structure.
    DraftValue* materialized(DraftRow& row);
    // The structure that a section, structure row or tag section stands for; made where `make`, else null while
    // untouched.
    DraftStruct* structureOf(const DraftRow& row, bool make);
    const DraftStruct* structureOf(const DraftRow& row) const;
    const DraftTag* unknownTag(const DraftRow& row) const;
    DraftTag* unknownTag(DraftRow& row);
    const MessageSpec& message(const DraftRow& row) const;

    // Element rows of an array: changes the draft and the rows together. `row` is an array's row.
    void insertElements(DraftRow& row, std::size_t at, std::vector<DraftValue> values);
    void removeElements(DraftRow& row, std::size_t at, std::size_t count);
    void moveElement(DraftRow& row, std::size_t from, std::size_t to);    // `to` is the final position
    std::size_t positionForTag(DraftRow& tags, std::uint32_t tag) const;  // among the row's children
    void insertUnknownTag(DraftRow& tags, DraftTag tag);                  // keeps tags ascending
    void removeUnknownTag(DraftRow& tags, std::size_t position);          // among the row's children
    // After the value behind a row was replaced by one of another shape.
    void forgetChildren(DraftRow& row);

    // topics[0].name; header fields begin with "header.", unknown tags end in _unknownTags[9].
    std::string path(const DraftRow& row) const;
    DraftRow* find(std::string_view path);

    // The value that a new element of the array has.
    static DraftValue newElement(const FieldSpec& array);

private:
    void populate(DraftRow& row);
    void populateStruct(DraftRow& row, const StructSpec& structure);
    void populateTags(DraftRow& row);
    const DraftTag* findTag(const DraftRow& row) const;
    DraftRow* childNamed(DraftRow& row, std::string_view name);
    DraftRow* childNumbered(DraftRow& row, std::size_t number);
    DraftRow& add(DraftRow& parent, RowKind kind, const FieldSpec* field, const StructSpec* structure);
    static void renumber(DraftRow& row, std::size_t from);

    ValueDraft& m_header;
    ValueDraft& m_body;
    DraftRow m_root;
};

// A row that stands for one structure: not an array of them.
bool isStructure(const DraftRow& row);
bool isArray(const DraftRow& row);

}  // namespace brokerscope
