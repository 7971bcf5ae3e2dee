#include "app/cli/message_choice.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>

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

// The number of an API, where it is one.
std::optional<int> apiKeyIn(const std::string& name) {
    int key = 0;
    const char* end = name.data() + name.size();
    const auto [at, status] = std::from_chars(name.data(), end, key);
    return status == std::errc{} && at == end ? std::optional(key) : std::nullopt;
}

bool isOfRelease(const SchemaRegistry& registry, const std::string& definition, const std::string& release) {
    return registry.spec(definition, {release, false}).has_value();
}

}  // namespace

Result<std::string> definitionNamed(const SchemaRegistry& registry, const SchemaChoice& choice,
                                    const std::string& name) {
    const std::string& release = choice.release;
    auto definition = registry.resolveName(name);
    if (!definition || release.empty() || isOfRelease(registry, *definition, release)) {
        return definition;
    }
    if (const auto key = apiKeyIn(name)) {
        const std::vector<ApiInfo> apis = registry.apis({release, false});
        const auto found = std::ranges::find(apis, *key, [](const ApiInfo& api) { return int{api.key}; });
        if (found != apis.end()) {
            return found->name + "Request";
        }
    }
    std::vector<std::string> having;
    std::ranges::copy_if(registry.releases(), std::back_inserter(having),
                         [&](const std::string& each) { return isOfRelease(registry, *definition, each); });
    const std::string others =
        having.empty() ? std::string("none has it") : fmt::format("it is in {}", fmt::join(having, ", "));
    return failure(MessageId::Other, {fmt::format("{} is not in release {}; {}", *definition, release, others)});
}

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
    const auto definition = definitionNamed(context.registry(), context.choice(), name);
    if (!definition) {
        return tl::unexpected<Error>(definition.error());
    }
    const auto spec = context.registry().spec(*definition, context.choice());
    if (!spec) {
        return tl::unexpected<Error>(spec.error());
    }
    if ((*spec)->type != MessageType::Request) {
        return failure(MessageId::InvalidValue, {argument, name, "a request"});
    }
    return *(*spec)->apiKey;
}

}  // namespace brokerscope
