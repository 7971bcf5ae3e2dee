// A message definition as --schemas would load it; what loads is laid out for every version.
#include "core/schema/message_layout.h"
#include "core/schema/schema_loader.h"

using namespace brokerscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const DefinitionOrigin origin{};
    const auto spec = loadDefinition({reinterpret_cast<const char*>(data), size}, origin);
    if (spec && !(*spec)->validVersions.isEmpty()) {
        const VersionRange versions = (*spec)->validVersions;
        for (int version = versions.min; version <= versions.max && version < versions.min + 20; ++version) {
            MessageLayout::make(std::shared_ptr<const MessageSpec>(*spec), static_cast<std::int16_t>(version));
        }
    }
    return 0;
}
