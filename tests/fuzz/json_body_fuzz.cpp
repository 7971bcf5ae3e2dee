// A JSON body for any definition: the first two bytes choose it.
#include "core/codec/encoder.h"
#include "core/value/json_reader.h"

using namespace brokerscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const std::vector<std::string> names = SchemaRegistry::embedded().messageNames();
    if (size < 2) {
        return 0;
    }
    const auto spec = SchemaRegistry::embedded().spec(names[(data[0] * 256U + data[1]) % names.size()]);
    const auto draft = draftFromJson(*spec, {reinterpret_cast<const char*>(data) + 2, size - 2});
    if (draft && !(*spec)->validVersions.isEmpty()) {
        const auto layout = MessageLayout::make(*spec, (*spec)->validVersions.max);
        validateDraft(*layout, draft->draft);
        encodeMessage(layout, draft->draft);
    }
    return 0;
}
