#include "core/log_files/log_folder.h"

#include <algorithm>
#include <filesystem>
#include <tuple>

namespace brokerscope {
namespace {

namespace fs = std::filesystem;

// The last part of a path, whether or not a separator stands behind it.
std::string lastPart(const std::string& path) {
    const fs::path normal = fs::absolute(fs::path(path)).lexically_normal();
    return (normal.has_filename() ? normal : normal.parent_path()).filename().string();
}

void addEntry(LogFolder& folder, const fs::directory_entry& entry) {
    std::error_code code;
    std::string name = entry.path().filename().string();
    if (entry.is_directory(code)) {
        if (readPartitionName(name)) {
            folder.partitions.push_back(entry.path().string());
        }
        return;
    }
    if (entry.is_regular_file(code)) {
        const std::uint64_t size = entry.file_size(code);
        if (!code) {
            folder.files.push_back({std::move(name), entry.path().string(), size});
        }
    }
}

auto orderOf(const std::string& path) {
    const auto name = readPartitionName(lastPart(path)).value_or(PartitionName());
    return std::tuple(name.topic, name.partition, path);
}

}  // namespace

bool LogFolder::isKnown() const {
    return std::any_of(files.begin(), files.end(),
                       [](const ListedFile& file) { return readLogFileName(file.name).kind != LogFileKind::Unknown; });
}

Result<LogFolder> readLogFolder(const std::string& path) {
    LogFolder folder;
    folder.path = path;
    folder.name = lastPart(path);
    folder.partition = readPartitionName(folder.name);
    std::error_code code;
    fs::directory_iterator entry(path, code);
    for (const fs::directory_iterator end; !code && entry != end; entry.increment(code)) {
        addEntry(folder, *entry);
    }
    if (code) {
        return failure(MessageId::FileUnreadable, {path, code.message()});
    }
    std::sort(folder.files.begin(), folder.files.end(),
              [](const ListedFile& a, const ListedFile& b) { return a.name < b.name; });
    std::sort(folder.partitions.begin(), folder.partitions.end(),
              [](const std::string& a, const std::string& b) { return orderOf(a) < orderOf(b); });
    return folder;
}

std::string logBeside(const std::string& path) {
    fs::path log(path);
    const LogFileName name = readLogFileName(log.filename().string());
    if (!name.suffix.empty()) {
        log.replace_extension();
    }
    log.replace_extension("log");
    return name.suffix.empty() ? log.string() : log.string() + '.' + name.suffix;
}

}  // namespace brokerscope
