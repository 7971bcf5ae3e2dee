#include "core/log_files/topic_of_file.h"

#include "core/log_files/log_file_name.h"

#include <filesystem>
#include <system_error>

namespace brokerscope {

std::string topicOfFile(const std::string& path) {
    std::error_code code;
    const std::filesystem::path whole = std::filesystem::absolute(path, code);
    if (code) {
        return {};
    }
    if (readLogFileName(whole.filename().string()).kind == LogFileKind::MetadataSnapshot) {
        return std::string(kMetadataTopic);
    }
    const auto name = readPartitionName(whole.parent_path().filename().string());
    return name ? name->topic : std::string();
}

}  // namespace brokerscope
