#include "core/schema/header_versions.h"

#include "core/schema/schema_registry.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

std::string headers(int apiKey, int version, const SchemaChoice& choice = {}) {
    const SchemaRegistry& registry = SchemaRegistry::embedded();
    return std::to_string(registry.requestHeaderVersion(apiKey, version, choice).value()) + "/" +
           std::to_string(registry.responseHeaderVersion(apiKey, version, choice).value());
}

void expectHeaders(int apiKey, int first, int last, std::string_view wanted) {
    for (int version = first; version <= last; ++version) {
        EXPECT_EQ(headers(apiKey, version), wanted) << apiKey << " v" << version;
    }
}

TEST(Examples, E8_HeaderVersions) {
    expectHeaders(0, 3, 8, "1/0");
    expectHeaders(0, 9, 13, "2/1");
    expectHeaders(1, 4, 11, "1/0");
    expectHeaders(1, 12, 18, "2/1");
    expectHeaders(18, 0, 2, "1/0");
    expectHeaders(18, 3, 5, "2/0");
}

TEST(HeaderVersions, GiveControlledShutdownZeroTheOldestHeader) {
    EXPECT_EQ(headers(7, 0), "0/0");
    EXPECT_EQ(headers(7, 1), "1/0");
    EXPECT_EQ(headers(7, 3), "2/1");
}

TEST(HeaderVersions, FollowTheDefinitionWhereItSaysThem) {
    for (const int apiKey : {71, 72, 47}) {
        EXPECT_EQ(SchemaRegistry::embedded().requestHeaderVersion(apiKey, 1, {"", true}).value(), 3) << apiKey;
    }
    EXPECT_EQ(headers(71, 0, {"", true}), "2/1");
    EXPECT_EQ(headers(47, 0, {"", true}), "1/0");
}

TEST(HeaderVersions, SayWhyTheyDifferFromTheRule) {
    const SchemaRegistry& registry = SchemaRegistry::embedded();
    EXPECT_EQ(headerVersionReason(*registry.spec("ApiVersionsResponse").value(), 3), "fixed for ApiVersions");
    EXPECT_EQ(headerVersionReason(*registry.spec("ApiVersionsRequest").value(), 3), "");
    EXPECT_EQ(headerVersionReason(*registry.spec("ControlledShutdownRequest").value(), 0),
              "fixed for ControlledShutdown v0");
    EXPECT_EQ(headerVersionReason(*registry.spec("ControlledShutdownRequest").value(), 1), "");
}

TEST(HeaderVersions, AreErrorsForWhatIsNotKnown) {
    const SchemaRegistry& registry = SchemaRegistry::embedded();
    EXPECT_EQ(registry.requestHeaderVersion(95, 0).error().id, MessageId::UnknownApiKey);
    EXPECT_EQ(registry.requestHeaderVersion(3, 99).error().id, MessageId::UnknownVersion);
    EXPECT_EQ(registry.requestHeaderVersion(71, 1).error().id, MessageId::UnknownVersion);
}

}  // namespace
}  // namespace brokerscope
