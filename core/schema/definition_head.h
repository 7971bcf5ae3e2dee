#pragma once

#include "core/schema/message_spec.h"

#include <optional>
#include <string>
#include <vector>

namespace brokerscope {

// What is known of a definition before its fields are read: enough to look it up and to list APIs.
struct DefinitionHead {
    std::string name;
    MessageType type = MessageType::Data;
    std::optional<std::int16_t> apiKey;
    VersionRange validVersions;
    VersionRange flexibleVersions;
    bool latestVersionUnstable = false;
    std::vector<std::string> listeners;
    std::string release;    // "4.4.0", "preview", or the path given to --schemas
    std::string component;  // "clients" …; empty where the source does not say
    std::string file;       // for errors
    bool isPreview = false;
};

DefinitionHead headOf(const MessageSpec& spec, std::string file);

}  // namespace brokerscope
