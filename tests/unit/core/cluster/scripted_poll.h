#pragma once

#include "core/cluster/group_poller.h"
#include "tests/unit/core/cluster/malformed_answer.h"
#include "tests/unit/core/cluster/scripted_fetch.h"

#include <algorithm>
#include <deque>
#include <set>
#include <string>
#include <vector>

namespace brokerscope::testing {

// Plays brokers a and b against a poller: performs its steps, keeps what it asked and told, and lets the test answer.
class ScriptedPoll {
public:
    using Json = nlohmann::json;
    struct Question {
        std::uint64_t id = 0;
        std::string broker;
        std::int16_t apiKey = 0;
        std::int16_t version = 0;
        Json body;
    };

    explicit ScriptedPoll(GroupPollOptions options, std::vector<AdvertisedApi> apis = {{3, {0, 12}},
                                                                                       {10, {0, 6}},
                                                                                       {15, {0, 6}},
                                                                                       {16, {0, 5}},
                                                                                       {32, {1, 4}},
                                                                                       {69, {0, 1}},
                                                                                       {77, {1, 1}}})
        : m_poller({SchemaRegistry::embedded(), {}, {}, {{"a", 1}}, 30'000 * kMs}, std::move(options)) {
        auto versions = std::make_shared<BrokerVersions>();
        versions->apis = std::move(apis);
        m_versions = std::move(versions);
        perform(m_poller.start(nowNs));
    }

    // The questions without an answer, as "a:16" or "b:69 g1,g2", in order of broker and API.
    std::vector<std::string> asked() const {
        std::vector<std::string> texts;
        for (const Question& question : questions) {
            std::string text = fmt::format("{}:{}", question.broker, question.apiKey);
            for (const char* field : {"groups", "groupIds", "coordinatorKeys"}) {
                if (question.body.contains(field)) {
                    for (const Json& name : question.body.at(field)) {
                        text += (text.find(' ') == std::string::npos ? " " : ",") + name.get<std::string>();
                    }
                }
            }
            for (const Json& resource : question.body.value("resources", Json::array())) {
                text +=
                    (text.find(' ') == std::string::npos ? " " : ",") + resource.at("resourceName").get<std::string>();
            }
            texts.push_back(text);
        }
        std::sort(texts.begin(), texts.end());
        return texts;
    }
    void answer(const std::string& broker, int apiKey, const std::string& json) {
        const Question question = take(broker, apiKey);
        perform(m_poller.answered(question.id, answerOf(question.apiKey, question.version, json), nowNs));
    }
    void answerCut(const std::string& broker, int apiKey, const std::string& json) {
        const Question question = take(broker, apiKey);
        perform(m_poller.answered(question.id, cutOff(*answerOf(question.apiKey, question.version, json)), nowNs));
    }
    void fail(const std::string& broker, int apiKey) {
        const Question question = take(broker, apiKey);
        perform(m_poller.answered(question.id,
                                  tl::unexpected(TransportError{
                                      {MessageId::ConnectionClosed, {broker, "it was stopped"}, std::nullopt, {}}, {}}),
                                  nowNs));
    }
    void pass(std::int64_t milliseconds) {
        nowNs += milliseconds * kMs;
        perform(m_poller.wake(nowNs));
    }
    void setTopics(std::vector<std::string> topics) { perform(m_poller.setTopics(std::move(topics), nowNs)); }
    void setBusy(const std::string& group, bool isBusy) { perform(m_poller.setBusy(group, isBusy, nowNs)); }
    void setUnreachable(std::set<std::string> brokers) { m_unreachable = std::move(brokers); }
    // ms from now to the earliest wake that was asked for and is to come.
    std::int64_t wakeMs() const { return (nextWakeNs - nowNs) / kMs; }

    std::deque<Question> questions;
    std::vector<std::string> blind;  // "g1,g2"
    std::vector<std::string> whys;   // of those
    std::size_t given = 0;
    std::size_t wakes = 0;
    std::int64_t nextWakeNs = 0;
    std::int64_t nowNs = 1000 * kMs;

private:
    Question take(const std::string& broker, int apiKey) {
        const auto found = std::find_if(questions.begin(), questions.end(), [&](const Question& question) {
            return question.broker == broker && question.apiKey == apiKey;
        });
        if (found == questions.end()) {
            ADD_FAILURE() << broker << " was not asked " << apiKey;
            return {};
        }
        Question question = *found;
        questions.erase(found);
        return question;
    }
    void perform(PollSteps steps) {
        for (PollStep& step : steps) {
            if (auto* const ask = std::get_if<poll_step::Ask>(&step)) {
                keep(*ask);
            } else if (const auto* prepare = std::get_if<poll_step::Prepare>(&step)) {
                prepared(prepare->broker);
            } else if (const auto* lost = std::get_if<poll_step::Blind>(&step)) {
                blind.push_back(fmt::format("{}", fmt::join(lost->groups, ",")));
                whys.push_back(lost->why);
            } else if (const auto* wake = std::get_if<poll_step::Wake>(&step)) {
                ++wakes;
                nextWakeNs = nextWakeNs > nowNs ? std::min(nextWakeNs, wake->atNs) : wake->atNs;
            }
            given += std::holds_alternative<poll_step::Give>(step) ? 1U : 0U;
        }
    }
    void prepared(const Endpoint& broker) {
        if (m_unreachable.contains(broker.host)) {
            perform(m_poller.prepared(
                broker,
                tl::unexpected(TransportError{{MessageId::ConnectRefused, {broker.host, "no"}, std::nullopt, {}}, {}}),
                nowNs));
        } else {
            perform(m_poller.prepared(broker, m_versions, nowNs));
        }
    }
    void keep(const poll_step::Ask& ask) {
        const auto frame =
            makeRequestFrame(SchemaRegistry::embedded(), {ask.apiKey, ask.version, "test", nullptr, &ask.body});
        ASSERT_TRUE(frame) << frame.error().text();
        const auto tree = decodeRequestFrame(SchemaRegistry::embedded(), frame->bytes);
        questions.push_back({ask.id, ask.broker.host, ask.apiKey, ask.version, Json::parse(toJson(bodyOf(tree)))});
    }

    GroupPoller m_poller;
    std::shared_ptr<const BrokerVersions> m_versions;
    std::set<std::string> m_unreachable;
};

}  // namespace brokerscope::testing
