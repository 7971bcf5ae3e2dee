#include "app/cli/fetch_run.h"

#include "app/cli/interruption.h"
#include "core/text/diagnostic_json.h"

#include <chrono>
#include <fmt/format.h>
#include <ostream>

namespace brokerscope {
namespace {

// How long a command waits to tell brokers that it goes.
constexpr std::chrono::milliseconds kFarewell{1000};
constexpr std::chrono::milliseconds kPause{100};

// False where the end did not come by itself.
bool takeAll(FetchStream& stream, const FetchTaker& taker, const Interruption* interruption) {
    while (!stream.end()) {
        auto piece = stream.next();
        if (!piece) {
            taker.idle();
            piece = stream.next(kPause);
        }
        if (piece && taker.progress) {
            taker.progress(stream.progress());
        }
        const bool isEnough = piece && !taker.take(*piece);
        if (isEnough || (interruption != nullptr && interruption->isAsked())) {
            return false;
        }
    }
    return true;
}

void takeLeave(FetchStream& stream) {
    stream.cancel();
    const auto until = std::chrono::steady_clock::now() + kFarewell;
    while (!stream.end() && std::chrono::steady_clock::now() < until) {
        stream.next(kPause);
    }
}

bool isAnswer(const FetchProblem& problem) {
    return problem.errorCode != 0 || statusOfError(problem.error) != kNoAnswer;
}

}  // namespace

int runFetch(const CommandContext& context, LiveCluster& cluster, const FetchOptions& options,
             const FetchTaker& taker) {
    std::optional<Interruption> interruption;
    if (options.follow) {
        interruption.emplace();
    }
    const std::shared_ptr<FetchStream> stream = cluster.workbench().fetch(options);
    const bool isWhole = takeAll(*stream, taker, interruption ? &*interruption : nullptr);
    taker.idle();
    if (!isWhole) {
        takeLeave(*stream);
        return kDone;
    }
    const std::optional<FetchProblem> problem = stream->end()->problem;
    if (!problem) {
        return kDone;
    }
    return isAnswer(*problem) ? context.fail(kDataError, options.topic + ": " + errorLine(problem->error))
                              : cluster.fail(context, problem->error);
}

int tellFetchProblem(const CommandContext& context, const FetchPiece& piece) {
    const FetchProblem& problem = *piece.problem;
    context.streams.err << fmt::format("bscope: {}-{}: {}\n", piece.topic, piece.partition, errorLine(problem.error));
    if (!problem.isFinal) {
        return kDone;
    }
    return isAnswer(problem) ? kDataError : kNoAnswer;
}

}  // namespace brokerscope
