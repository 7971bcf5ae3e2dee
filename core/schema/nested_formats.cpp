#include "core/schema/nested_formats.h"

#include "core/schema/field_meanings.h"
#include "core/schema/schema_blob.h"
#include "core/schema/schema_loader.h"

#include <algorithm>
#include <iterator>

namespace brokerscope {

NestedFormats::NestedFormats() {
    for (const SchemaBlob::Text& text : SchemaBlob::embedded().textsUnder("resources/nested/")) {
        std::shared_ptr<MessageSpec> spec =
            loadDefinition(text.text, {std::string(text.path), "formats", "nested", false}).value();
        FieldMeanings::embedded().bind(*spec);
        auto& layouts = m_layouts[spec->name];
        for (std::int16_t version = spec->validVersions.min; version <= spec->validVersions.max; ++version) {
            layouts.push_back(MessageLayout::make(spec, version));
        }
    }
}

const NestedFormats& NestedFormats::embedded() {
    // Never destroyed: trees that point into it may be in use while the program ends.
    static const NestedFormats* const formats = new NestedFormats();
    return *formats;
}

std::shared_ptr<const MessageLayout> NestedFormats::layout(std::string_view name, int version) const {
    const auto found = m_layouts.find(name);
    if (found == m_layouts.end()) {
        return nullptr;
    }
    const auto at = std::find_if(found->second.begin(), found->second.end(),
                                 [&](const auto& layout) { return layout->version == version; });
    return at == found->second.end() ? nullptr : *at;
}

VersionRange NestedFormats::versionsOf(std::string_view name) const {
    const auto found = m_layouts.find(name);
    return found == m_layouts.end() ? VersionRange::none() : found->second.front()->spec->validVersions;
}

std::vector<std::string> NestedFormats::names() const {
    std::vector<std::string> result;
    std::transform(m_layouts.begin(), m_layouts.end(), std::back_inserter(result),
                   [](const auto& entry) { return entry.first; });
    return result;
}

}  // namespace brokerscope
