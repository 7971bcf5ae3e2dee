#include "core/workbench/group_poll_job.h"

namespace brokerscope {

GroupPollJob::GroupPollJob(WorkbenchSession& session, GroupPollOptions options, std::shared_ptr<GroupPollStream> stream)
    : PlannedJob(session), m_options(std::move(options)), m_stream(std::move(stream)) {}

GroupPollJob::~GroupPollJob() {
    m_stream->finish(Error{MessageId::Cancelled, {}, std::nullopt, {}});
}

void GroupPollJob::begun(std::function<void()> wake) {
    m_stream->begin(std::move(wake));
}

void GroupPollJob::failed(Error error) {
    finish(std::move(error));
}

void GroupPollJob::cancel() {
    finish(Error{MessageId::Cancelled, {}, std::nullopt, {}});
}

void GroupPollJob::found(std::vector<Endpoint> brokers) {
    const ClusterSettings& settings = session().settings();
    m_poller.emplace(GroupPoller::Context{session().registry(), settings.schemas, settings.limits, std::move(brokers),
                                          std::chrono::nanoseconds(settings.timeout).count()},
                     m_options);
    perform(m_poller->start(steadyNow()));
    woken();
}

void GroupPollJob::woken() {
    if (isOver() || !m_poller) {
        return;
    }
    if (m_stream->isCancelled()) {
        finish(std::nullopt);
        return;
    }
    GroupPollStream::Wishes wishes = m_stream->takeWishes();
    if (wishes.topics) {
        perform(m_poller->setTopics(std::move(*wishes.topics), steadyNow()));
    }
    for (const auto& [group, isBusy] : wishes.busy) {
        perform(m_poller->setBusy(group, isBusy, steadyNow()));
    }
}

void GroupPollJob::perform(PollSteps steps) {
    const auto self = shared_from_this();
    for (PollStep& step : steps) {
        if (isOver()) {
            return;
        }
        std::visit([this](auto& wanted) { perform(wanted); }, step);
    }
    m_stream->setRequests(m_poller->requests());
}

void GroupPollJob::perform(poll_step::Prepare& step) {
    prepare(step.broker, [this, broker = step.broker](const PreparedResult& result) {
        perform(m_poller->prepared(broker, result, steadyNow()));
    });
}

void GroupPollJob::perform(poll_step::Ask& step) {
    ask({step.broker, step.apiKey, step.version, step.body, step.patienceMs, true},
        [this, id = step.id](const AnsweredResult& result) { perform(m_poller->answered(id, result, steadyNow())); });
}

void GroupPollJob::perform(poll_step::Wake& step) {
    wakeAt(step.atNs, [this] { perform(m_poller->wake(steadyNow())); });
}

void GroupPollJob::perform(poll_step::Give& step) {
    m_stream->push(std::move(step.exchange));
}

void GroupPollJob::perform(poll_step::Blind& step) {
    m_stream->push(GroupsNotAsked{std::move(step.groups), std::move(step.why), currentTime().wallMs, step.errorCode});
}

void GroupPollJob::finish(std::optional<Error> problem) {
    if (end()) {
        m_stream->finish(std::move(problem));
    }
}

}  // namespace brokerscope
