#pragma once

#include "core/collections/collection.h"
#include "core/collections/expectation.h"
#include "core/collections/request_plan.h"
#include "core/collections/variable_scope.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace brokerscope {

// A moment: ns of a clock that never jumps, and ms since 1970.
struct ChainTime {
    std::int64_t steadyNs = 0;
    std::int64_t wallMs = 0;
};

// What came of a request that was sent.
struct ChainAnswer {
    AnsweredRequest messages;
    std::optional<std::string> missing;  // why an answer that was due did not come
    std::vector<std::string> errors;     // error codes in the answer: "response.errorCode is NOT_COORDINATOR (16)"
    std::vector<std::string> faults;     // what in it was not decoded
    std::vector<Diagnostic> remarks;     // on the body that was sent, each with its path in it
};

// What became of one request of a chain.
struct RequestVerdict {
    enum class Outcome : std::uint8_t {
        Passed,
        Failed,    // an expectation does not hold, or what is expected of every answer
        NoAnswer,  // sent, and no answer came though one was due; also where the run was stopped meanwhile
        NotSent,   // why is in `problems` or `remarks`
        Skipped    // something before it failed, or the run was stopped before it
    };

    Outcome outcome = Outcome::Skipped;
    std::string name;                           // of the request; empty: it has none
    std::optional<std::int16_t> apiKey;         // as far as the file says it
    std::vector<ConditionResult> expectations;  // in the order of the file
    std::vector<std::string> problems;          // sentences, beside expectations that do not hold
    std::vector<FileRemark> remarks;            // with their places in the file
    std::size_t attempts = 0;                   // how often it was sent
};

// The course of a chain, without sockets and clocks: it says what is to be sent next or until when to wait, is told
// what came, and concludes. Requests are sent one after the other. For each:
// 1. its variables are put in; where that cannot be done it is not sent;
// 2. it is sent, and again while its retry says so, with a pause in between; a retry that runs out has failed;
// 3. its expectations are checked. Without any, the answer must hold no error code. Whatever is expected, an answer
//    that is due must come and be decoded to its end;
// 4. its variables are set for those behind it; a value that is not there has failed.
// What failed ends the chain unless its `on-failure` is continue: the others are skipped.
class ChainRun {
public:
    // Sends request `index` of the chain; then answered() or notSent() is called, and nothing else.
    struct Send {
        std::size_t index = 0;
        const RequestPlan* plan = nullptr;  // until the next call
    };
    struct Wait {
        std::int64_t untilNs = 0;
    };
    struct End {};
    using Step = std::variant<Send, Wait, End>;

    // `chain` and what `context` points to outlive the run.
    ChainRun(const CollectedChain& chain, VariableScope scope, PlanContext context);

    Step next(const ChainTime& now);
    void answered(const ChainAnswer& answer, const ChainTime& now);
    // Nothing went out. `error.path` is a field of the body where it is about one.
    void notSent(const Error& error);
    // Nothing more is to be sent. The request that is under way may have been sent and has no answer, or is not sent
    // again; what was never begun is skipped.
    void stop();

    // Of the requests that are concluded, in their order; all of them once next() gave End.
    const std::vector<RequestVerdict>& verdicts() const { return m_verdicts; }

private:
    bool plan(const ChainTime& now);
    bool retries(const ChainAnswer& answer, const ChainTime& now, RequestVerdict& verdict);
    void setVariables(const AnsweredRequest& messages, RequestVerdict& verdict);
    void conclude(RequestVerdict verdict);
    void skipOthers();
    void placeRemarks(std::vector<Diagnostic> remarks, RequestVerdict& verdict) const;
    const CollectedRequest& request() const { return m_chain.requests[m_verdicts.size()]; }

    const CollectedChain& m_chain;
    VariableScope m_scope;
    PlanContext m_context;
    std::vector<RequestVerdict> m_verdicts;
    std::optional<RequestPlan> m_plan;  // of the request that is under way
    std::size_t m_attempts = 0;
    bool m_isAsked = false;  // it was given out to be sent, and what came of it is not known yet
    std::int64_t m_firstSentNs = 0;
    std::optional<std::int64_t> m_waitUntilNs;
};

// Whether an outcome ends its chain.
bool isFailure(RequestVerdict::Outcome outcome);

// Every request of a chain as it can be read before anything is sent: variables that answers will set have no value
// yet. In the order of the chain.
std::vector<RequestPlan> planChain(const CollectedChain& chain, VariableScope scope, const PlanContext& context);

}  // namespace brokerscope
