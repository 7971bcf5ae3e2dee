#include "core/schema/own_formats.h"

#include "core/schema/field_meanings.h"
#include "core/schema/schema_blob.h"
#include "core/schema/schema_loader.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace brokerscope {
namespace {

constexpr std::string_view kNestedFolder = "resources/nested/";
constexpr std::string_view kFormatsFolder = "resources/formats/";
// The files there that are no definitions.
constexpr std::array<std::string_view, 2> kFormatOverlays{"resources/formats/bits.json",
                                                          "resources/formats/times.json"};

std::shared_ptr<MessageSpec> ownDefinition(const SchemaBlob::Text& text, const char* component) {
    return loadDefinition(text.text, {std::string(text.path), "formats", component, false}).value();
}

bool isOverlay(std::string_view path) {
    return std::find(kFormatOverlays.begin(), kFormatOverlays.end(), path) != kFormatOverlays.end();
}

// Never destroyed: specs point into it.
const FieldMeanings& formatMeanings() {
    static const FieldMeanings* const meanings = [] {
        std::vector<OverlayText> texts;
        for (const SchemaBlob::Text& text : SchemaBlob::embedded().textsUnder(kFormatsFolder)) {
            if (isOverlay(text.path)) {
                texts.push_back({std::string(text.path), text.text});
            }
        }
        return new FieldMeanings(FieldMeanings::read(texts).value());
    }();
    return *meanings;
}

}  // namespace

OwnFormats::OwnFormats() {
    for (const SchemaBlob::Text& text : SchemaBlob::embedded().textsUnder(kNestedFolder)) {
        const std::shared_ptr<MessageSpec> spec = ownDefinition(text, "nested");
        FieldMeanings::embedded().bind(*spec);
        add(spec);
    }
    for (const SchemaBlob::Text& text : SchemaBlob::embedded().textsUnder(kFormatsFolder)) {
        if (!isOverlay(text.path)) {
            const std::shared_ptr<MessageSpec> spec = ownDefinition(text, "records");
            formatMeanings().bind(*spec);
            add(spec);
        }
    }
}

void OwnFormats::add(std::shared_ptr<const MessageSpec> spec) {
    auto& layouts = m_layouts[spec->name];
    for (std::int16_t version = spec->validVersions.min; version <= spec->validVersions.max; ++version) {
        layouts.push_back(MessageLayout::make(spec, version));
    }
}

const OwnFormats& OwnFormats::embedded() {
    // Never destroyed: trees that point into it may be in use while the program ends.
    static const OwnFormats* const formats = new OwnFormats();
    return *formats;
}

std::shared_ptr<const MessageLayout> OwnFormats::layout(std::string_view name, int version) const {
    const auto found = m_layouts.find(name);
    if (found == m_layouts.end()) {
        return nullptr;
    }
    const auto at = std::find_if(found->second.begin(), found->second.end(),
                                 [&](const auto& layout) { return layout->version == version; });
    return at == found->second.end() ? nullptr : *at;
}

std::shared_ptr<const MessageSpec> OwnFormats::spec(std::string_view name) const {
    const auto found = m_layouts.find(name);
    return found == m_layouts.end() ? nullptr : found->second.front()->spec;
}

VersionRange OwnFormats::versionsOf(std::string_view name) const {
    const auto found = spec(name);
    return found == nullptr ? VersionRange::none() : found->validVersions;
}

std::vector<std::string> OwnFormats::names() const {
    std::vector<std::string> result;
    std::transform(m_layouts.begin(), m_layouts.end(), std::back_inserter(result),
                   [](const auto& entry) { return entry.first; });
    return result;
}

}  // namespace brokerscope
