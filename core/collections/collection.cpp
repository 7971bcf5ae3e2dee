#include "core/collections/collection.h"

#include "core/base/file_byte_source.h"
#include "core/base/nearest_name.h"
#include "core/collections/environment_file.h"
#include "core/collections/natural_order.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace brokerscope {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kRequestExtension = ".request";
constexpr std::string_view kEnvironmentExtension = ".json";
constexpr std::string_view kEnvironmentFolder = "environments";

Result<std::string> readText(const std::string& path, std::uint64_t most) {
    const auto source = FileByteSource::open(path);
    const auto size = source ? (*source)->size() : tl::unexpected(source.error());
    if (!size) {
        return tl::unexpected(size.error());
    }
    if (*size > most) {
        return failure(MessageId::Other,
                       {fmt::format("{} bytes are more than a file of a collection may have ({})", *size, most)});
    }
    return (*source)->bytes(0, *size).map([](const ByteBuffer& bytes) { return std::string(asText(bytes)); });
}

// Names in a folder that are taken, in their order.
Result<std::vector<fs::path>> namesIn(const fs::path& folder) {
    std::error_code error;
    std::vector<fs::path> names;
    fs::directory_iterator entries(folder, error);
    for (; !error && entries != fs::directory_iterator(); entries.increment(error)) {
        if (!entries->path().filename().string().starts_with('.')) {
            names.push_back(entries->path().filename());
        }
    }
    if (error) {
        return failure(MessageId::FileUnreadable, {folder.string(), error.message()});
    }
    std::sort(names.begin(), names.end(),
              [](const fs::path& left, const fs::path& right) { return comesBefore(left.string(), right.string()); });
    return names;
}

std::string joinedPath(const std::string& folder, const std::string& name) {
    return folder.empty() ? name : folder + '/' + name;
}

}  // namespace

class CollectionReader {
public:
    CollectionReader(Collection& made, const CollectionLimits& limits) : m_made(made), m_limits(limits) {}

    // `folder` within the collection.
    void readFolder(const std::string& folder, std::size_t depth) {
        const fs::path full = folder.empty() ? fs::path(m_made.m_root) : fs::path(m_made.m_root) / folder;
        const auto names = namesIn(full);
        if (!names) {
            complain(full.string(), names.error());
            return;
        }
        CollectedChain chain{folder, {}};
        std::vector<std::string> folders;
        for (const fs::path& name : *names) {
            std::error_code error;
            const fs::file_status status = fs::symlink_status(full / name, error);
            const bool isRequest = name.extension() == kRequestExtension && !fs::is_directory(status);
            if (fs::is_directory(status) && name != kEnvironmentFolder) {
                folders.push_back(name.string());
            } else if (isRequest && !readRequest(chain, name.string(), (full / name).string())) {
                return;
            }
        }
        if (!chain.requests.empty()) {
            m_made.m_chains.push_back(std::move(chain));
        }
        for (const std::string& name : folders) {
            if (depth == m_limits.depth) {
                complain((full / name).string(),
                         {MessageId::Other,
                          {fmt::format("more than {} folders within each other", m_limits.depth)},
                          {},
                          {}});
            } else if (!m_isFull) {
                readFolder(joinedPath(folder, name), depth + 1);
            }
        }
    }

    // False: there are too many.
    bool readRequest(CollectedChain& chain, const std::string& name, const std::string& file) {
        if (++m_files > m_limits.files) {
            m_isFull = true;
            complain(m_made.m_root,
                     {MessageId::Other, {fmt::format("more than {} request files", m_limits.files)}, {}, {}});
            return false;
        }
        auto text = readText(file, m_limits.fileBytes);
        if (!text) {
            complain(file, text.error());
            return true;
        }
        auto content = RequestFile::parse(*text);
        if (!content) {
            m_made.m_problems.push_back(remarkOn(file, *text, content.error()));
            return true;
        }
        chain.requests.push_back({joinedPath(chain.folder, name), file, std::move(*content)});
        return true;
    }

    void addChain(CollectedChain chain) {
        if (!chain.requests.empty()) {
            m_made.m_chains.push_back(std::move(chain));
        }
    }

    // Looks for environments from a folder on upwards.
    void findEnvironments(const fs::path& from) {
        std::error_code error;
        fs::path folder = fs::absolute(from, error).lexically_normal();
        bool isFirst = true;
        for (;;) {
            // Where it is beside the requests it is called as they are.
            const fs::path candidate = (isFirst ? from : folder) / kEnvironmentFolder;
            if (fs::is_directory(candidate, error)) {
                listEnvironments(candidate);
                return;
            }
            folder = isFirst && !folder.has_filename() ? folder.parent_path() : folder;
            if (!folder.has_parent_path() || folder.parent_path() == folder) {
                return;
            }
            folder = folder.parent_path();
            isFirst = false;
        }
    }

private:
    void complain(const std::string& file, const Error& error) {
        m_made.m_problems.push_back(remarkOn(file, {}, Error{error.id, error.arguments, {}, {}}));
    }

    void listEnvironments(const fs::path& folder) {
        m_made.m_environmentFolder = folder.string();
        const auto names = namesIn(folder);
        for (const fs::path& name : names.value_or(std::vector<fs::path>())) {
            if (name.extension() == kEnvironmentExtension) {
                m_made.m_environments.push_back(name.stem().string());
            }
        }
    }

    Collection& m_made;
    const CollectionLimits& m_limits;
    std::size_t m_files = 0;
    bool m_isFull = false;
};

std::string_view CollectedRequest::fileName() const {
    return std::string_view(path).substr(path.rfind('/') + 1);
}

Result<Collection> Collection::open(const std::string& path, const CollectionLimits& limits) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status)) {
        return failure(MessageId::FileUnreadable, {path, "there is no such file or folder"});
    }
    Collection made;
    made.m_mostBytes = limits.fileBytes;
    CollectionReader reader(made, limits);
    if (fs::is_directory(status)) {
        made.m_root = path;
        reader.readFolder({}, 0);
        reader.findEnvironments(path);
    } else {
        const fs::path file(path);
        made.m_root = file.parent_path().string();
        CollectedChain chain;
        reader.readRequest(chain, file.filename().string(), path);
        reader.addChain(std::move(chain));
        reader.findEnvironments(made.m_root.empty() ? fs::path(".") : fs::path(made.m_root));
    }
    if (made.m_chains.empty() && made.m_problems.empty()) {
        return failure(MessageId::FileUnreadable, {path, "it holds no request file (NAME.request)"});
    }
    return made;
}

std::string Collection::environmentFile(const std::string& name) const {
    return (fs::path(m_environmentFolder) / (name + std::string(kEnvironmentExtension))).string();
}

tl::expected<std::string, FileRemark> Collection::addEnvironment(const std::string& name, VariableScope& scope,
                                                                 const Limits& limits) const {
    if (std::find(m_environments.begin(), m_environments.end(), name) == m_environments.end()) {
        const std::string nearest = nearestName(name, m_environments);
        const Error unknown{
            MessageId::Other,
            {fmt::format("no environment is called \"{}\"{}", name, nearest.empty() ? "" : "; nearest: " + nearest)},
            {},
            {}};
        return tl::unexpected(remarkOn(m_environmentFolder.empty() ? m_root : m_environmentFolder, {}, unknown));
    }
    const std::string file = environmentFile(name);
    const auto text = readText(file, m_mostBytes);
    if (!text) {
        return tl::unexpected(remarkOn(file, {}, Error{text.error().id, text.error().arguments, {}, {}}));
    }
    const auto variables = readEnvironment(*text, limits);
    if (!variables) {
        return tl::unexpected(remarkOn(file, *text, variables.error()));
    }
    for (const auto& [variable, value] : *variables) {
        scope.set(VariableLayer::Environment, variable, value);
    }
    return *text;
}

}  // namespace brokerscope
