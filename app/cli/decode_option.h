#pragma once

#include "core/schema/record_types.h"

#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace brokerscope {

class TopicRecordReader;

// --decode: as which internal topic's records keys and values are read.
struct DecodeOption {
    std::string word = "auto";  // auto, none, or an internal topic's word: offsets, transactions …

    bool isAuto() const { return word == "auto"; }
};
void addDecodeOption(CLI::App& command, DecodeOption& option);

// The topic that records are read as; null: none, keys and values stay bytes. Auto goes by topicOfFile();
// without a file, and for standard input, nothing is decoded. `option` is one that the command line took.
const InternalTopicFacts* decodedTopic(const TopicRecordReader& reader, const DecodeOption& option,
                                       const std::optional<std::string>& file);

}  // namespace brokerscope
