#include "core/query/filter_completion.h"

#include "tests/unit/core/query/traffic_vocabulary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;

std::vector<std::string> offers(std::string_view text) {
    const auto completion = completeFilter(text, text.size(), testing::trafficVocabulary());
    std::vector<std::string> texts;
    for (const FilterOffer& offer : completion.offers) {
        texts.push_back(std::string(text.substr(0, completion.begin)) + offer.text);
    }
    return texts;
}

TEST(FilterCompletion, NamesWhereATestBegins) {
    EXPECT_THAT(offers(""), IsSupersetOf({"api", "version", "error", "request.", "response.", "header."}));
    EXPECT_THAT(offers("la"), ElementsAre("latency"));
    EXPECT_THAT(offers("LA"), ElementsAre("latency"));
    EXPECT_THAT(offers("api:Fetch to"), ElementsAre("api:Fetch topic"));
    EXPECT_THAT(offers("api:Fetch "), Contains("api:Fetch error"));
    EXPECT_THAT(offers("-(to"), ElementsAre("-(topic"));
    EXPECT_THAT(offers("api:Fetch or ve"), ElementsAre("api:Fetch or version"));
}

TEST(FilterCompletion, OperatorsAfterAName) {
    EXPECT_THAT(offers("topic "), ElementsAre("topic :", "topic !=", "topic ~"));
    EXPECT_THAT(offers("latency "), IsSupersetOf({"latency >", "latency <="}));
    EXPECT_THAT(offers("version"), IsSupersetOf({"version", "version>=", "version:"}));
}

TEST(FilterCompletion, ValuesAfterAnOperator) {
    EXPECT_THAT(offers("api:Fet"), ElementsAre("api:Fetch", "api:FetchSnapshot"));
    EXPECT_THAT(offers("error!=NOT_LEADER"), ElementsAre("error!=NOT_LEADER_OR_FOLLOWER"));
    EXPECT_THAT(offers("internal:"), ElementsAre("internal:true", "internal:false"));
    EXPECT_THAT(offers("latency>"), IsEmpty());
    EXPECT_THAT(offers("response.topics[].errorCode:NOT_COORD"),
                ElementsAre("response.topics[].errorCode:NOT_COORDINATOR"));
}

TEST(FilterCompletion, FieldsOfPaths) {
    EXPECT_THAT(offers("response.topics[].partitions[].erro"),
                ElementsAre("response.topics[].partitions[].errorCode", "response.topics[].partitions[].errorMessage"));
    EXPECT_THAT(offers("header.cl"), ElementsAre("header.clientId"));
    EXPECT_THAT(offers("request.topi"), Contains("request.topics[]"));
    EXPECT_THAT(offers("response.nothing[].x"), IsEmpty());
}

TEST(FilterCompletion, LooksNoFurtherThanTheCursorAndKeepsItsNumber) {
    const auto& vocabulary = testing::trafficVocabulary();
    const auto completion = completeFilter("to version:3", 2, vocabulary);
    EXPECT_EQ(completion.begin, 0u);
    EXPECT_THAT(completion.offers, ElementsAre(FilterOffer{"topic", "topics named"}));
    EXPECT_EQ(completeFilter("api:", 4, vocabulary, 7).offers.size(), 7u);
    EXPECT_THAT(offers("topic:\"orders"), Not(Contains("topic")));
}

}  // namespace
}  // namespace brokerscope
