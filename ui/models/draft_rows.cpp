#include "ui/models/draft_rows.h"

#include <algorithm>
#include <charconv>

namespace brokerscope {
namespace {

template <typename T>
T* held(DraftValue* value) {
    auto* pointer = value != nullptr ? std::get_if<std::unique_ptr<T>>(value) : nullptr;
    return pointer != nullptr ? pointer->get() : nullptr;
}

bool isTaggedSomewhere(const FieldSpec& field) {
    return !field.taggedVersions.isEmpty();
}

std::size_t taggedFieldCount(const StructSpec& structure) {
    return static_cast<std::size_t>(std::ranges::count_if(structure.fields, isTaggedSomewhere));
}

// Takes "[12]" from the front of a path.
std::optional<std::size_t> takeIndex(std::string_view& path) {
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(path.data() + 1, path.data() + path.size(), index);
    if (error != std::errc() || end == path.data() + path.size() || *end != ']') {
        return std::nullopt;
    }
    path.remove_prefix(static_cast<std::size_t>(end - path.data()) + 1);
    return index;
}

}  // namespace

bool isArray(const DraftRow& row) {
    return row.kind == RowKind::Field && row.field->isArray;
}

bool isStructure(const DraftRow& row) {
    return row.kind == RowKind::Section ||
           ((row.kind == RowKind::Element || (row.kind == RowKind::Field && !row.field->isArray)) &&
            row.field->type == FieldType::Struct);
}

DraftRows::DraftRows(ValueDraft& header, ValueDraft& body) : m_header(header), m_body(body) {
    m_root.populated = true;
    add(m_root, RowKind::Section, nullptr, &m_header.spec->root).isHeader = true;
    add(m_root, RowKind::Section, nullptr, &m_body.spec->root);
}

DraftRow& DraftRows::add(DraftRow& parent, RowKind kind, const FieldSpec* field, const StructSpec* structure) {
    auto row = std::make_unique<DraftRow>();
    row->kind = kind;
    row->parent = &parent;
    row->position = parent.children.size();
    row->number = row->position;
    row->field = field;
    row->structure = structure;
    row->isHeader = parent.isHeader;
    parent.children.push_back(std::move(row));
    return *parent.children.back();
}

const MessageSpec& DraftRows::message(const DraftRow& row) const {
    return row.isHeader ? *m_header.spec : *m_body.spec;
}

std::vector<std::unique_ptr<DraftRow>>& DraftRows::childrenOf(DraftRow& row) {
    if (!row.populated) {
        row.populated = true;
        populate(row);
    }
    return row.children;
}

void DraftRows::populate(DraftRow& row) {
    if (row.kind == RowKind::Tags) {
        populateTags(row);
    } else if (isArray(row)) {
        const DraftArray* array = held<DraftArray>(const_cast<DraftValue*>(value(row)));
        for (std::size_t i = 0; array != nullptr && i < array->elements.size(); ++i) {
            add(row, RowKind::Element, row.field, row.field->structure);
        }
    } else if (isStructure(row) && !isNull(row)) {
        populateStruct(row, *row.structure);
    }
}

void DraftRows::populateStruct(DraftRow& row, const StructSpec& structure) {
    for (const FieldSpec& field : structure.fields) {
        if (!isTaggedSomewhere(field)) {
            add(row, RowKind::Field, &field, field.structure);
        }
    }
    if (!message(row).flexibleVersions.isEmpty()) {
        add(row, RowKind::Tags, nullptr, &structure);
    }
}

void DraftRows::populateTags(DraftRow& row) {
    for (const FieldSpec& field : row.structure->fields) {
        if (isTaggedSomewhere(field)) {
            add(row, RowKind::Field, &field, field.structure);
        }
    }
    const DraftStruct* structure = structureOf(row, false);
    for (std::size_t i = 0; structure != nullptr && i < structure->unknownTags.size(); ++i) {
        add(row, RowKind::UnknownTag, nullptr, nullptr);
    }
}

DraftStruct* DraftRows::structureOf(const DraftRow& row, bool make) {
    if (row.kind == RowKind::Section) {
        return row.isHeader ? &m_header.root : &m_body.root;
    }
    if (row.kind == RowKind::Tags) {
        return structureOf(*row.parent, make);
    }
    DraftValue* stored = make ? materialized(const_cast<DraftRow&>(row)) : const_cast<DraftValue*>(value(row));
    if (make && stored != nullptr && std::holds_alternative<std::monostate>(*stored) && !isNull(row)) {
        *stored = std::make_unique<DraftStruct>(makeStruct(*row.structure));
    }
    return held<DraftStruct>(stored);
}

const DraftStruct* DraftRows::structureOf(const DraftRow& row) const {
    return const_cast<DraftRows*>(this)->structureOf(row, false);
}

const DraftValue* DraftRows::value(const DraftRow& row) const {
    auto& self = const_cast<DraftRows&>(*this);
    if (row.kind == RowKind::Element) {
        DraftArray* array = held<DraftArray>(const_cast<DraftValue*>(value(*row.parent)));
        return array != nullptr && row.position < array->elements.size() ? &array->elements[row.position] : nullptr;
    }
    if (row.kind != RowKind::Field) {
        return nullptr;
    }
    const DraftStruct* structure = self.structureOf(*row.parent, false);
    return structure != nullptr ? &structure->fields[row.field->index] : nullptr;
}

DraftValue* DraftRows::materialized(DraftRow& row) {
    if (row.kind == RowKind::Field) {
        DraftStruct* structure = structureOf(*row.parent, true);
        return structure != nullptr ? &structure->fields[row.field->index] : nullptr;
    }
    return const_cast<DraftValue*>(value(row));
}

bool DraftRows::isNull(const DraftRow& row) const {
    if (row.kind != RowKind::Field && row.kind != RowKind::Element) {
        return false;
    }
    const DraftValue* stored = value(row);
    if (stored != nullptr && !std::holds_alternative<std::monostate>(*stored)) {
        return std::holds_alternative<DraftNull>(*stored);
    }
    return row.kind == RowKind::Field && std::holds_alternative<DraftNull>(defaultValue(*row.field));
}

const DraftTag* DraftRows::findTag(const DraftRow& row) const {
    const DraftStruct* structure = row.kind == RowKind::UnknownTag ? structureOf(*row.parent) : nullptr;
    if (structure == nullptr) {
        return nullptr;
    }
    const std::size_t at = row.position - taggedFieldCount(*row.parent->structure);
    return at < structure->unknownTags.size() ? &structure->unknownTags[at] : nullptr;
}

const DraftTag* DraftRows::unknownTag(const DraftRow& row) const {
    return findTag(row);
}

DraftTag* DraftRows::unknownTag(DraftRow& row) {
    return const_cast<DraftTag*>(findTag(row));
}

void DraftRows::renumber(DraftRow& row, std::size_t from) {
    for (std::size_t i = from; i < row.children.size(); ++i) {
        row.children[i]->position = i;
    }
}

void DraftRows::insertElements(DraftRow& row, std::size_t at, std::vector<DraftValue> values) {
    childrenOf(row);
    DraftValue* stored = materialized(row);
    if (stored == nullptr) {
        return;
    }
    if (held<DraftArray>(stored) == nullptr) {
        *stored = std::make_unique<DraftArray>();
    }
    auto& elements = held<DraftArray>(stored)->elements;
    const auto count = values.size();
    elements.insert(elements.begin() + static_cast<std::ptrdiff_t>(at), std::make_move_iterator(values.begin()),
                    std::make_move_iterator(values.end()));
    for (std::size_t i = 0; i < count; ++i) {
        add(row, RowKind::Element, row.field, row.field->structure);
    }
    std::rotate(row.children.begin() + static_cast<std::ptrdiff_t>(at),
                row.children.end() - static_cast<std::ptrdiff_t>(count), row.children.end());
    renumber(row, at);
}

void DraftRows::removeElements(DraftRow& row, std::size_t at, std::size_t count) {
    childrenOf(row);
    auto& elements = held<DraftArray>(materialized(row))->elements;
    const auto first = static_cast<std::ptrdiff_t>(at);
    const auto last = static_cast<std::ptrdiff_t>(at + count);
    elements.erase(elements.begin() + first, elements.begin() + last);
    row.children.erase(row.children.begin() + first, row.children.begin() + last);
    renumber(row, at);
}

void DraftRows::moveElement(DraftRow& row, std::size_t from, std::size_t to) {
    auto& elements = held<DraftArray>(materialized(row))->elements;
    const auto step = [&](auto& list) {
        const auto begin = list.begin();
        const auto at = [&](std::size_t i) { return begin + static_cast<std::ptrdiff_t>(i); };
        from < to ? std::rotate(at(from), at(from + 1), at(to + 1)) : std::rotate(at(to), at(from), at(from + 1));
    };
    step(elements);
    step(childrenOf(row));
    renumber(row, std::min(from, to));
}

std::size_t DraftRows::positionForTag(DraftRow& tags, std::uint32_t tag) const {
    const DraftStruct* structure = structureOf(tags);
    const std::size_t fields = taggedFieldCount(*tags.structure);
    if (structure == nullptr) {
        return fields;
    }
    const auto after = std::ranges::upper_bound(structure->unknownTags, tag, {}, &DraftTag::tag);
    return fields + static_cast<std::size_t>(after - structure->unknownTags.begin());
}

void DraftRows::insertUnknownTag(DraftRow& tags, DraftTag tag) {
    const std::size_t position = positionForTag(tags, tag.tag);
    childrenOf(tags);
    DraftStruct* structure = structureOf(tags, true);
    if (structure == nullptr) {
        return;
    }
    const auto at = static_cast<std::ptrdiff_t>(position - taggedFieldCount(*tags.structure));
    structure->unknownTags.insert(structure->unknownTags.begin() + at, std::move(tag));
    add(tags, RowKind::UnknownTag, nullptr, nullptr);
    std::rotate(tags.children.begin() + static_cast<std::ptrdiff_t>(position), tags.children.end() - 1,
                tags.children.end());
    renumber(tags, position);
}

void DraftRows::removeUnknownTag(DraftRow& tags, std::size_t position) {
    DraftStruct* structure = structureOf(tags, false);
    const std::size_t at = position - taggedFieldCount(*tags.structure);
    structure->unknownTags.erase(structure->unknownTags.begin() + static_cast<std::ptrdiff_t>(at));
    tags.children.erase(tags.children.begin() + static_cast<std::ptrdiff_t>(position));
    renumber(tags, position);
}

void DraftRows::forgetChildren(DraftRow& row) {
    row.children.clear();
    row.populated = false;
}

std::string DraftRows::path(const DraftRow& row) const {
    if (row.parent == nullptr) {
        return {};
    }
    if (row.kind == RowKind::Section) {
        return row.isHeader ? "header" : std::string();
    }
    std::string above = path(*row.parent);
    if (row.kind == RowKind::Element) {
        return above + '[' + std::to_string(row.position) + ']';
    }
    if (row.kind == RowKind::Tags) {
        return above;
    }
    if (!above.empty()) {
        above += '.';
    }
    if (const DraftTag* tag = unknownTag(row)) {
        return above + "_unknownTags[" + std::to_string(tag->tag) + ']';
    }
    return row.field != nullptr ? above + row.field->jsonName : above;
}

DraftRow* DraftRows::childNamed(DraftRow& row, std::string_view name) {
    for (const auto& child : childrenOf(row)) {
        if (child->kind == RowKind::Field && child->field->jsonName == name) {
            return child.get();
        }
        if (child->kind == RowKind::Tags) {
            if (name == "_unknownTags") {
                return child.get();
            }
            if (DraftRow* tagged = childNamed(*child, name)) {
                return tagged;
            }
        }
    }
    return nullptr;
}

DraftRow* DraftRows::childNumbered(DraftRow& row, std::size_t number) {
    const auto& children = childrenOf(row);
    if (row.kind != RowKind::Tags) {
        return isArray(row) && number < children.size() ? children[number].get() : nullptr;
    }
    const auto found = std::ranges::find_if(children, [&](const auto& child) {
        const DraftTag* tag = unknownTag(std::as_const(*child));
        return tag != nullptr && tag->tag == number;
    });
    return found != children.end() ? found->get() : nullptr;
}

DraftRow* DraftRows::find(std::string_view path) {
    DraftRow* at = m_root.children[1].get();
    if (path == "header" || path.starts_with("header.")) {
        at = m_root.children[0].get();
        path.remove_prefix(std::string_view("header").size());
    }
    while (at != nullptr && !path.empty()) {
        if (path.front() == '[') {
            const auto number = takeIndex(path);
            at = number ? childNumbered(*at, *number) : nullptr;
            continue;
        }
        if (path.front() == '.') {
            path.remove_prefix(1);
        }
        const std::size_t length = std::min(path.find_first_of(".["), path.size());
        at = childNamed(*at, path.substr(0, length));
        path.remove_prefix(length);
    }
    return at;
}

DraftValue DraftRows::newElement(const FieldSpec& array) {
    switch (array.type) {
        case FieldType::Struct:
            return std::make_unique<DraftStruct>(makeStruct(*array.structure));
        case FieldType::String:
            return DraftText{};
        case FieldType::Bytes:
        case FieldType::Records:
            return ByteBuffer{};
        case FieldType::Uuid:
            return Uuid{};
        case FieldType::Float64:
            return 0.0;
        default:
            return std::int64_t{0};
    }
}

}  // namespace brokerscope
