#include "core/records/record_formats.h"

#include "core/schema/embedded_text.h"
#include "core/schema/field_meanings.h"
#include "core/schema/schema_loader.h"

#include <string>

namespace brokerscope {
namespace {

constexpr std::string_view kFolder = "resources/formats/";

std::string_view textOf(const std::string& path) {
    return embeddedText(path).value_or("{}");
}

const FieldMeanings& meanings() {
    static const FieldMeanings read = [] {
        std::vector<OverlayText> texts;
        for (const char* name : {"bits.json", "times.json"}) {
            std::string path = std::string(kFolder) + name;
            const std::string_view text = textOf(path);
            texts.push_back({std::move(path), text});
        }
        return FieldMeanings::read(texts).value();
    }();
    return read;
}

}  // namespace

std::shared_ptr<const MessageSpec> formatDefinition(const std::string& name) {
    const std::string path = std::string(kFolder) + name + ".json";
    auto spec = loadDefinition(textOf(path), {path, "formats", "records", false}).value();
    meanings().bind(*spec);
    return spec;
}

RecordFormats::RecordFormats()
    : m_batch(MessageLayout::make(formatDefinition("RecordBatch"), 2))
    , m_batchHeader(MessageLayout::make(formatDefinition("RecordBatchHeader"), 2))
    , m_recordSet(MessageLayout::make(formatDefinition("RecordSet"), 0)) {
    const std::shared_ptr<const MessageSpec> message = formatDefinition("Message");
    for (std::int16_t magic = 0; magic < 2; ++magic) {
        m_messages[magic] = MessageLayout::make(message, magic);
    }
    for (int magic = 0; magic < 3; ++magic) {
        m_elements[magic] = batchesField();
        m_elements[magic].structure = magic == 2 ? m_batchHeader->root : m_messages[magic]->root;
    }
}

const RecordFormats& RecordFormats::embedded() {
    // Never destroyed: trees that point into it may be in use while the program ends.
    static const RecordFormats* const formats = new RecordFormats();
    return *formats;
}

}  // namespace brokerscope
