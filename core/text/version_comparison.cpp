#include "core/text/version_comparison.h"

#include "core/text/schema_json.h"
#include "core/text/version_notes.h"

#include <algorithm>
#include <fmt/format.h>

namespace brokerscope {
namespace {

std::string changeLine(const LayoutChange& change) {
    const std::string path = change.path.empty() ? "(message)" : change.path;
    if (change.from.empty() || change.to.empty()) {
        return fmt::format("  {:<8} {}  {}\n", change.change, path, change.from.empty() ? change.to : change.from);
    }
    return fmt::format("  {:<8} {}  {} -> {}\n", change.change, path, change.from, change.to);
}

Result<VersionComparison> compareOne(const SchemaRegistry& registry, const std::string& definition, VersionPair pair,
                                     const SchemaChoice& choice) {
    const auto from = registry.layout(definition, pair.from, choice);
    if (!from) {
        return tl::unexpected<Error>(from.error());
    }
    const auto to = registry.layout(definition, pair.to, choice);
    if (!to) {
        return tl::unexpected<Error>(to.error());
    }
    VersionComparison comparison{definition, definition, {}, layoutDiff(**from, **to), {}};
    const auto [lower, higher] = std::minmax(pair.from, pair.to);
    for (int version = lower + 1; version <= higher; ++version) {
        for (std::string& note : versionNotes(definition, version)) {
            comparison.notes.push_back({version, std::move(note)});
        }
    }
    return comparison;
}

}  // namespace

Result<std::vector<VersionComparison>> compareVersions(const SchemaRegistry& registry,
                                                       const std::vector<std::string>& definitions, VersionPair pair,
                                                       const SchemaChoice& choice) {
    std::vector<VersionComparison> comparisons;
    for (const std::string& definition : definitions) {
        auto comparison = compareOne(registry, definition, pair, choice);
        if (!comparison) {
            return tl::unexpected<Error>(comparison.error());
        }
        if (definitions.size() > 1) {
            comparison->label = comparisons.empty() ? "request" : "response";
            comparison->pathPrefix = comparison->label + '.';
        }
        comparisons.push_back(std::move(*comparison));
    }
    return comparisons;
}

std::string comparisonText(const std::vector<VersionComparison>& comparisons) {
    std::string text;
    for (const VersionComparison& comparison : comparisons) {
        text += comparison.label + (comparison.changes.empty() ? ": identical\n" : ":\n");
        for (const LayoutChange& change : comparison.changes) {
            text += changeLine(change);
        }
        for (const NoteOnVersion& note : comparison.notes) {
            text += fmt::format("  v{}: {}\n", note.version, note.text);
        }
    }
    return text;
}

std::string comparisonJson(const std::vector<VersionComparison>& comparisons) {
    std::string json = "[";
    bool first = true;
    for (const VersionComparison& comparison : comparisons) {
        appendChangesJson(json, comparison.changes, comparison.pathPrefix, first);
    }
    return json + ']';
}

}  // namespace brokerscope
