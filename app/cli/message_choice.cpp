#include "app/cli/message_choice.h"

#include "core/schema/definition_choice.h"

namespace brokerscope {

Result<std::shared_ptr<const MessageLayout>> chooseLayout(const CommandContext& context, const std::string& name,
                                                          std::optional<int> version) {
    const auto definition = definitionNamed(context.registry(), context.choice(), name);
    if (!definition) {
        return tl::unexpected<Error>(definition.error());
    }
    if (!version) {
        const auto newest = newestStableVersion(context.registry(), *definition, context.choice());
        if (!newest) {
            return tl::unexpected<Error>(newest.error());
        }
        version = *newest;
    }
    return context.registry().layout(*definition, *version, context.choice());
}

Result<std::int16_t> chooseRequest(const CommandContext& context, const std::string& argument,
                                   const std::string& name) {
    return requestNamed(context.registry(), context.choice(), name, argument);
}

}  // namespace brokerscope
