#include "app/cli/run_command.h"

#include "app/cli/cluster_options.h"
#include "app/cli/counted.h"
#include "app/cli/interruption.h"
#include "app/cli/junit_file.h"
#include "app/cli/live_cluster.h"
#include "app/cli/run_report.h"
#include "core/collections/collection.h"
#include "core/collections/environment_file.h"
#include "core/workbench/collection_changes.h"
#include "core/workbench/collection_run.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <ostream>

namespace brokerscope {
namespace {

constexpr const char* kRunFooter =
    R"(A collection is a folder of text files, one request a file (NAME.request), in the order of their names; each folder in it is
a chain of its own. docs/collections.md has the format: header lines such as "api: Metadata", "expect: response.errorCode == NONE"
and "set: member = response.memberId", a blank line, and the body as JSON with comments.

Everything is read and checked before anything is sent: files with errors are said with line and column, and the status is 2.
Requests that change the cluster ask first on a terminal, and need --yes elsewhere.

Formats: text; json (one object a request).
The status is 1 where an expectation does not hold, 3 where an answer that was due did not come, and after Ctrl+C.

Examples:
  bscope --bootstrap 127.0.0.1:9092 run checks/
  bscope --bootstrap 127.0.0.1:9092 run checks/ --env staging --junit checks.xml
  bscope --bootstrap 127.0.0.1:9092 run checks/groups/ --set group=billing --yes
  bscope --bootstrap 127.0.0.1:9092 run checks/1-brokers.request --format json)";

struct RunOptions {
    std::string path;
    std::string environment;
    std::vector<std::string> assignments;  // NAME=VALUE
    std::string junit;
};

// Everything that is known before a broker is asked.
struct PreparedRun {
    Collection collection;
    VariableScope variables;
    PlanContext context;
    std::vector<CollectionChange> changes;
};

int tellBroken(const CommandContext& context, const std::vector<FileRemark>& problems) {
    for (const FileRemark& problem : problems) {
        context.fail(kUsageError, problem.line());
    }
    return problems.empty() ? kDone : kUsageError;
}

int readVariables(const CommandContext& context, const RunOptions& options, PreparedRun& run) {
    addBuiltInVariables(run.variables);
    for (const std::string& text : options.assignments) {
        auto assignment = readAssignment(text);
        if (!assignment) {
            return context.fail(assignment.error());
        }
        run.variables.set(VariableLayer::CommandLine, std::move(assignment->first), std::move(assignment->second));
    }
    std::string environment;
    if (!options.environment.empty()) {
        auto text = run.collection.addEnvironment(options.environment, run.variables, context.limits);
        if (!text) {
            return tellBroken(context, {text.error()});
        }
        environment = std::move(*text);
    }
    const auto settled = run.variables.settle(context.limits);
    if (settled) {
        return kDone;
    }
    const Error& error = settled.error().error;
    return settled.error().layer == VariableLayer::Environment
               ? tellBroken(context,
                            {remarkOn(run.collection.environmentFile(options.environment), environment, error)})
               : context.fail(kUsageError, fmt::format("--set {}: {}", error.path, error.text()));
}

std::vector<FileRemark> errorsIn(const CollectedRequest& request, const RequestPlan& plan) {
    std::vector<FileRemark> errors;
    for (const Diagnostic& remark : plan.remarks) {
        if (remark.severity == Severity::Error) {
            errors.push_back(remarkOn(request.file, request.content.text(), remark));
        }
    }
    return errors;
}

// Reads every file as far as it can be read now: nothing is sent from a collection that is broken anywhere.
int planAll(const CommandContext& context, PreparedRun& run) {
    std::vector<FileRemark> problems = run.collection.problems();
    for (const CollectedChain& chain : run.collection.chains()) {
        const std::vector<RequestPlan> plans = planChain(chain, run.variables, run.context);
        for (std::size_t i = 0; i < plans.size(); ++i) {
            const std::vector<FileRemark> errors = errorsIn(chain.requests[i], plans[i]);
            problems.insert(problems.end(), errors.begin(), errors.end());
        }
        const std::vector<CollectionChange> changes = changesByChain(chain, plans, run.context);
        run.changes.insert(run.changes.end(), changes.begin(), changes.end());
    }
    return tellBroken(context, problems);
}

// Whether requests that change the cluster may be sent; asks once for all of them.
int consentTo(const CommandContext& context, const std::vector<CollectionChange>& changes) {
    if (changes.empty()) {
        return kDone;
    }
    std::string sentence = fmt::format("{}: {}", changes.front().path, changes.front().sentence);
    if (changes.size() > 1) {
        sentence += fmt::format("; {} may too", counted(changes.size() - 1, "other request", "other requests"));
    }
    if (context.connection.readOnly) {
        return context.fail(kUsageError, sentence + ": it is refused in read-only mode");
    }
    return mayChangeCluster(context, sentence) ? kDone : kUsageError;
}

int prepareRun(const CommandContext& context, const RunOptions& options, PreparedRun& run) {
    auto collection = Collection::open(options.path);
    if (!collection) {
        return context.fail(collection.error());
    }
    run.collection = std::move(*collection);
    const auto settings = clusterSettings(context);
    if (!settings) {
        return context.fail(settings.error());
    }
    run.context = collectionContext(context.registry(), *settings);
    if (const int status = readVariables(context, options, run); status != kDone) {
        return status;
    }
    if (const int status = planAll(context, run); status != kDone) {
        return status;
    }
    return consentTo(context, run.changes);
}

int runCollection(const CommandContext& context, const RunOptions& options) {
    const auto format = context.format({"text", "json"});
    if (!format) {
        return context.fail(format.error());
    }
    PreparedRun prepared;
    if (const int status = prepareRun(context, options, prepared); status != kDone) {
        return status;
    }
    JunitFile junit;
    if (const int status = junit.open(context, options.junit); status != kDone) {
        return status;
    }
    LiveCluster cluster;
    if (const int status = cluster.connect(context); status != kDone) {
        junit.write(context, junitOfUnreached(prepared.collection, cluster.failure()));
        return status;
    }
    const Interruption interruption;
    CollectionRunOptions running;
    running.variables = prepared.variables;
    running.mayChange = context.connection.yes;
    for (const CollectionChange& change : prepared.changes) {
        running.mayChangeBy.insert(change.path);
    }
    running.isCancelled = [&interruption] { return interruption.isAsked(); };
    CollectionRun run(cluster.workbench(), prepared.collection, prepared.context, std::move(running));
    RunReport report(context, *format == "json");
    while (const auto outcome = run.next()) {
        report.add(*outcome);
    }
    report.finish();
    const int written = junit.write(context, report.junit());
    if (interruption.isAsked()) {
        return context.fail(kNoAnswer, "stopped; what was not sent is skipped");
    }
    return written != kDone ? written : report.status();
}

}  // namespace

void addRunCommand(CLI::App& app, CommandContext& context, CommandAction& action) {
    auto options = std::make_shared<RunOptions>();
    CLI::App* command = app.add_subcommand("run", "Send the requests of a collection and check what it expects");
    command->footer(kRunFooter);
    command->add_option("FOLDER", options->path, "Folder of the collection, or one request file of it")
        ->required()
        ->type_name("FOLDER|FILE");
    command->add_option("--env", options->environment, "Variables of environments/NAME.json beside the requests")
        ->type_name("NAME");
    command
        ->add_option("--set", options->assignments,
                     "A variable: JSON where the value can be read so, else text; may repeat")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    command->add_option("--junit", options->junit, "Also write the outcomes as JUnit XML")->type_name("FILE");
    command->callback(
        [&context, &action, options] { action = [&context, options] { return runCollection(context, *options); }; });
}

}  // namespace brokerscope
