#include "core/schema/definition_releases.h"

#include "core/schema/header_versions.h"

namespace brokerscope {
namespace {

std::vector<HeaderRun> headerRuns(const MessageSpec& spec) {
    std::vector<HeaderRun> runs;
    const bool isRequest = spec.type == MessageType::Request;
    if (!isRequest && spec.type != MessageType::Response) {
        return runs;
    }
    for (int version = spec.validVersions.min; version <= spec.validVersions.max; ++version) {
        const int header = isRequest ? requestHeaderVersion(spec, version) : responseHeaderVersion(spec, version);
        const auto number = static_cast<std::int16_t>(version);
        if (!runs.empty() && runs.back().headerVersion == header) {
            runs.back().versions.max = number;
        } else {
            runs.push_back({{number, number}, header});
        }
    }
    return runs;
}

DefinitionInRelease releaseFactsOf(const MessageSpec& spec) {
    DefinitionInRelease facts;
    facts.release = spec.release;
    facts.component = spec.component;
    facts.versions = spec.validVersions;
    facts.flexible = spec.flexibleVersions.intersect(spec.validVersions);
    facts.deprecated = spec.deprecatedVersions.intersect(spec.validVersions);
    if (spec.isPreview) {
        facts.unstable = spec.validVersions;
    } else if (spec.latestVersionUnstable && !spec.validVersions.isEmpty()) {
        facts.unstable = {spec.validVersions.max, spec.validVersions.max};
    }
    facts.isPreview = spec.isPreview;
    facts.listeners = spec.listeners;
    facts.headers = headerRuns(spec);
    return facts;
}

}  // namespace

std::vector<DefinitionInRelease> releasesOf(const SchemaRegistry& registry, std::string_view definition) {
    std::vector<DefinitionInRelease> releases;
    const auto& heads = registry.definitions();
    for (std::size_t position = 0; position < heads.size(); ++position) {
        if (heads[position].name == definition) {
            if (const auto spec = registry.definition(position)) {
                releases.push_back(releaseFactsOf(**spec));
            }
        }
    }
    if (releases.empty()) {
        if (const auto own = registry.spec(definition)) {
            releases.push_back(releaseFactsOf(**own));
        }
    }
    return releases;
}

std::string headersText(const std::vector<HeaderRun>& headers) {
    if (headers.size() == 1) {
        return std::to_string(headers.front().headerVersion);
    }
    std::string text;
    for (const HeaderRun& run : headers) {
        text += (text.empty() ? "" : ", ") + std::to_string(run.headerVersion) + " (" + run.versions.toString() + ')';
    }
    return text;
}

}  // namespace brokerscope
