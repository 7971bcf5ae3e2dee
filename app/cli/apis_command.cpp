#include "app/cli/apis_command.h"

#include "app/cli/live_apis.h"
#include "core/schema/definition_choice.h"
#include "core/text/schema_json.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace brokerscope {
namespace {

constexpr const char* kApisFooter =
    R"(Versions are those of all known releases; --release R looks at one. With --bootstrap the range of each broker is added.

Examples:
  bscope apis
  bscope apis --format json
  bscope apis --bootstrap 127.0.0.1:9092)";

std::string rangeText(const VersionRange& range) {
    return range.isEmpty() ? "-" : range.toString();
}

std::string brokersText(const std::vector<BrokerRange>& brokers) {
    std::string text;
    for (const BrokerRange& broker : brokers) {
        text += fmt::format("{}{}:{}", text.empty() ? "" : " ", broker.broker, broker.range.toString());
    }
    return text;
}

void printTable(const CommandContext& context, const std::vector<ApiInfo>& apis, const BrokerRanges& ranges) {
    context.line(fmt::format("{:>3} {:<36} {:<8} {:<8} {:<8} {:<18} {:<12}{}", "key", "name", "request", "response",
                             "flexible", "listeners", "releases", ranges.empty() ? "" : " broker:versions"));
    for (const ApiInfo& api : apis) {
        const auto brokers = ranges.find(api.key);
        std::string line =
            fmt::format("{:>3} {:<36} {:<8} {:<8} {:<8} {:<18} {:<12}", api.key, api.name + (api.unstable ? " *" : ""),
                        rangeText(api.request), rangeText(api.response),
                        api.flexibleSince ? std::to_string(*api.flexibleSince) + '+' : "-",
                        fmt::to_string(fmt::join(api.listeners, ",")), fmt::to_string(fmt::join(api.releases, ",")));
        if (brokers != ranges.end()) {
            line += ' ' + brokersText(brokers->second);
        }
        while (line.back() == ' ') {
            line.pop_back();
        }
        context.line(line);
    }
    context.remark("* the newest version is unstable, or in no release yet, and never chosen by default");
}

void printJson(const CommandContext& context, const std::vector<ApiInfo>& apis, const BrokerRanges& ranges) {
    std::string json = "[";
    for (const ApiInfo& api : apis) {
        json += json.size() > 1 ? "," : "";
        const auto brokers = ranges.find(api.key);
        json += apiJson(api, brokers != ranges.end() ? brokers->second : std::vector<BrokerRange>());
    }
    context.line(json + ']');
}

int runApis(const CommandContext& context) {
    const auto format = context.format({"text", "json"});
    if (!format) {
        return context.fail(format.error());
    }
    BrokerRanges ranges;
    if (!context.connection.bootstrap.empty()) {
        if (const int status = readBrokerRanges(context, ranges); status != kDone) {
            return status;
        }
    }
    const auto apis = apisWithin(context.registry(), context.choice());
    if (*format == "json") {
        printJson(context, apis, ranges);
    } else {
        printTable(context, apis, ranges);
    }
    return kDone;
}

}  // namespace

void addApisCommand(CLI::App& app, CommandContext& context, CommandAction& action) {
    CLI::App* command = app.add_subcommand("apis", "API keys, their versions, where they are flexible, who listens");
    command->footer(kApisFooter);
    command->callback([&context, &action] { action = [&context] { return runApis(context); }; });
}

}  // namespace brokerscope
