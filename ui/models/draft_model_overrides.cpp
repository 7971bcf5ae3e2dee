#include "ui/models/draft_model.h"
#include "ui/models/draft_model_state.h"
#include "ui/models/value_format.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr std::size_t kShownForced = 8;  // bytes

// In which structure the override of a row stands, and at what number there.
std::uint32_t overrideIndex(const DraftRow& row) {
    return row.kind == RowKind::Tags ? DraftStruct::kTagSection : row.field->index;
}

bool canBeOverridden(const DraftRow& row) {
    return row.parent != nullptr && (row.kind == RowKind::Tags || (row.kind == RowKind::Field && row.field != nullptr));
}

auto findOverride(DraftStruct& structure, const DraftRow& row) {
    return std::ranges::find_if(structure.overrides,
                                [&row](const auto& entry) { return entry.first == overrideIndex(row); });
}

}  // namespace

const FieldOverride* DraftModel::overrideOf(const DraftRow& row) const {
    const DraftStruct* structure =
        canBeOverridden(row) ? std::as_const(*m_state->rows).structureOf(*row.parent) : nullptr;
    if (structure == nullptr) {
        return nullptr;
    }
    const auto found = findOverride(const_cast<DraftStruct&>(*structure), row);
    return found != structure->overrides.end() ? &found->second : nullptr;
}

void DraftModel::dropOverride(DraftRow& row) {
    DraftStruct* structure = overrideOf(row) != nullptr ? m_state->rows->structureOf(*row.parent, true) : nullptr;
    if (structure != nullptr) {
        structure->overrides.erase(findOverride(*structure, row));
    }
}

// Bytes that stand for a field, or for one that it lies in, would hide what is edited.
void DraftModel::takeBackBytes(DraftRow& row) {
    for (DraftRow* above = &row; above != nullptr && above->parent != nullptr; above = above->parent) {
        const FieldOverride* told = overrideOf(*above);
        if (told != nullptr && told->bytes) {
            dropOverride(*above);
        }
    }
}

// How a field is written otherwise than its value says.
QString DraftModel::overrideText(const DraftRow& row) const {
    const FieldOverride* told = overrideOf(row);
    if (told == nullptr) {
        return {};
    }
    QStringList parts;
    if (told->bytes) {
        parts.append(told->bytes->empty() ? tr("not written")
                                          : tr("written as %1").arg(hexText(*told->bytes, kShownForced)));
    }
    if (told->length) {
        parts.append(tr("length %1 written").arg(*told->length));
    }
    if (told->count) {
        parts.append(tr("count %1 written").arg(*told->count));
    }
    if (told->write) {
        parts.append(isInVersion(row) ? tr("default written") : tr("written all the same"));
    }
    return parts.join(QStringLiteral(", "));
}

bool DraftModel::holdsRecords(const QModelIndex& index) const {
    const DraftRow* row = index.isValid() ? rowOf(index) : nullptr;
    return row != nullptr && row->kind == RowKind::Field && row->field->type == FieldType::Records &&
           !row->field->isArray;
}

}  // namespace brokerscope
