#include "core/exchange/request_frame.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

// A request whose header has bytes in the place of a field.
RequestFrame frameWith(std::string_view field) {
    const SchemaRegistry& registry = SchemaRegistry::embedded();
    ValueDraft header = ValueDraft::fromDefaults(registry.requestHeader(1).value()->spec);
    if (!field.empty()) {
        FieldOverride given;
        given.bytes = ByteBuffer{1, 2, 3, 4, 5};
        header.root.overrides.emplace_back(header.root.spec->find(field)->index, given);
    }
    return makeRequestFrame(registry, {3, 0, "c", &header, nullptr}).value();
}

// Where bytes were given the correlation id is theirs, or stands elsewhere: the connection leaves them alone.
TEST(RequestFrames, BytesOfTheHeaderAreNotTouched) {
    EXPECT_FALSE(frameWith({}).correlationIdGiven);
    EXPECT_TRUE(frameWith("RequestApiKey").correlationIdGiven);
    EXPECT_TRUE(frameWith("RequestApiVersion").correlationIdGiven);
    EXPECT_TRUE(frameWith("CorrelationId").correlationIdGiven);
    EXPECT_FALSE(frameWith("ClientId").correlationIdGiven) << "it stands behind";
}

}  // namespace
}  // namespace brokerscope
