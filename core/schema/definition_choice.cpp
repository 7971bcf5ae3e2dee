#include "core/schema/definition_choice.h"

namespace brokerscope {
namespace {

// The newest release that has the definition: an older one may have higher versions of what was something else then.
SchemaChoice newestChoice(const SchemaRegistry& registry, const std::string& definition, const SchemaChoice& asked) {
    if (!asked.release.empty()) {
        return asked;
    }
    for (const std::string& release : registry.releases()) {
        const SchemaChoice choice{release, asked.preview};
        if (!registry.versionsOf(definition, choice).isEmpty()) {
            return choice;
        }
    }
    return asked;
}

void cutTo(ApiInfo& api, const SchemaRegistry& registry, const SchemaChoice& choice) {
    api.request = registry.versionsOf(api.name + "Request", choice);
    api.response = registry.versionsOf(api.name + "Response", choice);
}

}  // namespace

Result<int> newestStableVersion(const SchemaRegistry& registry, const std::string& definition,
                                const SchemaChoice& choice) {
    const auto spec = registry.spec(definition, choice);
    if (!spec) {
        return tl::unexpected<Error>(spec.error());
    }
    const SchemaChoice newest = newestChoice(registry, definition, choice);
    const VersionRange versions = registry.versionsOf(definition, newest);
    if (versions.isEmpty()) {
        return failure(MessageId::NoVersions, {definition});
    }
    for (int version = versions.max; version >= versions.min; --version) {
        const auto layout = registry.layout(definition, version, newest);
        if (layout && !(*layout)->spec->isUnstable(version)) {
            return version;
        }
    }
    return int{versions.max};
}

std::vector<std::string> definitionsMeant(const SchemaRegistry& registry, const std::string& name,
                                          const std::string& definition, const SchemaChoice& choice) {
    if (name == definition) {
        return {definition};
    }
    const auto spec = registry.spec(definition, choice);
    constexpr std::string_view kRequest = "Request";
    if (!spec || !(*spec)->apiKey || (*spec)->type != MessageType::Request || !definition.ends_with(kRequest)) {
        return {definition};
    }
    // By its name in the release that is meant: names of APIs change.
    return {definition, definition.substr(0, definition.size() - kRequest.size()) + "Response"};
}

std::vector<ApiInfo> apisWithin(const SchemaRegistry& registry, const SchemaChoice& choice) {
    std::vector<ApiInfo> apis;
    for (ApiInfo api : registry.apis({choice.release, false})) {
        if (!choice.release.empty()) {
            api.releases = registry.api(api.key)->releases;
        } else if (choice.preview) {
            const VersionRange released = api.request;
            cutTo(api, registry, choice);
            if (api.request.max > released.max) {
                api.unstable = true;
                api.releases.emplace_back("preview");
            }
        }
        apis.push_back(std::move(api));
    }
    return apis;
}

Result<int> headerVersionOf(const SchemaRegistry& registry, const SchemaChoice& choice, const MessageLayout& layout) {
    const MessageSpec& spec = *layout.spec;
    if (!spec.apiKey) {
        return -1;
    }
    switch (spec.type) {
        case MessageType::Request:
            return registry.requestHeaderVersion(*spec.apiKey, layout.version, choice);
        case MessageType::Response:
            return registry.responseHeaderVersion(*spec.apiKey, layout.version, choice);
        default:
            return -1;
    }
}

}  // namespace brokerscope
