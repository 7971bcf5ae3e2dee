#include "app/cli/check_command.h"

#include "app/cli/check_report.h"
#include "app/cli/cluster_options.h"
#include "app/cli/junit_file.h"
#include "app/cli/live_cluster.h"
#include "app/cli/message_choice.h"
#include "core/text/diagnostic_json.h"
#include "core/workbench/minimal_requests.h"
#include "core/workbench/mutation.h"

#include <CLI/CLI.hpp>
#include <chrono>
#include <thread>

#include <fmt/format.h>
#include <functional>
#include <ostream>

namespace brokerscope {
namespace {

constexpr const char* kCheckFooter =
    R"(Sends minimal requests and compares what comes back with a table of expected refusals. Requests that change the cluster are
sent only with --yes, and so are those for which a broker makes an internal topic that is not there yet (a coordinator's); those
that act on the broker itself only with --throwaway too. A check of everything leaves the others out
and says on stderr which they are. Where such an API is named, a terminal is asked, and without one, or without --throwaway,
nothing is sent at all: the status is 2.

What Apache Kafka of a release does is expected of a broker that lists the metadata.version levels of that release; of others,
what any release does.

Formats: text; json (one object a version).
The status is 1 where an outcome is not the expected one or something did not decode.

Examples:
  bscope --bootstrap 127.0.0.1:9092 check
  bscope --bootstrap 127.0.0.1:9092 check Metadata Fetch --format json
  bscope --bootstrap 127.0.0.1:9092 check CreateTopics --yes
  bscope --bootstrap 127.0.0.1:9092 check --yes --junit check.xml)";

struct CheckCommandOptions {
    std::vector<std::string> apis;
    std::string junit;
    bool throwaway = false;
    bool unadvertised = false;
};

Result<CheckOptions> readOptions(const CommandContext& context, const CheckCommandOptions& options) {
    CheckOptions check;
    for (const std::string& name : options.apis) {
        const auto apiKey = chooseRequest(context, "API", name);
        if (!apiKey) {
            return tl::unexpected<Error>(apiKey.error());
        }
        check.apis.push_back(*apiKey);
    }
    check.mutating = context.connection.yes;
    check.throwaway = options.throwaway;
    check.unadvertised = options.unadvertised;
    return check;
}

// Names of the checked APIs for which that holds, "CreateTopics, Vote".
std::string checkedApisThat(const CommandContext& context, const CheckOptions& check,
                            const std::function<bool(int)>& holds) {
    std::string names;
    for (const std::int16_t apiKey : check.apis) {
        if (holds(apiKey)) {
            const ApiInfo* api = context.registry().api(apiKey);
            names += names.empty() ? "" : ", ";
            names += api != nullptr ? api->name : std::to_string(apiKey);
        }
    }
    return names;
}

// Sees to it that APIs that were named are not left out in silence: 0 where all of them may be sent.
int consentToNamed(const CommandContext& context, CheckOptions& check) {
    const std::string changing =
        checkedApisThat(context, check, [&](int key) { return isMutatingApi(context.registry(), key); });
    const std::string acting =
        checkedApisThat(context, check, [](int key) { return MinimalRequests::embedded().actsOnBroker(key); });
    const std::string sentence = fmt::format("a check of {} may change the cluster", changing);
    if (!changing.empty() && context.connection.readOnly) {
        return context.fail(kUsageError, sentence + ": it is refused in read-only mode");
    }
    if (!acting.empty() && !check.throwaway) {
        return context.fail(kUsageError, fmt::format("a check of {} acts on the broker itself; give --throwaway to "
                                                     "send it to one that may be lost",
                                                     acting));
    }
    if (!changing.empty()) {
        check.mutating = mayChangeCluster(context, sentence);
        return check.mutating ? kDone : kUsageError;
    }
    return kDone;
}

int runCheck(const CommandContext& context, const CheckCommandOptions& options) {
    const auto format = context.format({"text", "json"});
    if (!format) {
        return context.fail(format.error());
    }
    auto check = readOptions(context, options);
    if (!check) {
        return context.fail(check.error());
    }
    if (const int status = consentToNamed(context, *check); status != kDone) {
        return status;
    }
    JunitFile junit;
    if (const int status = junit.open(context, options.junit); status != kDone) {
        return status;
    }
    if (context.connection.noNegotiation) {
        return context.fail(kUsageError, "check asks what the broker lists first: it takes no --no-negotiation");
    }
    LiveCluster cluster;
    if (const int status = cluster.connect(context); status != kDone) {
        return status;
    }
    CheckReport report(context, *format == "json");
    auto checking = cluster.workbench().check(std::move(*check));
    int taken = 0;
    while (!checking.isFinished() || taken < checking.resultCount()) {
        if (taken < checking.resultCount()) {
            const Result<CheckOutcome> outcome = checking.resultAt(taken++);
            if (!outcome) {
                return cluster.fail(context, outcome.error());
            }
            report.add(*outcome);
        } else {
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
    }
    if (taken == 0) {
        return context.fail(kNoAnswer, "the check was given up before its first result");
    }
    report.finish();
    const int written = junit.isOpen() ? junit.write(context, report.junit()) : kDone;
    return written != kDone ? written : report.status();
}

}  // namespace

void addCheckCommand(CLI::App& app, CommandContext& context, CommandAction& action) {
    auto options = std::make_shared<CheckCommandOptions>();
    CLI::App* command =
        app.add_subcommand("check", "Try every advertised version of every API and report what did not go as expected");
    command->footer(kCheckFooter);
    command->add_option("API", options->apis, "Only these APIs");
    command->add_option("--junit", options->junit, "Also write the outcomes as JUnit XML")->type_name("FILE");
    command->add_flag("--throwaway", options->throwaway,
                      "Also send requests that act on the broker itself; it may be lost");
    command->add_flag("--unadvertised", options->unadvertised, "Also try versions that the broker does not list");
    command->callback(
        [&context, &action, options] { action = [&context, options] { return runCheck(context, *options); }; });
}

}  // namespace brokerscope
