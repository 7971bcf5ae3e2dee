#pragma once

#include "core/base/base64.h"
#include "core/cluster/fetch_planner.h"
#include "core/codec/decoder.h"
#include "core/codec/encoder.h"
#include "core/exchange/request_frame.h"
#include "core/topology/node_values.h"
#include "core/value/json_reader.h"
#include "core/value/json_writer.h"
#include "tests/unit/core/cluster/malformed_answer.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace brokerscope::testing {

inline constexpr std::int64_t kMs = 1'000'000;

// A batch with magic 2 that has the offsets [first, last] and no records in it: what steps through batches needs.
inline ByteBuffer emptyBatch(std::int64_t first, std::int64_t last) {
    ByteBuffer batch(BatchHeader::kSize, 0);
    const auto put = [&batch](std::size_t at, std::size_t size, std::int64_t value) {
        for (std::size_t i = 0; i < size; ++i) {
            batch[at + i] = static_cast<std::uint8_t>(value >> (8 * (size - 1 - i)));
        }
    };
    put(0, 8, first);
    put(8, 4, static_cast<std::int64_t>(BatchHeader::kSize - BatchHeader::kLengthEnd));
    put(BatchHeader::kMagicAt, 1, 2);
    put(23, 4, last - first);
    return batch;
}

// The frame of an answer whose body is JSON in Kafka's form.
inline std::shared_ptr<const Exchange> answerOf(std::int16_t apiKey, std::int16_t version, const std::string& json) {
    const SchemaRegistry& registry = SchemaRegistry::embedded();
    const auto layout = registry.response(apiKey, version).value();
    const auto header = registry.responseHeader(registry.responseHeaderVersion(apiKey, version).value()).value();
    const auto body = draftFromJson(layout->spec, json);
    if (!body) {
        ADD_FAILURE() << body.error().text() << ": " << json;
        return nullptr;
    }
    auto exchange = std::make_shared<Exchange>();
    exchange->apiKey = apiKey;
    exchange->apiVersion = version;
    exchange->response = encodeFrame(header, ValueDraft::fromDefaults(header->spec), layout, body->draft)->bytes;
    return exchange;
}

// Plays brokers against a planner: performs its steps, keeps what it asked, and lets the test answer.
class ScriptedFetch {
public:
    using Json = nlohmann::json;
    struct Question {
        std::uint64_t id = 0;
        std::string broker;
        std::int16_t apiKey = 0;
        std::int16_t version = 0;
        Json body;
        bool internal = false;
    };

    explicit ScriptedFetch(FetchOptions options,
                           std::vector<AdvertisedApi> apis = {{1, {4, 17}}, {2, {1, 9}}, {3, {0, 12}}})
        : m_planner({SchemaRegistry::embedded(), {}, {}, {{"a", 1}}, 30'000 * kMs}, std::move(options)) {
        auto versions = std::make_shared<BrokerVersions>();
        versions->apis = std::move(apis);
        m_versions = std::move(versions);
        perform(m_planner.start(nowNs));
    }

    // The oldest question without an answer.
    const Question& question() const {
        static const Question s_none;
        return questions.empty() ? s_none : questions.front();
    }
    void answer(const std::string& json) {
        ASSERT_FALSE(questions.empty()) << "nothing was asked: " << json;
        const Question asked = questions.front();
        questions.pop_front();
        perform(m_planner.answered(asked.id, answerOf(asked.apiKey, asked.version, json), nowNs));
    }
    void answerCut(const std::string& json) {
        ASSERT_FALSE(questions.empty()) << "nothing was asked: " << json;
        const Question asked = questions.front();
        questions.pop_front();
        perform(m_planner.answered(asked.id, cutOff(*answerOf(asked.apiKey, asked.version, json)), nowNs));
    }
    void failAnswer() {
        ASSERT_FALSE(questions.empty());
        const Question asked = questions.front();
        questions.pop_front();
        perform(m_planner.answered(
            asked.id,
            tl::unexpected(TransportError{
                {MessageId::ConnectionClosed, {asked.broker, "it was stopped"}, std::nullopt, {}}, std::nullopt}),
            nowNs));
    }
    void pass(std::int64_t milliseconds) {
        nowNs += milliseconds * kMs;
        perform(m_planner.wake(nowNs));
    }
    void setRoom(bool hasRoom) { perform(m_planner.setRoom(hasRoom, nowNs)); }
    void stop() { perform(m_planner.stop(nowNs)); }
    void makeUnreachable(const std::string& broker, bool isUnreachable) {
        m_unreachable = isUnreachable ? broker : std::string();
    }
    const FetchProgress& progress() const { return m_planner.progress(); }

    // "0:5" a partition and its offset, in the order of the request.
    static std::string named(const Json& body) {
        std::string text;
        for (const Json& topic : body.at("topics")) {
            for (const Json& partition : topic.at("partitions")) {
                text += fmt::format("{}{}:{}", text.empty() ? "" : " ", partition.at("partition").get<int>(),
                                    partition.at("fetchOffset").get<std::int64_t>());
            }
        }
        return text;
    }

    std::deque<Question> questions;
    std::vector<FetchPiece> pieces;
    std::optional<fetch_step::Done> done;
    std::int64_t nowNs = 1000 * kMs;

private:
    void perform(FetchSteps steps) {
        for (FetchStep& step : steps) {
            if (auto* const ask = std::get_if<fetch_step::Ask>(&step)) {
                keep(*ask);
            } else if (auto* const give = std::get_if<fetch_step::Give>(&step)) {
                EXPECT_FALSE(done) << "a piece after the end";
                pieces.push_back(std::move(give->piece));
            } else if (const auto* prepare = std::get_if<fetch_step::Prepare>(&step)) {
                prepared(prepare->broker);
            } else if (const auto* end = std::get_if<fetch_step::Done>(&step)) {
                EXPECT_FALSE(done) << "a second end";
                done = *end;
            }
        }
    }
    void prepared(const Endpoint& broker) {
        if (broker.host == m_unreachable) {
            perform(m_planner.prepared(
                broker,
                tl::unexpected(TransportError{{MessageId::ConnectRefused, {broker.toString(), "no"}, std::nullopt, {}},
                                              std::nullopt}),
                nowNs));
        } else {
            perform(m_planner.prepared(broker, m_versions, nowNs));
        }
    }
    // As a broker reads it, so that what the version lacks is seen to be missing.
    void keep(const fetch_step::Ask& ask) {
        const auto frame =
            makeRequestFrame(SchemaRegistry::embedded(), {ask.apiKey, ask.version, "test", nullptr, &ask.body});
        ASSERT_TRUE(frame) << frame.error().text();
        const auto tree = decodeRequestFrame(SchemaRegistry::embedded(), frame->bytes);
        questions.push_back(
            {ask.id, ask.broker.host, ask.apiKey, ask.version, Json::parse(toJson(bodyOf(tree))), ask.internal});
    }

    FetchPlanner m_planner;
    std::shared_ptr<const BrokerVersions> m_versions;
    std::string m_unreachable;
};

}  // namespace brokerscope::testing
