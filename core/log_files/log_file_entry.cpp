#include "core/log_files/log_file_entry.h"

namespace brokerscope {

std::optional<std::int64_t> LogFileEntry::number(std::string_view name) const {
    for (const EntryField& field : fields) {
        if (const auto* const value = std::get_if<std::int64_t>(&field.value); field.name == name && value != nullptr) {
            return *value;
        }
    }
    return std::nullopt;
}

void LogFileEntry::remark(Severity severity, MessageId id, std::vector<std::string> arguments, std::string path) {
    remarks.push_back({severity, id, std::move(arguments), {BufferId::Main, position, size}, std::move(path)});
}

}  // namespace brokerscope
