#include "app/cli/decode_option.h"

#include "core/internal_topics/topic_record_reader.h"
#include "core/log_files/log_file_name.h"

#include <CLI/CLI.hpp>
#include <filesystem>

namespace brokerscope {
namespace {

constexpr const char* kAuto = "auto";
constexpr const char* kNone = "none";

}  // namespace

void addDecodeOption(CLI::App& command, DecodeOption& option) {
    command
        .add_option("--decode", option.word,
                    "Keys and values as records of an internal topic: auto (by the topic, or the name of the file's "
                    "folder), none, "
                    "offsets, transactions, share, metadata, remote")
        ->check(CLI::IsMember({kAuto, kNone, "offsets", "transactions", "share", "metadata", "remote"}))
        ->type_name("TOPIC")
        ->capture_default_str();
}

std::string topicOfFile(const std::string& file) {
    std::error_code code;
    const std::filesystem::path path = std::filesystem::absolute(file, code);
    const auto name = code ? std::nullopt : readPartitionName(path.parent_path().filename().string());
    return name ? name->topic : std::string();
}

const InternalTopicFacts* decodedTopic(const TopicRecordReader& reader, const DecodeOption& option,
                                       const std::optional<std::string>& file) {
    if (option.word == kNone) {
        return nullptr;
    }
    if (!option.isAuto()) {
        return reader.topicByWord(option.word);
    }
    return file && *file != "-" ? reader.topic(topicOfFile(*file)) : nullptr;
}

}  // namespace brokerscope
