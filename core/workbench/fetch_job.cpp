#include "core/workbench/fetch_job.h"

namespace brokerscope {
namespace {

FetchStream::End endWith(Error error) {
    return {FetchProblem{std::move(error), 0, true}};
}

}  // namespace

FetchJob::FetchJob(WorkbenchSession& session, FetchOptions options, std::shared_ptr<FetchStream> stream)
    : PlannedJob(session), m_options(std::move(options)), m_stream(std::move(stream)) {}

FetchJob::~FetchJob() {
    m_stream->finish(endWith({MessageId::Cancelled, {}, std::nullopt, {}}));
}

void FetchJob::begun(std::function<void()> wake) {
    m_stream->begin(std::move(wake));
}

void FetchJob::failed(Error error) {
    finish(endWith(std::move(error)));
}

void FetchJob::cancel() {
    finish(endWith({MessageId::Cancelled, {}, std::nullopt, {}}));
}

void FetchJob::found(std::vector<Endpoint> brokers) {
    const ClusterSettings& settings = session().settings();
    FetchPlanner::Context context{session().registry(), settings.schemas, settings.limits, std::move(brokers),
                                  std::chrono::nanoseconds(settings.timeout).count()};
    m_planner.emplace(std::move(context), m_options);
    perform(m_planner->start(steadyNow()));
    woken();
}

void FetchJob::woken() {
    if (isOver() || !m_planner) {
        return;
    }
    if (m_stream->isCancelled() && !std::exchange(m_isStopped, true)) {
        perform(m_planner->stop(steadyNow()));
    } else {
        perform(m_planner->setRoom(m_stream->hasRoom(), steadyNow()));
    }
}

void FetchJob::perform(FetchSteps steps) {
    const auto self = shared_from_this();
    if (m_planner) {
        m_stream->setProgress(m_planner->progress());
    }
    for (FetchStep& step : steps) {
        if (isOver()) {
            return;
        }
        std::visit([this](auto& wanted) { perform(wanted); }, step);
    }
}

void FetchJob::perform(fetch_step::Prepare& step) {
    prepare(step.broker, [this, broker = step.broker](const PreparedResult& result) {
        perform(m_planner->prepared(broker, result, steadyNow()));
    });
}

void FetchJob::perform(fetch_step::Ask& step) {
    ask({step.broker, step.apiKey, step.version, step.body, step.patienceMs, step.internal},
        [this, id = step.id](const AnsweredResult& result) {
            perform(m_planner->answered(id, result, steadyNow()));
            if (!isOver() && !m_stream->hasRoom()) {
                woken();
            }
        });
}

void FetchJob::perform(fetch_step::Wake& step) {
    wakeAt(step.atNs, [this] { perform(m_planner->wake(steadyNow())); });
}

void FetchJob::perform(fetch_step::Give& step) {
    m_stream->push(std::move(step.piece));
}

void FetchJob::perform(fetch_step::Done& step) {
    finish({std::move(step.problem)});
}

void FetchJob::finish(FetchStream::End end) {
    if (this->end()) {
        m_stream->finish(std::move(end));
    }
}

}  // namespace brokerscope
