#include "app/cli/cluster_options.h"

#include <array>
#include <charconv>
#include <istream>
#include <ostream>

namespace brokerscope {
namespace {

Result<void> readResolve(ClusterSettings& settings, const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) {
        return failure(MessageId::InvalidValue, {"--resolve", text, "HOST:PORT=HOST:PORT"});
    }
    const auto from = Endpoint::parse(text.substr(0, equals));
    const auto to = Endpoint::parse(text.substr(equals + 1));
    if (!from || !to) {
        return failure(MessageId::InvalidValue, {"--resolve", text, "HOST:PORT=HOST:PORT"});
    }
    settings.resolve[*from] = *to;
    return {};
}

}  // namespace

Result<std::chrono::milliseconds> parseDuration(std::string_view option, std::string_view text) {
    struct Unit {
        std::string_view name;
        std::int64_t milliseconds;
    };
    static constexpr std::array kUnits{Unit{"ms", 1}, Unit{"s", 1000}, Unit{"m", 60000}, Unit{"", 1000}};
    constexpr std::int64_t kLongest = 86'400'000;
    std::int64_t number = 0;
    const char* end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, number);
    const std::string_view unitName(at, static_cast<std::size_t>(end - at));
    for (const Unit& unit : kUnits) {
        if (error == std::errc() && unit.name == unitName && number > 0 && number <= kLongest / unit.milliseconds) {
            return std::chrono::milliseconds(number * unit.milliseconds);
        }
    }
    return failure(MessageId::InvalidValue,
                   {std::string(option), std::string(text), "a time such as 500ms, 30s or 2m"});
}

namespace {

Result<ClusterSettings> readSettings(const CommandContext& context) {
    const ConnectionOptions& options = context.connection;
    ClusterSettings settings;
    if (!options.bootstrap.empty()) {
        auto bootstrap = Endpoint::parseList(options.bootstrap);
        if (!bootstrap) {
            return failure(MessageId::InvalidValue, {"--bootstrap", options.bootstrap, "HOST:PORT[,HOST:PORT]"});
        }
        settings.bootstrap = std::move(*bootstrap);
    }
    const auto timeout = parseDuration("--timeout", options.timeout);
    if (!timeout) {
        return tl::unexpected<Error>(timeout.error());
    }
    settings.timeout = *timeout;
    settings.clientId = options.clientId.value_or("bscope");
    for (const std::string& resolve : options.resolve) {
        if (const auto read = readResolve(settings, resolve); !read) {
            return tl::unexpected<Error>(read.error());
        }
    }
    settings.negotiate = !options.noNegotiation;
    settings.readOnly = options.readOnly;
    return settings;
}

}  // namespace

Result<void> checkConnectionOptions(const CommandContext& context) {
    const auto settings = readSettings(context);
    return settings ? Result<void>() : tl::unexpected<Error>(settings.error());
}

Result<ClusterSettings> clusterSettings(const CommandContext& context) {
    if (context.connection.bootstrap.empty()) {
        return failure(MessageId::Other, {"which broker? Give --bootstrap HOST:PORT"});
    }
    auto settings = readSettings(context);
    if (settings) {
        settings->limits = context.limits;
        settings->schemas = context.choice();
        settings->registry = context.loadedRegistry();
    }
    return settings;
}

bool mayChangeCluster(const CommandContext& context, const std::string& sentence) {
    if (context.connection.yes) {
        return true;
    }
    if (!context.streams.inIsTerminal) {
        context.fail(kUsageError, sentence + "; give --yes to send it");
        return false;
    }
    context.streams.err << sentence << ". Send it? [y/N] " << std::flush;
    std::string answer;
    std::getline(context.streams.in, answer);
    return answer == "y" || answer == "Y" || answer == "yes";
}

}  // namespace brokerscope
