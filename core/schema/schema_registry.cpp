#include "core/schema/schema_registry.h"

#include "core/schema/api_table.h"
#include "core/schema/definition_lookup.h"
#include "core/schema/definition_store.h"
#include "core/schema/embedded_text.h"
#include "core/schema/header_versions.h"
#include "core/schema/overlays.h"
#include "core/schema/own_formats.h"
#include "core/schema/release_facts.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <mutex>

namespace brokerscope {
namespace {

using Index = DefinitionStore::Index;

std::vector<OverlayText> embeddedOverlays() {
    std::vector<OverlayText> texts;
    for (const SchemaBlob::Text& text : SchemaBlob::embedded().textsUnder("schemas/overlays/")) {
        texts.push_back({std::string(text.path), text.text});
    }
    return texts;
}

// What a loaded source is called among the releases: the last part of its path, unless something has that name already.
std::string sourceName(const std::string& path, const std::vector<std::string>& loaded) {
    const std::filesystem::path written(path);
    const std::string last = (written.has_filename() ? written : written.parent_path()).filename().string();
    const auto isTaken = [&last](const std::vector<std::string>& names) {
        return std::find(names.begin(), names.end(), last) != names.end();
    };
    const bool isUsable = !last.empty() && last != "." && last != ".." && last != "preview";
    return isUsable && !isTaken(loaded) && !isTaken(SchemaBlob::embedded().releases()) ? last : path;
}

}  // namespace

struct SchemaRegistry::Impl {
    DefinitionStore store;
    std::vector<std::string> releases;
    DefinitionLookup lookup{store, releases};
    mutable std::once_flag factsOnce;
    mutable ReleaseFacts facts;  // of loaded sources at first; the embedded ones join when first asked for
    mutable std::once_flag apisOnce;
    mutable std::vector<ApiInfo> apis;
    mutable std::once_flag overlaysOnce;
    mutable std::optional<Overlays> overlays;

    // The embedded texts are ours and a test reads them all, so their errors are not looked at.
    const ReleaseFacts& allFacts() const {
        std::call_once(factsOnce, [this] {
            for (const std::string& release : SchemaBlob::embedded().releases()) {
                const auto with = [&](const std::string& name, auto add) {
                    const std::string file = fmt::format("schemas/{}/{}", release, name);
                    (void)(facts.*add)(embeddedText(file).value_or("[]"), file);
                };
                with("error_codes.json", &ReleaseFacts::addErrorCodes);
                with("api_keys.json", &ReleaseFacts::addApiKeys);
                with("features.json", &ReleaseFacts::addFeatures);
            }
        });
        return facts;
    }

    Result<void> addFacts(const SchemaFiles& files, const std::string& path) {
        Result<void> status;
        if (files.errorCodes) {
            status = facts.addErrorCodes(*files.errorCodes, path + "/error_codes.json");
        }
        if (status && files.apiKeys) {
            status = facts.addApiKeys(*files.apiKeys, path + "/api_keys.json");
        }
        if (status && files.features) {
            status = facts.addFeatures(*files.features, path + "/features.json");
        }
        return status;
    }

    // Null: a name of a definition, or of nothing.
    std::shared_ptr<const MessageSpec> ownFormat(std::string_view name, const SchemaChoice& choice) const {
        return choice.release.empty() && store.byName(name).empty() ? OwnFormats::embedded().spec(name) : nullptr;
    }

    Result<std::shared_ptr<const MessageLayout>> layoutOf(const Result<Index>& index, int version) const {
        return index ? store.layout(*index, version) : tl::unexpected(index.error());
    }

    // The header version must be one that some header definition has.
    Result<void> checkHeaders(Index index) const {
        const auto spec = store.spec(index);
        if (!spec) {
            return tl::unexpected(spec.error());
        }
        const char* header = (*spec)->type == MessageType::Request ? "RequestHeader" : "ResponseHeader";
        for (const auto& [versions, target] : (*spec)->headerVersions) {
            if (!lookup.pickByName(header, target, {{}, true})) {
                return failure(MessageId::SchemaInvalid, {store.heads()[index].file, "headerVersions",
                                                          fmt::format("{} has no version {} (for versions \"{}\")",
                                                                      header, target, versions.toString())});
            }
        }
        return {};
    }
};

SchemaRegistry::SchemaRegistry(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
SchemaRegistry::~SchemaRegistry() = default;

const SchemaRegistry& SchemaRegistry::embedded() {
    // Never destroyed: layouts of it may be in use while the program ends.
    static const SchemaRegistry* const registry = [] {
        auto impl = std::make_unique<Impl>();
        impl->store.add(SchemaBlob::embedded());
        impl->releases = SchemaBlob::embedded().releases();
        return new SchemaRegistry(std::move(impl));
    }();
    return *registry;
}

Result<std::shared_ptr<const SchemaRegistry>> SchemaRegistry::load(const std::vector<std::string>& paths,
                                                                   const Limits& limits) {
    auto impl = std::make_unique<Impl>();
    for (const std::string& path : paths) {
        auto files = readSchemaSource(path, limits);
        if (!files) {
            return tl::unexpected(files.error());
        }
        files->source = sourceName(path, impl->releases);
        const Result<void> status = impl->store.add(*files).and_then([&] { return impl->addFacts(*files, path); });
        if (!status) {
            return tl::unexpected(status.error());
        }
        impl->releases.push_back(files->source);
    }
    const Index loaded = impl->store.heads().size();
    impl->store.add(SchemaBlob::embedded());
    const auto embedded = SchemaBlob::embedded().releases();
    impl->releases.insert(impl->releases.end(), embedded.begin(), embedded.end());
    for (Index index = 0; index < loaded; ++index) {
        if (const auto status = impl->checkHeaders(index); !status) {
            return tl::unexpected(status.error());
        }
    }
    return std::shared_ptr<const SchemaRegistry>(new SchemaRegistry(std::move(impl)));
}

Result<std::shared_ptr<const MessageLayout>> SchemaRegistry::layout(std::string_view name, int version,
                                                                    const SchemaChoice& choice) const {
    if (const auto own = m_impl->ownFormat(name, choice)) {
        if (auto found = OwnFormats::embedded().layout(name, version)) {
            return found;
        }
        return failure(MessageId::UnknownVersion, {own->name, std::to_string(version), own->validVersions.toString()});
    }
    return m_impl->layoutOf(m_impl->lookup.pickByName(name, version, choice), version);
}

Result<std::shared_ptr<const MessageLayout>> SchemaRegistry::request(int apiKey, int version,
                                                                     const SchemaChoice& choice) const {
    return m_impl->layoutOf(m_impl->lookup.pickByKey(MessageType::Request, apiKey, version, choice), version);
}

Result<std::shared_ptr<const MessageLayout>> SchemaRegistry::response(int apiKey, int version,
                                                                      const SchemaChoice& choice) const {
    return m_impl->layoutOf(m_impl->lookup.pickByKey(MessageType::Response, apiKey, version, choice), version);
}

Result<std::shared_ptr<const MessageLayout>> SchemaRegistry::requestHeader(int headerVersion) const {
    return layout("RequestHeader", headerVersion, {{}, true});
}

Result<std::shared_ptr<const MessageLayout>> SchemaRegistry::responseHeader(int headerVersion) const {
    return layout("ResponseHeader", headerVersion, {{}, true});
}

Result<int> SchemaRegistry::requestHeaderVersion(int apiKey, int version, const SchemaChoice& choice) const {
    return m_impl->lookup.pickByKey(MessageType::Request, apiKey, version, choice)
        .and_then([&](Index index) { return m_impl->store.spec(index); })
        .map([&](const std::shared_ptr<const MessageSpec>& spec) {
            return brokerscope::requestHeaderVersion(*spec, version);
        });
}

Result<int> SchemaRegistry::responseHeaderVersion(int apiKey, int version, const SchemaChoice& choice) const {
    return m_impl->lookup.pickByKey(MessageType::Response, apiKey, version, choice)
        .and_then([&](Index index) { return m_impl->store.spec(index); })
        .map([&](const std::shared_ptr<const MessageSpec>& spec) {
            return brokerscope::responseHeaderVersion(*spec, version);
        });
}

Result<std::shared_ptr<const MessageSpec>> SchemaRegistry::spec(std::string_view name,
                                                                const SchemaChoice& choice) const {
    if (auto own = m_impl->ownFormat(name, choice)) {
        return own;
    }
    const auto candidates = m_impl->lookup.allByName(name, choice);
    if (!candidates) {
        return tl::unexpected(candidates.error());
    }
    // max_element gives the first of equals, so the newest release.
    const auto newest = std::max_element(candidates->begin(), candidates->end(), [&](Index a, Index b) {
        return m_impl->store.heads()[a].validVersions.max < m_impl->store.heads()[b].validVersions.max;
    });
    return m_impl->store.spec(*newest);
}

Result<std::string> SchemaRegistry::resolveName(std::string_view nameOrKey) const {
    int key = 0;
    const auto [end, status] = std::from_chars(nameOrKey.data(), nameOrKey.data() + nameOrKey.size(), key);
    if (status == std::errc{} && end == nameOrKey.data() + nameOrKey.size()) {
        const ApiInfo* known = api(key);
        return known == nullptr ? failure(MessageId::UnknownApiKey, {std::string(nameOrKey)})
                                : Result<std::string>(known->name + "Request");
    }
    if (!m_impl->store.byName(nameOrKey).empty() || OwnFormats::embedded().spec(nameOrKey) != nullptr) {
        return std::string(nameOrKey);
    }
    const std::string request = std::string(nameOrKey) + "Request";
    if (!m_impl->store.byName(request).empty()) {
        return request;
    }
    std::vector<std::string> candidates = messageNames();
    for (const ApiInfo& info : apis()) {
        candidates.push_back(info.name);
    }
    return failure(MessageId::UnknownMessage, {std::string(nameOrKey), nearestSuffix(nameOrKey, candidates)});
}

VersionRange SchemaRegistry::versionsOf(std::string_view name, const SchemaChoice& choice) const {
    const auto own = m_impl->ownFormat(name, choice);
    return own != nullptr ? own->validVersions : m_impl->lookup.versionsOf(name, choice);
}

const std::vector<ApiInfo>& SchemaRegistry::apis() const {
    std::call_once(m_impl->apisOnce, [this] { m_impl->apis = apis(SchemaChoice{}); });
    return m_impl->apis;
}

std::vector<ApiInfo> SchemaRegistry::apis(const SchemaChoice& choice) const {
    return makeApiTable(m_impl->store, m_impl->allFacts(), choice);
}

const ApiInfo* SchemaRegistry::api(int apiKey) const {
    const auto found = std::lower_bound(apis().begin(), apis().end(), apiKey,
                                        [](const ApiInfo& info, int wanted) { return info.key < wanted; });
    return found != apis().end() && found->key == apiKey ? &*found : nullptr;
}

const ApiInfo* SchemaRegistry::apiByName(std::string_view name) const {
    const auto found =
        std::find_if(apis().begin(), apis().end(), [&](const ApiInfo& info) { return info.name == name; });
    return found == apis().end() ? nullptr : &*found;
}

std::vector<std::string> SchemaRegistry::messageNames() const {
    std::vector<std::string> names = m_impl->lookup.names();
    const std::vector<std::string> own = OwnFormats::embedded().names();
    names.insert(names.end(), own.begin(), own.end());
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

const std::vector<std::string>& SchemaRegistry::releases() const {
    return m_impl->releases;
}

const ErrorCodeInfo* SchemaRegistry::errorCode(int code) const {
    const auto& codes = errorCodes();
    const auto found = std::lower_bound(codes.begin(), codes.end(), code,
                                        [](const ErrorCodeInfo& info, int wanted) { return info.code < wanted; });
    return found != codes.end() && found->code == code ? &*found : nullptr;
}

const std::vector<ErrorCodeInfo>& SchemaRegistry::errorCodes() const {
    return m_impl->allFacts().errorCodes();
}

std::string SchemaRegistry::errorName(int code) const {
    const ErrorCodeInfo* info = errorCode(code);
    return fmt::format("{} ({})", info == nullptr ? "unknown" : info->name, code);
}

std::optional<std::string> SchemaRegistry::featureLevelName(std::string_view feature, int level) const {
    const auto& levels = m_impl->allFacts().featureLevels();
    const auto found = std::find_if(levels.begin(), levels.end(), [&](const FeatureLevelName& entry) {
        return entry.feature == feature && entry.level == level;
    });
    return found == levels.end() ? std::nullopt : std::optional(found->name);
}

// They speak of the embedded definitions. An API that only a loaded source has is one of which they say nothing; it
// must not cost what they say of all the others.
const Overlays& SchemaRegistry::overlays() const {
    if (const SchemaRegistry& own = embedded(); this != &own) {
        return own.overlays();
    }
    std::call_once(m_impl->overlaysOnce, [this] {
        auto read = Overlays::read(embeddedOverlays(), *this);
        m_impl->overlays.emplace(read ? std::move(*read) : Overlays::read({}, *this).value());
    });
    return *m_impl->overlays;
}

const std::vector<DefinitionHead>& SchemaRegistry::definitions() const {
    return m_impl->store.heads();
}

Result<std::shared_ptr<const MessageSpec>> SchemaRegistry::definition(std::size_t position) const {
    return m_impl->store.spec(position);
}

Result<void> SchemaRegistry::validate() const {
    for (Index index = 0; index < definitions().size(); ++index) {
        if (auto status = m_impl->checkHeaders(index); !status) {
            return status;
        }
    }
    const auto overlays = Overlays::read(embeddedOverlays(), *this);
    if (!overlays) {
        return tl::unexpected(overlays.error());
    }
    return overlays->validate(*this).and_then([this] { return FieldMeanings::embedded().validate(*this); });
}

}  // namespace brokerscope
