#include "ui/pages/request_draft.h"

#include "core/base/hex.h"
#include "core/codec/decoder.h"
#include "core/codec/encoder.h"
#include "tests/unit/ui/models/reading.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

Result<DraftPair> draftsOf(std::string_view hex) {
    const SchemaRegistry& registry = SchemaRegistry::embedded();
    return draftsOfFrame(registry, decodeRequestFrame(registry, std::make_shared<ByteBuffer>(fromHex(hex).value())));
}

bool isUntouched(const ValueDraft& draft, std::string_view field) {
    return std::holds_alternative<std::monostate>(draft.root.fields[draft.spec->root.find(field)->index]);
}

// ApiVersions v4 with an unknown header tag 1 "hello".
constexpr std::string_view kUnknownTag =
    "00000022 0012 0004 00000001 0003 753033 01 01 05 68656c6c6f 08 7530332d617070 04 312e30 00";

TEST(RequestDraft, keepsWhatTheFormHasNoRowFor) {
    const auto drafts = draftsOf(kUnknownTag);
    ASSERT_TRUE(drafts) << drafts.error().text();
    ASSERT_EQ(drafts->header.root.unknownTags.size(), 1u);
    EXPECT_EQ(drafts->header.root.unknownTags[0].tag, 1u);
}

TEST(RequestDraft, leavesToTheFormWhatItFillsIn) {
    const auto drafts = draftsOf(kUnknownTag);
    ASSERT_TRUE(drafts) << drafts.error().text();
    EXPECT_TRUE(isUntouched(drafts->header, "requestApiKey"));
    EXPECT_TRUE(isUntouched(drafts->header, "requestApiVersion"));
    EXPECT_TRUE(isUntouched(drafts->header, "correlationId"));
    EXPECT_FALSE(isUntouched(drafts->header, "clientId"));
}

// The size prefix of ApiVersions v2 says one byte more than follows: no field of the form says that.
TEST(RequestDraft, aWrongSizeIsForTheBytes) {
    EXPECT_TRUE(draftsOf("0000000d 0012 0002 00000001 0003 753033"));
    EXPECT_FALSE(draftsOf("0000000e 0012 0002 00000001 0003 753033"));
}

TEST(RequestDraft, opensARequestOnAThreadOfThePool) {
    const auto open = [](std::string_view hex) {
        auto exchange = std::make_shared<Exchange>();
        exchange->request = std::make_shared<const ByteBuffer>(fromHex(hex).value());
        QFuture<OpenedRequest> opened = openRequest(testing::reading(), exchange);
        opened.waitForFinished();
        return opened.result();
    };
    const OpenedRequest good = open(kUnknownTag);
    ASSERT_TRUE(good.tree);
    ASSERT_TRUE(good.drafts);
    EXPECT_EQ(good.drafts->header.root.unknownTags.size(), 1u);
    const OpenedRequest bad = open("0000000e 0012 0002 00000001 0003 753033");
    ASSERT_TRUE(bad.tree);
    EXPECT_FALSE(bad.drafts);
}

TEST(RequestDraft, anUnknownApiIsForTheBytes) {
    EXPECT_FALSE(draftsOf("0000000c 7fff 0001 00000005 deadbeef"));
}

}  // namespace
}  // namespace brokerscope
