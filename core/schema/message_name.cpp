#include "core/schema/message_name.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>

namespace brokerscope {
namespace {

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
    if (std::ranges::find(registry.releases(), release) == registry.releases().end()) {
        return unknownRelease(release, registry.releases());
    }
    std::vector<std::string> having;
    std::ranges::copy_if(registry.releases(), std::back_inserter(having),
                         [&](const std::string& each) { return isOfRelease(registry, *definition, each); });
    const std::string others =
        having.empty() ? std::string("none has it") : fmt::format("it is in {}", fmt::join(having, ", "));
    return failure(MessageId::NotInRelease, {*definition, release, others});
}

tl::unexpected<Error> unknownRelease(const std::string& release, const std::vector<std::string>& known) {
    return failure(MessageId::UnknownRelease, {release, fmt::format("{}", fmt::join(known, ", "))});
}

Result<std::int16_t> requestNamed(const SchemaRegistry& registry, const SchemaChoice& choice, const std::string& name,
                                  const std::string& what) {
    const auto definition = definitionNamed(registry, choice, name);
    if (!definition) {
        return tl::unexpected(definition.error());
    }
    const auto spec = registry.spec(*definition, choice);
    if (!spec) {
        return tl::unexpected(spec.error());
    }
    if ((*spec)->type != MessageType::Request) {
        return failure(MessageId::InvalidValue, {what, name, "a request"});
    }
    return *(*spec)->apiKey;
}

}  // namespace brokerscope
