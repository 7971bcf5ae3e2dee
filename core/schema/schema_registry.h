#pragma once

#include "core/base/error.h"
#include "core/base/limits.h"
#include "core/schema/definition_head.h"
#include "core/schema/message_layout.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

class Overlays;

struct ErrorCodeInfo {
    std::int16_t code = 0;
    std::string name;
    bool retriable = false;
};

// An API over all loaded releases. Ranges are unions of the releases (previews apart).
struct ApiInfo {
    std::int16_t key = 0;
    std::string name;      // Metadata
    VersionRange request;  // empty: no versions left in any loaded release
    VersionRange response;
    std::optional<std::int16_t> flexibleSince;
    std::vector<std::string> listeners;
    std::vector<std::string> releases;  // those that have a version of it, oldest first
    bool unstable = false;              // latest version unstable
    std::int16_t latestStable = -1;     // -1: none
    bool clusterAction = false;         // only brokers and controllers may send it
    bool forwardable = false;           // a broker passes it on to the controller
};

struct FeatureLevelName {
    std::string feature;
    std::int16_t level = 0;
    std::string name;
};

// What to look among. Empty release: the newest release that lists the version. Previews come after the releases, and
// only when asked for. The release "preview" is the previews alone.
struct SchemaChoice {
    std::string release;
    bool preview = false;
};

// All message definitions: the embedded blob, each message parsed when first asked for, and what --schemas added
// (which takes precedence). Thread safe after loading; layouts are cached and shared.
class SchemaRegistry {
public:
    // The definitions embedded in the program; made on first call, never fails.
    static const SchemaRegistry& embedded();
    // The embedded ones with those of `paths` (folder, jar or source checkout each) in front.
    // Errors: SchemaUnreadable; SchemaInvalid, also where the loaded files and the embedded ones do not fit together.
    static Result<std::shared_ptr<const SchemaRegistry>> load(const std::vector<std::string>& paths,
                                                              const Limits& limits = {});
    ~SchemaRegistry();

    // By definition name (MetadataRequest, OffsetCommitKey …). The layouts that Kafka has no definition for
    // (OwnFormats) have names too, in no release. Errors: UnknownMessage (with nearest), NoVersions, UnknownVersion.
    Result<std::shared_ptr<const MessageLayout>> layout(std::string_view name, int version,
                                                        const SchemaChoice& = {}) const;
    // Requests and responses by key. Errors: UnknownApiKey, NoVersions, UnknownVersion.
    Result<std::shared_ptr<const MessageLayout>> request(int apiKey, int version, const SchemaChoice& = {}) const;
    Result<std::shared_ptr<const MessageLayout>> response(int apiKey, int version, const SchemaChoice& = {}) const;
    // By header version, previews included: only a preview asks for theirs. Errors: UnknownVersion.
    Result<std::shared_ptr<const MessageLayout>> requestHeader(int headerVersion) const;
    Result<std::shared_ptr<const MessageLayout>> responseHeader(int headerVersion) const;
    // Header versions of an API's version, with their exceptions; known APIs only.
    Result<int> requestHeaderVersion(int apiKey, int version, const SchemaChoice& = {}) const;
    Result<int> responseHeaderVersion(int apiKey, int version, const SchemaChoice& = {}) const;

    // The newest definition of that name (the one for the highest version). Errors: UnknownMessage.
    Result<std::shared_ptr<const MessageSpec>> spec(std::string_view name, const SchemaChoice& = {}) const;
    // "MetadataRequest", "Metadata" (its request), "3": the definition name. Errors: UnknownMessage, UnknownApiKey.
    Result<std::string> resolveName(std::string_view nameOrKey) const;
    // Versions of a definition over all releases within the choice.
    VersionRange versionsOf(std::string_view name, const SchemaChoice& = {}) const;

    const std::vector<ApiInfo>& apis() const;                     // ascending by key
    std::vector<ApiInfo> apis(const SchemaChoice& choice) const;  // of one release
    const ApiInfo* api(int apiKey) const;                         // null: unknown key
    const ApiInfo* apiByName(std::string_view name) const;
    std::vector<std::string> messageNames() const;     // all definition names, sorted, each once
    const std::vector<std::string>& releases() const;  // newest first, "preview" not among them

    const ErrorCodeInfo* errorCode(int code) const;  // null: unknown; keep the number
    const std::vector<ErrorCodeInfo>& errorCodes() const;
    std::string errorName(int code) const;  // "NOT_COORDINATOR (16)", "unknown (9999)"
    std::optional<std::string> featureLevelName(std::string_view feature, int level) const;
    const Overlays& overlays() const;

    // Every definition in order of precedence, previews last; `definition` gives the spec of one by its position there.
    const std::vector<DefinitionHead>& definitions() const;
    Result<std::shared_ptr<const MessageSpec>> definition(std::size_t position) const;
    // Parses everything and checks what goes across files: targets of headerVersions, overlays. Errors: SchemaInvalid,
    // OverlayInvalid.
    Result<void> validate() const;

private:
    struct Impl;
    explicit SchemaRegistry(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

}  // namespace brokerscope
