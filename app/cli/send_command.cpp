#include "app/cli/send_command.h"

#include "app/cli/change_consent.h"
#include "app/cli/cluster_options.h"
#include "app/cli/data_fault.h"
#include "app/cli/exchange_output.h"
#include "app/cli/input_text.h"
#include "app/cli/live_cluster.h"
#include "app/cli/message_choice.h"
#include "core/base/hex.h"
#include "core/schema/definition_choice.h"
#include "core/text/diagnostic_json.h"
#include "core/topology/own_versions.h"
#include "core/workbench/raw_request.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <ostream>

namespace brokerscope {
namespace {

constexpr const char* kSendFooter =
    R"(Without --version the highest stable one that both sides know; without --body the minimal request that check sends.
Requests that change the cluster, and raw bytes that cannot be read, ask first on a terminal, and need --yes elsewhere.
With --no-negotiation versions that nobody knows are sent too, in the form of the nearest known one.

Formats: text; json (one object an exchange).
The status is 1 where the answer holds an error code, request or answer are malformed, or the body says what Kafka would
refuse; 3 where no answer came.

Examples:
  bscope --bootstrap 127.0.0.1:9092 send Metadata
  bscope --bootstrap 127.0.0.1:9092 send Metadata --version all --show request,response,hex
  bscope --bootstrap 127.0.0.1:9092 send CreateTopics --body topic.json --yes
  bscope --bootstrap 127.0.0.1:9092 --no-negotiation send ApiVersions --version 3 --timeout 2s
  bscope --bootstrap 127.0.0.1:9092 send ApiVersions --repeat 100 --pipeline 10
  bscope --bootstrap 127.0.0.1:9092 --yes send --raw 0000000f000300630000000100037530330000)";

// Everything that is to be sent, without the body, which each request gets for itself.
struct SendPlan {
    std::int16_t apiKey = 0;
    std::string apiName;
    std::optional<ByteBuffer> raw;
    std::vector<ByteBuffer> rawFrames;  // the same, cut as a broker does
    std::optional<std::string> body;
    RequestTarget target;
    VersionWish versions;
    ShownParts shown;
    bool json = false;
};

// Raw bytes say everything themselves.
Result<void> refuseBesideRaw(const SendOptions& options) {
    for (const auto& [given, what] :
         {std::pair{!options.name.empty(), "NAME"}, std::pair{!options.versions.empty(), "--version"},
          std::pair{options.body.has_value(), "--body"}}) {
        if (given) {
            return failure(MessageId::Other, {fmt::format("give {} or --raw, not both", what)});
        }
    }
    return {};
}

Result<void> readWhat(const CommandContext& context, const SendOptions& options, SendPlan& plan) {
    if (options.raw) {
        if (auto refused = refuseBesideRaw(options); !refused) {
            return refused;
        }
        auto bytes = fromHex(*options.raw);
        if (!bytes) {
            return tl::unexpected<Error>(bytes.error());
        }
        if (bytes->empty()) {
            return failure(MessageId::Other, {"--raw has no bytes to send"});
        }
        plan.apiKey = frameFacts(*bytes).apiKey.value_or(std::int16_t{-1});
        plan.rawFrames = splitRequests(*bytes);
        plan.raw = std::move(*bytes);
        return {};
    }
    if (options.name.empty()) {
        return failure(MessageId::Other, {"which request? Give its name, or see bscope help send"});
    }
    const auto apiKey = chooseRequest(context, "NAME", options.name);
    if (!apiKey) {
        return tl::unexpected<Error>(apiKey.error());
    }
    plan.apiKey = *apiKey;
    return {};
}

Result<SendPlan> readPlan(const CommandContext& context, const SendOptions& options) {
    SendPlan plan;
    if (const auto read = readWhat(context, options, plan); !read) {
        return tl::unexpected<Error>(read.error());
    }
    const ApiInfo* api = context.registry().api(plan.apiKey);
    plan.apiName = api != nullptr ? api->name : "API " + std::to_string(plan.apiKey);
    const auto format = context.format({"text", "json"});
    if (!format) {
        return tl::unexpected<Error>(format.error());
    }
    plan.json = *format == "json";
    const auto versions = VersionWish::parse(options.versions);
    if (!versions) {
        return failure(MessageId::InvalidValue,
                       {"--version", options.versions, "N, A..B or all, with versions from -32768 to 32767"});
    }
    plan.versions = *versions;
    const auto shown = ShownParts::parse(options.show);
    if (!shown) {
        return failure(MessageId::InvalidValue, {"--show", options.show, "made of request, response, hex and timing"});
    }
    plan.shown = *shown;
    auto target = RequestTarget::parse(options.target);
    if (!target) {
        return ofOption("--target", target.error());
    }
    plan.target = std::move(*target);
    if (options.body) {
        auto body = readJsonOption(*options.body, context.streams.in, context.limits);
        if (!body) {
            return tl::unexpected<Error>(body.error());
        }
        plan.body = std::move(*body);
    }
    return plan;
}

// The versions of a plan, nothing standing for the highest stable common one. Empty: nothing is common.
std::vector<std::optional<std::int16_t>> versionsOf(const CommandContext& context, const SendPlan& plan,
                                                    const ClusterView& view) {
    if (plan.raw || (!plan.versions.all && !plan.versions.from)) {
        return {std::nullopt};
    }
    VersionRange range;
    if (plan.versions.from) {
        range = {static_cast<std::int16_t>(*plan.versions.from), static_cast<std::int16_t>(*plan.versions.to)};
    } else if (view.versions != nullptr) {
        range = apiUsability(context.registry(), *view.versions, plan.apiKey, context.choice()).usable;
    } else {
        range = ownVersions(context.registry(), plan.apiKey, context.choice()).range;
    }
    std::vector<std::optional<std::int16_t>> versions;
    for (int version = range.min; version <= range.max; ++version) {
        versions.emplace_back(static_cast<std::int16_t>(version));
    }
    return versions;
}

SendRequest makeRequest(const SendPlan& plan, std::optional<std::int16_t> version, const ByteBuffer* frame) {
    SendRequest request;
    request.apiKey = plan.apiKey;
    request.version = version;
    request.target = plan.target;
    if (frame != nullptr) {
        request.rawFrame = *frame;
    } else if (plan.body) {
        request.body = JsonBody{*plan.body};
    }
    return request;
}

class Sender {
public:
    Sender(const CommandContext& context, const SendPlan& plan, LiveCluster& cluster)
        : m_context(context), m_plan(plan), m_cluster(cluster) {}

    // All of them before the first answer is waited for.
    void atOnce(std::optional<std::int16_t> version, std::uint32_t count) {
        std::vector<SendRequest> requests;
        for (std::uint32_t i = 0; i < count; ++i) {
            if (!m_plan.raw) {
                requests.push_back(makeRequest(m_plan, version, nullptr));
            }
            for (const ByteBuffer& frame : m_plan.rawFrames) {
                requests.push_back(makeRequest(m_plan, version, &frame));
            }
        }
        auto sending = m_cluster.workbench().sendPipelined(std::move(requests));
        sending.waitForFinished();
        for (const Result<SendResult>& result : sending.results()) {
            show(result);
        }
    }

    int status() const { return m_status; }

private:
    void show(const Result<SendResult>& result) {
        if (!result) {
            if (m_plan.json) {
                m_context.line(unsentJson(m_context, m_plan.raw ? std::nullopt : std::optional(m_plan.apiKey),
                                          result.error(), {}));
            }
            m_status = std::max(m_status, m_context.fail(statusOfError(result.error()), errorLine(result.error())));
            return;
        }
        for (const Diagnostic& remark : result->remarks) {
            m_context.remark("bscope: " + problemLine(remark));
        }
        const bool areRecordsGood =
            m_plan.json ? printExchangeJson(m_context, *result) : printExchange(m_context, *result, m_plan.shown);
        if (!areRecordsGood) {
            m_status = std::max<int>(m_status, kDataError);
        }
        m_context.streams.out.flush();
        m_status = std::max(m_status, statusOf(*result));
    }

    const CommandContext& m_context;
    const SendPlan& m_plan;
    LiveCluster& m_cluster;
    int m_status = kDone;
};

// Versions that are looked at before anything is connected: those that were asked for, else the newest stable one of
// ours.
Result<std::vector<std::int16_t>> versionsBeforeConnecting(const CommandContext& context, const SendPlan& plan) {
    std::vector<std::int16_t> versions;
    if (plan.raw) {
        return versions;
    }
    if (plan.versions.from) {
        for (int version = *plan.versions.from; version <= *plan.versions.to; ++version) {
            versions.push_back(static_cast<std::int16_t>(version));
        }
        return versions;
    }
    const auto newest = newestStableVersion(context.registry(), plan.apiName + "Request", context.choice());
    if (!newest) {
        return tl::unexpected<Error>(newest.error());
    }
    versions.push_back(static_cast<std::int16_t>(*newest));
    return versions;
}

// The same once the broker's versions are known.
std::vector<std::int16_t> versionsAfterConnecting(const CommandContext& context, const SendPlan& plan,
                                                  const ClusterView& view,
                                                  const std::vector<std::optional<std::int16_t>>& chosen) {
    std::vector<std::int16_t> versions;
    for (const auto& version : chosen) {
        if (version) {
            versions.push_back(*version);
        } else if (!plan.raw && view.versions != nullptr) {
            const std::int16_t highest =
                apiUsability(context.registry(), *view.versions, plan.apiKey, context.choice()).highest;
            if (highest >= 0) {
                versions.push_back(highest);
            }
        }
    }
    return versions;
}

int sendAll(const SendPlan& plan, const SendOptions& options, const std::vector<std::optional<std::int16_t>>& versions,
            const CommandContext& context, LiveCluster& cluster) {
    Sender sender(context, plan, cluster);
    const std::uint32_t total = options.repeat == 0 ? options.pipeline : options.repeat;
    for (std::uint32_t sent = 0; sent < total; sent += options.pipeline) {
        for (const auto& version : versions) {
            sender.atOnce(version, std::min(options.pipeline, total - sent));
        }
    }
    return cluster.tellUnasked(context) ? std::max<int>(sender.status(), kDataError) : sender.status();
}

int runSend(const CommandContext& context, const SendOptions& options) {
    const auto plan = readPlan(context, options);
    if (!plan) {
        return context.fail(plan.error());
    }
    if (const auto settings = clusterSettings(context); !settings) {
        return context.fail(settings.error());
    }
    const auto first = versionsBeforeConnecting(context, *plan);
    if (!first) {
        return context.fail(first.error());
    }
    LiveCluster cluster;
    ChangeConsent consent(context, cluster.workbench(), {plan->apiKey, plan->apiName, plan->body, plan->raw});
    if (const int status = consent.check(*first); status != kDone) {
        return status;
    }
    if (const int status = cluster.connect(context); status != kDone) {
        return status;
    }
    const auto versions = versionsOf(context, *plan, cluster.view());
    if (versions.empty()) {
        return context.fail(kUsageError, "no version of " + plan->apiName + " is known to both sides");
    }
    if (const int status = consent.check(versionsAfterConnecting(context, *plan, cluster.view(), versions));
        status != kDone) {
        return status;
    }
    return sendAll(*plan, options, versions, context, cluster);
}

}  // namespace

void addSendCommand(CLI::App& app, CommandContext& context, CommandAction& action) {
    auto options = std::make_shared<SendOptions>();
    CLI::App* command = app.add_subcommand("send", "Send a request and print the response");
    command->footer(kSendFooter);
    command->add_option("NAME", options->name, "The request: Metadata, MetadataRequest or its API key");
    command->add_option("--version", options->versions, "Version to send, or several of them")->type_name("N|A..B|all");
    command
        ->add_option_function<std::string>(
            "--body", [options](const std::string& text) { options->body = text; },
            "File with the body as JSON, - for standard input, or the JSON itself")
        ->type_name("FILE");
    command->add_option("--target", options->target, "auto, any, controller, a broker id or HOST:PORT (default auto)")
        ->type_name("WHO");
    command
        ->add_option_function<std::string>(
            "--raw", [options](const std::string& text) { options->raw = text; },
            "Send these bytes as they are, size prefix included; may be several frames")
        ->type_name("HEX");
    command
        ->add_option("--repeat", options->repeat,
                     "Send each request so many times in all (default: as --pipeline, or 1)")
        ->type_name("N")
        ->check(CLI::Range(1U, 1000000U));
    command->add_option("--pipeline", options->pipeline, "Have so many sends unanswered at once")
        ->type_name("N")
        ->check(CLI::Range(1U, 100000U));
    command
        ->add_option("--show", options->show, "Parts to print as text: request,response,hex,timing (default response)")
        ->type_name("PARTS");
    command->callback(
        [&context, &action, options] { action = [&context, options] { return runSend(context, *options); }; });
}

}  // namespace brokerscope
