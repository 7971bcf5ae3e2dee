#include "core/schema/schema_sources.h"

#include "core/schema/schema_fault.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>

namespace brokerscope {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kResources = "/src/main/resources/";
constexpr std::array<std::string_view, 3> kDefinitionFolders{"common/message/", "common/metadata/", "message/"};

Result<std::string> readFile(const fs::path& path, const Limits& limits) {
    std::error_code status;
    const std::uintmax_t size = fs::file_size(path, status);
    if (status) {
        return schemaUnreadable(path.string(), status.message());
    }
    if (size > limits.schemaFile) {
        return schemaUnreadable(path.string(),
                                fmt::format("{} bytes, limit \"schemaFile\" is {}", size, limits.schemaFile));
    }
    std::ifstream stream(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (!stream) {
        return schemaUnreadable(path.string(), "cannot be read");
    }
    return text;
}

Result<std::vector<fs::path>> jsonFiles(const std::string& folder) {
    std::vector<fs::path> paths;
    std::error_code status;
    for (fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, status), end;
         !status && at != end; at.increment(status)) {
        if (at->path().extension() == ".json" && at->is_regular_file(status)) {
            paths.push_back(at->path());
        }
    }
    if (status) {
        return schemaUnreadable(folder, status.message());
    }
    std::sort(paths.begin(), paths.end());
    return paths;
}

bool isInCheckout(const fs::path& path) {
    const std::string text = path.generic_string();
    const std::size_t resources = text.find(kResources);
    return resources != text.npos &&
           std::any_of(kDefinitionFolders.begin(), kDefinitionFolders.end(), [&](std::string_view folder) {
               return std::string_view(text).substr(resources + kResources.size()).starts_with(folder);
           });
}

// The folder that says what a definition belongs to: the module of a checkout, else the first folder below the root.
std::string componentOf(const fs::path& path, const std::string& root, bool isCheckout) {
    if (isCheckout) {
        const std::string text = path.generic_string();
        return fs::path(text.substr(0, text.find(kResources))).filename().string();
    }
    const fs::path relative = path.lexically_relative(root);
    return relative.has_parent_path() ? relative.begin()->string() : std::string{};
}

Result<SchemaFiles> readFolder(const std::string& root, const Limits& limits) {
    auto paths = jsonFiles(root);
    if (!paths) {
        return tl::unexpected(paths.error());
    }
    const bool isCheckout = std::any_of(paths->begin(), paths->end(), isInCheckout);
    SchemaFiles result;
    result.source = root;
    for (const fs::path& path : *paths) {
        if (isCheckout && !isInCheckout(path)) {
            continue;
        }
        auto text = readFile(path, limits);
        if (!text) {
            return tl::unexpected(text.error());
        }
        const std::string name = path.filename().string();
        if (name == "error_codes.json") {
            result.errorCodes = std::move(*text);
        } else if (name == "api_keys.json") {
            result.apiKeys = std::move(*text);
        } else if (name == "features.json") {
            result.features = std::move(*text);
        } else {
            result.definitions.push_back({path.string(), componentOf(path, root, isCheckout), std::move(*text)});
        }
    }
    return result;
}

}  // namespace

std::span<const std::string_view> definitionFolders() {
    return kDefinitionFolders;
}

Result<SchemaFiles> readSchemaSource(const std::string& path, const Limits& limits) {
    std::error_code status;
    const fs::file_status kind = fs::status(path, status);
    if (!fs::exists(kind)) {
        return schemaUnreadable(path, "no such file or folder");
    }
    auto files = fs::is_directory(kind) ? readFolder(path, limits) : readSchemaJar(path, limits);
    if (files && files->definitions.empty()) {
        return schemaUnreadable(path, "no message definitions in it");
    }
    return files;
}

}  // namespace brokerscope
