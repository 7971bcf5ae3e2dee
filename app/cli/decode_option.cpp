#include "app/cli/decode_option.h"

#include "core/internal_topics/topic_record_reader.h"
#include "core/log_files/topic_of_file.h"

#include <CLI/CLI.hpp>

namespace brokerscope {
namespace {

constexpr const char* kAuto = "auto";
constexpr const char* kNone = "none";

}  // namespace

void addDecodeOption(CLI::App& command, DecodeOption& option) {
    command
        .add_option("--decode", option.word,
                    "Keys and values as records of an internal topic: auto (by the topic, or the name of the file "
                    "and its folder), none, "
                    "offsets, transactions, share, metadata, remote")
        ->check(CLI::IsMember({kAuto, kNone, "offsets", "transactions", "share", "metadata", "remote"}))
        ->type_name("TOPIC")
        ->capture_default_str();
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
