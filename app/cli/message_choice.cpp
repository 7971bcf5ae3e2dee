#include "app/cli/message_choice.h"

namespace brokerscope {

namespace {

// The newest release that has the definition: an older one may have higher versions of what was something else then.
SchemaChoice newestChoice(const CommandContext& context, const std::string& definition) {
    const SchemaChoice asked = context.choice();
    if (!asked.release.empty()) {
        return asked;
    }
    for (const std::string& release : context.registry().releases()) {
        const SchemaChoice choice{release, asked.preview};
        if (!context.registry().versionsOf(definition, choice).isEmpty()) {
            return choice;
        }
    }
    return asked;
}

}  // namespace

Result<int> newestStableVersion(const CommandContext& context, const std::string& definition) {
    const SchemaRegistry& registry = context.registry();
    const auto spec = registry.spec(definition, context.choice());
    if (!spec) {
        return tl::unexpected<Error>(spec.error());
    }
    const SchemaChoice choice = newestChoice(context, definition);
    const VersionRange versions = registry.versionsOf(definition, choice);
    if (versions.isEmpty()) {
        return failure(MessageId::NoVersions, {definition});
    }
    for (int version = versions.max; version >= versions.min; --version) {
        const auto layout = registry.layout(definition, version, choice);
        if (layout && !(*layout)->spec->isUnstable(version)) {
            return version;
        }
    }
    return int{versions.max};
}

Result<std::shared_ptr<const MessageLayout>> chooseLayout(const CommandContext& context, const std::string& name,
                                                          std::optional<int> version) {
    const auto definition = definitionNamed(context.registry(), context.choice(), name);
    if (!definition) {
        return tl::unexpected<Error>(definition.error());
    }
    if (!version) {
        const auto newest = newestStableVersion(context, *definition);
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
