#include "core/codec/encode_forced.h"

#include <algorithm>

namespace brokerscope {

const FieldLayout& ForcedLayouts::field(const FieldSpec& field) {
    const auto known =
        std::find_if(m_fields.begin(), m_fields.end(), [&](const auto& entry) { return entry.first == &field; });
    if (known != m_fields.end()) {
        return *known->second;
    }
    if (m_made == nullptr) {
        m_made = std::make_shared<MessageLayout>();
        m_made->spec = m_layout.spec;
        m_made->version = m_layout.version;
        m_made->flexible = m_layout.flexible;
    }
    const VersionRange& versions = field.versions;
    const int presentIn = std::max<int>(versions.min, std::min<int>(m_layout.version, versions.max));
    // A structure of its own gives the layout a place that does not move.
    auto holder = std::make_unique<StructLayout>();
    holder->fields.push_back(makeField(field, presentIn));
    const FieldLayout& made = holder->fields.front();
    m_made->root = holder.get();
    m_made->structs.push_back(std::move(holder));
    m_fields.emplace_back(&field, &made);
    return made;
}

FieldLayout ForcedLayouts::makeField(const FieldSpec& field, int presentIn) {
    FieldLayout made;
    made.spec = &field;
    made.type = field.type;
    made.isArray = field.isArray;
    made.compact = field.flexibleVersions ? field.flexibleVersions->contains(m_layout.version) : m_layout.flexible;
    made.nullable = field.nullableVersions.contains(presentIn);
    made.encoding = field.encoding;
    made.tag = field.tag && field.taggedVersions.contains(presentIn) ? std::int64_t{*field.tag} : -1;
    made.structure = field.structure != nullptr ? makeStruct(*field.structure, presentIn) : nullptr;
    return made;
}

const StructLayout* ForcedLayouts::makeStruct(const StructSpec& spec, int presentIn) {
    auto made = std::make_unique<StructLayout>();
    made->spec = &spec;
    made->flexible = m_layout.flexible;
    for (const FieldSpec& field : spec.fields) {
        if (!field.versions.contains(presentIn)) {
            continue;
        }
        FieldLayout layout = makeField(field, presentIn);
        if (layout.tag < 0) {
            made->fields.push_back(layout);
        } else if (m_layout.flexible) {
            made->tagged.push_back(layout);
        }
    }
    std::sort(made->tagged.begin(), made->tagged.end(), [](const auto& a, const auto& b) { return a.tag < b.tag; });
    m_made->structs.push_back(std::move(made));
    return m_made->structs.back().get();
}

}  // namespace brokerscope
