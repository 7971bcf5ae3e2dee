#pragma once

#include "app/cli/command_context.h"
#include "core/workbench/workbench.h"

#include <chrono>
#include <string_view>

namespace brokerscope {

// The connection options as the workbench wants them. Errors: InvalidValue naming the option; Other where --bootstrap
// is missing.
Result<ClusterSettings> clusterSettings(const CommandContext& context);

// Whether the connection options can be read; an absent --bootstrap can. Commands that need no broker accept them too.
// Errors: InvalidValue naming the option.
Result<void> checkConnectionOptions(const CommandContext& context);

// "500ms", "30s", "2m", "30" (seconds); above zero. Errors: InvalidValue.
Result<std::chrono::milliseconds> parseDuration(std::string_view option, std::string_view text);

// Whether what may change the cluster may be sent: yes with --yes, by asking on a terminal otherwise, and no without
// one. `sentence` says why one is asked: "CreateTopics changes the cluster".
bool mayChangeCluster(const CommandContext& context, const std::string& sentence);

}  // namespace brokerscope
