#include "app/cli/live_cluster.h"

#include "app/cli/cluster_options.h"
#include "app/cli/counted.h"
#include "app/cli/exchange_output.h"
#include "core/base/hex.h"
#include "core/exchange/exchange.h"
#include "core/schema/api_keys.h"
#include "core/text/decode_answer.h"
#include "core/text/diagnostic_json.h"
#include "core/text/text_tree.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <ostream>

namespace brokerscope {
namespace {

// Qt keeps references to both.
int g_argumentCount = 1;
char g_programName[] = "bscope";
char* g_arguments[] = {g_programName, nullptr};

constexpr std::size_t kToldBytes = 256;  // of an answer that cannot be read

}  // namespace

LiveCluster::LiveCluster(const ExchangeStoreLimits& kept) {
    if (QCoreApplication::instance() == nullptr) {
        m_application = std::make_unique<QCoreApplication>(g_argumentCount, g_arguments);
    }
    m_workbench = std::make_unique<Workbench>(std::make_shared<ExchangeStore>(kept));
}

LiveCluster::~LiveCluster() {
    // What is cancelled now is recorded too.
    m_workbench.reset();
    endRecording();
}

int LiveCluster::beginRecording(const CommandContext& context, const ClusterSettings& settings) {
    if (!context.connection.record || m_recording != nullptr) {
        return kDone;
    }
    auto begun =
        RunRecording::begin(*context.connection.record, m_workbench->exchanges(), settings, context.global.unmask);
    if (!begun) {
        return context.fail(begun.error());
    }
    m_recording = std::move(*begun);
    m_context = &context;
    return kDone;
}

void LiveCluster::endRecording() {
    if (m_recording == nullptr) {
        return;
    }
    const RecordingStatus status = m_recording->stop();
    if (status.error) {
        m_context->fail(*status.error);
    }
    if (status.lost > 0) {
        m_context->remark("bscope: " + counted(status.lost, "exchange", "exchanges") + " not recorded");
    }
}

int LiveCluster::connect(const CommandContext& context) {
    auto settings = clusterSettings(context);
    if (!settings) {
        return context.fail(settings.error());
    }
    if (const int status = beginRecording(context, *settings); status != kDone) {
        return status;
    }
    if (!settings->negotiate) {
        m_workbench->useCluster(std::move(*settings));
        return kDone;
    }
    auto connecting = m_workbench->connectToCluster(std::move(*settings));
    connecting.waitForFinished();
    const Result<ClusterView> view = connecting.result();
    if (view) {
        m_view = *view;
        tellFallbacks(context);
        return kDone;
    }
    const std::string sentence = sentenceOf(view.error());
    if (hasListedVersions()) {
        auto reaching = m_workbench->reachCluster(*clusterSettings(context));
        reaching.waitForFinished();
        if (const Result<ClusterView> reached = reaching.result()) {
            context.remark("bscope: the cluster's metadata is not known: " + sentence);
            m_view = *reached;
            tellFallbacks(context);
            return kDone;
        }
    }
    m_failure = sentence;
    return fail(context, view.error());
}

bool LiveCluster::hasListedVersions() const {
    const auto exchanges = m_workbench->exchanges()->since({});
    return std::any_of(exchanges.begin(), exchanges.end(), [](const std::shared_ptr<const Exchange>& exchange) {
        return exchange->apiKey == api_key::kApiVersions && !exchange->failure && exchange->errors.isEmpty();
    });
}

int LiveCluster::fail(const CommandContext& context, const Error& error) const {
    context.fail(kNoAnswer, sentenceOf(error));
    const auto failed = exchangeOf(error);
    if (context.global.format == "json") {
        context.line(unreachedJson(error, failed.get()));
    } else if (failed != nullptr) {
        tellAnswer(context, *failed);
    }
    return kNoAnswer;
}

std::shared_ptr<const Exchange> LiveCluster::exchangeOf(const Error& error) const {
    const auto exchanges = m_workbench->exchanges()->since({});
    const bool isOfIt =
        !exchanges.empty() && exchanges.back()->failure && exchanges.back()->failure->error.id == error.id;
    return isOfIt ? exchanges.back() : nullptr;
}

std::string LiveCluster::sentenceOf(const Error& error) const {
    const std::string line = errorLine(error);
    const auto failed = exchangeOf(error);
    const std::string address = failed != nullptr ? failed->broker.toString() : std::string();
    return line.find(address) != std::string::npos ? line : address + ": " + line;
}

void LiveCluster::tellFallbacks(const CommandContext& context) const {
    for (const std::shared_ptr<const Exchange>& exchange : m_workbench->exchanges()->since({})) {
        if (exchange->internal && exchange->apiKey == api_key::kApiVersions && exchange->failure) {
            context.remark("bscope: " + exchange->failure->text());
        }
    }
}

bool LiveCluster::tellUnasked(const CommandContext& context) const {
    bool isAny = false;
    for (const std::shared_ptr<const Exchange>& exchange : m_workbench->exchanges()->since({})) {
        if (exchange->request != nullptr || exchange->response == nullptr) {
            continue;
        }
        isAny = true;
        context.remark(fmt::format("bscope: {} sent {} that nobody asked for", exchange->broker.toString(),
                                   counted(exchange->responseBytes(), "byte", "bytes")));
        for (const Diagnostic& note : exchange->notes) {
            context.remark("bscope: " + problemLine(note));
        }
    }
    return isAny;
}

void LiveCluster::tellAnswer(const CommandContext& context, const Exchange& exchange) const {
    for (const Diagnostic& note : exchange.notes) {
        context.remark("bscope: " + problemLine(note));
    }
    const auto answer = responseTree(context.registry(), exchange, context.choice(), context.limits);
    if (answer == nullptr) {
        return;
    }
    const NodeRef root = NodeRef::root(answer);
    if (bodyNode(root).isValid()) {
        context.remark("what came of the answer:");
        writeTree(root, context.readable(), [&context](std::string_view text) { context.remark(text); });
        return;
    }
    const ByteView bytes = *exchange.response;
    const ByteView told = bytes.first(std::min(bytes.size(), kToldBytes));
    context.remark(fmt::format("what came: {}{}", toHex(told),
                               told.size() < bytes.size() ? fmt::format(" … {} in all", bytes.size()) : ""));
}

int LiveCluster::readVersions(const CommandContext& context,
                              std::vector<std::shared_ptr<const BrokerVersions>>& versions) {
    if (context.connection.noNegotiation) {
        return context.fail(kUsageError, "this asks what the brokers list first: it takes no --no-negotiation");
    }
    if (const int status = connect(context); status != kDone) {
        return status;
    }
    // Where the metadata names no broker, the one that was asked is all that is known.
    if (m_view.snapshot == nullptr || (m_view.snapshot->brokers.empty() && m_view.versions != nullptr)) {
        versions.push_back(m_view.versions);
        return kDone;
    }
    auto asking = m_workbench->brokerVersions();
    asking.waitForFinished();
    const auto answered = asking.result();
    if (!answered) {
        return fail(context, answered.error());
    }
    for (const auto& broker : *answered) {
        if (broker->failure) {
            context.remark("bscope: broker " + std::to_string(broker->brokerId) + " (" + broker->endpoint.toString() +
                           ") did not tell its versions: " + errorLine(*broker->failure));
        } else {
            versions.push_back(broker);
        }
    }
    if (versions.empty()) {
        return fail(context, {MessageId::Other, {"no broker told its versions"}, std::nullopt, {}});
    }
    return kDone;
}

int statusOfError(const Error& error) {
    static constexpr std::array kUnreached{
        MessageId::NoBroker,         MessageId::ConnectRefused,    MessageId::HostUnknown,
        MessageId::TimedOut,         MessageId::NotKafka,          MessageId::Cancelled,
        MessageId::ConnectionClosed, MessageId::FrameSizeNegative, MessageId::FrameSizeTooLarge,
        MessageId::FrameSizeZero,    MessageId::FrameSizeTooSmall,
    };
    return std::find(kUnreached.begin(), kUnreached.end(), error.id) != kUnreached.end() ? kNoAnswer : kUsageError;
}

}  // namespace brokerscope
