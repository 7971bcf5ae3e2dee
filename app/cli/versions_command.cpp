#include "app/cli/versions_command.h"

#include "app/cli/live_cluster.h"
#include "app/cli/versions_output.h"

#include <CLI/CLI.hpp>

namespace brokerscope {
namespace {

constexpr const char* kVersionsFooter =
    R"(Per broker: the release that fits, its features and the versions of each API. "removed" names versions that the newest known
release no longer has, and which brokers still list them: clients that use them must be updated before the cluster is.

Examples:
  bscope --bootstrap 127.0.0.1:9092 versions
  bscope --bootstrap 127.0.0.1:9092 versions --format json)";

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
    return kDone;
}

}  // namespace

void addVersionsCommand(CLI::App& app, CommandContext& context, CommandAction& action) {
    CLI::App* command =
        app.add_subcommand("versions", "What each broker supports, its features, and the release that fits");
    command->footer(kVersionsFooter);
    command->callback([&context, &action] { action = [&context] { return runVersions(context); }; });
}

}  // namespace brokerscope
