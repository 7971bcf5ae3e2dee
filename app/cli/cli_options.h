#pragma once

#include <optional>
#include <string>
#include <vector>

namespace brokerscope {

// Options that every command knows, as they were written.
struct GlobalOptions {
    std::string format;  // empty: the command's own
    std::vector<std::string> schemas;
    std::string release;
    bool preview = false;
    std::string color = "auto";
    bool quiet = false;
    bool unmask = false;
    std::vector<std::string> limits;  // NAME=VALUE
};

// Options of the commands that talk to brokers. Others accept and ignore them, since they may stand before the command.
struct ConnectionOptions {
    std::string bootstrap;
    std::string timeout = "30s";
    std::optional<std::string> clientId;  // absent: bscope
    std::vector<std::string> resolve;     // HOST:PORT=HOST:PORT
    bool readOnly = false;
    bool yes = false;
    bool noNegotiation = false;
    std::optional<std::string> record;  // file
};

}  // namespace brokerscope
