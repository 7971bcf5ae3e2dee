#include "core/schema/definition_head.h"

namespace brokerscope {

DefinitionHead headOf(const MessageSpec& spec, std::string file) {
    return {spec.name,
            spec.type,
            spec.apiKey,
            spec.validVersions,
            spec.flexibleVersions,
            spec.latestVersionUnstable,
            spec.listeners,
            spec.release,
            spec.component,
            std::move(file),
            spec.isPreview};
}

}  // namespace brokerscope
