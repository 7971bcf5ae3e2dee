#include "core/workbench/minimal_requests.h"

#include "core/schema/schema_registry.h"
#include "core/value/json_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fmt/format.h>

namespace brokerscope {
namespace {

TEST(MinimalRequests, EveryVersionOfEveryApiHasABodyThatReads) {
    const SchemaRegistry& registry = SchemaRegistry::embedded();
    std::size_t bodies = 0;
    for (const ApiInfo& api : registry.apis()) {
        for (int version = api.request.min; version <= api.request.max; ++version) {
            const auto layout = registry.request(api.key, version);
            if (!layout) {
                continue;
            }
            for (const bool onController : {false, true}) {
                const MinimalRequest* row = MinimalRequests::embedded().find(api.key, version, onController);
                const bool isServed = std::find(api.listeners.begin(), api.listeners.end(),
                                                onController ? "controller" : "broker") != api.listeners.end();
                if (isServed && (*layout)->spec->release == registry.releases().front()) {
                    ASSERT_NE(row, nullptr) << api.name << " v" << version;
                }
                const auto draft = draftFromJson((*layout)->spec, minimalBodyText(row, requestVariables(nullptr)));
                EXPECT_TRUE(draft) << api.name << " v" << version << ": " << draft.error().text();
                ++bodies;
            }
        }
    }
    EXPECT_GT(bodies, 600u);
}

constexpr std::string_view kRow =
    R"({{"states": {{"topic": "it has one"}}, "apis": [{{"key": 2, "versions": "{}", "body": {{}}, "expect": {}}}]}})";

MinimalRequests tableWith(std::string_view expect, std::string_view versions = "0+") {
    return MinimalRequests::parse(fmt::format(kRow, versions, expect));
}

std::vector<std::string> possibleTexts(const MinimalRequests& table, const BrokerFacts& facts) {
    std::vector<std::string> texts;
    for (const ExpectedOutcome& outcome : table.rows().at(0).possibleOutcomes(facts)) {
        texts.push_back(outcome.text());
    }
    return texts;
}

TEST(MinimalRequests, ReadsOutcomesInAllTheirForms) {
    using Texts = std::vector<std::string>;
    EXPECT_EQ(possibleTexts(tableWith(R"("answered")"), {}), Texts{"answered"});
    EXPECT_EQ(possibleTexts(tableWith(R"(["answered", "UNKNOWN_MEMBER_ID", "closed"])"), {}),
              (Texts{"answered", "refused: UNKNOWN_MEMBER_ID", "closed"}));
    EXPECT_EQ(possibleTexts(tableWith(R"([{"outcome": ["B", "A"]}])"), {}), Texts{"refused: A, B"});
}

TEST(MinimalRequests, OutcomesThatWhatIsKnownSpeaksAgainstAreNotPossible) {
    using Texts = std::vector<std::string>;
    const MinimalRequests table = tableWith(
        R"([{"outcome": "answered", "when": {"kafka": "2.1-3.9"}}, {"outcome": "closed", "when": {"kafka": "4.0+"}},
            {"outcome": "A", "when": {"topic": false}}])");
    EXPECT_EQ(possibleTexts(table, {}), (Texts{"answered", "closed", "refused: A"}));
    EXPECT_EQ(possibleTexts(table, {KafkaRelease{4, 4}, {}}), (Texts{"closed", "refused: A"}));
    EXPECT_EQ(possibleTexts(table, {KafkaRelease{3, 9}, {{"topic", true}}}), Texts{"answered"});
    EXPECT_EQ(possibleTexts(table, {KafkaRelease{2, 0}, {{"topic", true}}}), Texts{});
    EXPECT_EQ(possibleTexts(table, {std::nullopt, {{"sasl", true}}}), (Texts{"answered", "closed", "refused: A"}));
}

TEST(MinimalRequests, SlipsMakeTheTableEmpty) {
    EXPECT_EQ(tableWith(R"("answered")").rows().size(), 1u);
    for (const std::string_view expect :
         {R"("")", "7", "[7]", R"([{"outcome": "answered", "when": {"kafka": "four"}}])",
          R"([{"outcome": "answered", "when": {"topik": true}}])",
          R"([{"outcome": "answered", "when": {"topic": "yes"}}])", R"([{"when": {"topic": true}}])"}) {
        EXPECT_TRUE(tableWith(expect).rows().empty()) << expect;
    }
    EXPECT_TRUE(tableWith(R"("answered")", "two").rows().empty());
    EXPECT_TRUE(MinimalRequests::parse("[").rows().empty());
}

// A row whose outcomes cannot be told apart accepts anything.
TEST(MinimalRequests, RowsWithSeveralOutcomesSayWhenEachIs) {
    const SchemaRegistry& registry = SchemaRegistry::embedded();
    EXPECT_GT(MinimalRequests::embedded().rows().size(), 100u);
    for (const MinimalRequest& row : MinimalRequests::embedded().rows()) {
        ASSERT_FALSE(row.expect.empty()) << row.apiKey;
        for (const ExpectedOutcome& outcome : row.expect) {
            const std::string text = fmt::format("API {} {}: {}", row.apiKey, row.versions.toString(), outcome.text());
            EXPECT_TRUE(row.expect.size() == 1 || outcome.when.kafka || !outcome.when.states.empty()) << text;
            EXPECT_NE(outcome.result, CheckResult::Undecodable) << text;
            EXPECT_NE(outcome.result, CheckResult::Skipped) << text;
            for (const std::string& error : outcome.errors) {
                EXPECT_TRUE(std::any_of(registry.errorCodes().begin(), registry.errorCodes().end(),
                                        [&](const ErrorCodeInfo& info) { return info.name == error; }))
                    << text;
            }
        }
    }
}

}  // namespace
}  // namespace brokerscope
