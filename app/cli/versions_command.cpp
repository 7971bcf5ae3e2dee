#include "app/cli/versions_command.h"

#include "app/cli/live_cluster.h"
#include "app/cli/versions_output.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace brokerscope {
namespace {

constexpr const char* kVersionsFooter =
    R"(Per broker: the release that fits, its features and the versions of each API. "removed" names versions that the newest known
release no longer has, and which brokers still list them: clients that use them must be updated before the cluster is.

Examples:
  bscope --bootstrap 127.0.0.1:9092 versions
  bscope --bootstrap 127.0.0.1:9092 versions --format json)";

// An answer with an error code lists nothing: that is no broker without APIs.
int tellRefusals(const CommandContext& context, const std::vector<std::shared_ptr<const BrokerVersions>>& brokers) {
    int status = kDone;
    for (const auto& broker : brokers) {
        if (broker->errorCode != 0) {
            status = kDataError;
            context.remark(fmt::format("bscope: {} answered ApiVersions with {}", broker->endpoint.toString(),
                                       context.registry().errorName(broker->errorCode)));
        }
    }
    return status;
}

int runVersions(const CommandContext& context) {
    const auto format = context.format({"text", "json"});
    if (!format) {
        return context.fail(format.error());
    }
    LiveCluster cluster;
    std::vector<std::shared_ptr<const BrokerVersions>> versions;
    if (const int status = cluster.readVersions(context, versions); status != kDone) {
        return status;
    }
    if (*format == "json") {
        context.line(versionsJson(context, cluster.view().snapshot.get(), versions));
    } else {
        printVersions(context, cluster.view().snapshot.get(), versions);
    }
    return tellRefusals(context, versions);
}

}  // namespace

void addVersionsCommand(CLI::App& app, CommandContext& context, CommandAction& action) {
    CLI::App* command =
        app.add_subcommand("versions", "What each broker supports, its features, and the release that fits");
    command->footer(kVersionsFooter);
    command->callback([&context, &action] { action = [&context] { return runVersions(context); }; });
}

}  // namespace brokerscope
