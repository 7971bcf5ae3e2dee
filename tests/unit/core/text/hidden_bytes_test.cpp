#include "core/text/annotated_hex.h"
#include "core/text/decode_answer.h"
#include "core/text/explanation.h"
#include "core/text/text_tree.h"
#include "core/value/overlay_values.h"
#include "tests/support/decoding.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using testing::decodeBody;
using testing::decodeRequest;

using HiddenTree = std::shared_ptr<const ValueTree>;

// "pass" is the secret in all of them.
constexpr std::string_view kPass = "70617373";

// Everything that is written of a tree by every writer.
std::string writtenOf(const HiddenTree& tree, bool mask) {
    const NodeRef root = NodeRef::root(tree);
    const ReadableOptions options{&SchemaRegistry::embedded(), mask, 0};
    std::string out;
    const auto take = [&out](std::string_view line) { (out += line) += '\n'; };
    writeTree(root, options, take);
    writeAnnotatedHex(root, {options, false}, take);
    out += decodeAnswer(root, {true, mask, {}, nullptr}) + '\n';
    out += toJson(root, {.mask = mask}) + '\n';
    for (std::uint64_t at = 0; at < tree->bytes->size(); ++at) {
        const Explanation explained = explain(root, at, options);
        out += explained.value + '\n';
        for (const ExplanationLine& line : explained.lines) {
            out += line.bytes + ' ' + line.text + '\n';
        }
        for (const ByteReading& reading : explained.readings) {
            out += reading.value + '\n';
        }
    }
    return out;
}

// As text, as hex with and without spaces.
bool tellsPass(const std::string& written) {
    return written.find("pass") != std::string::npos || written.find("70 61 73 73") != std::string::npos ||
           written.find(kPass) != std::string::npos || written.find("cGFzcw") != std::string::npos;
}

void expectHidden(const HiddenTree& tree) {
    EXPECT_TRUE(tellsPass(writtenOf(tree, false))) << "without masking it is told";
    const std::string masked = writtenOf(tree, true);
    EXPECT_FALSE(tellsPass(masked)) << masked;
}

TEST(HiddenBytes, OfASaslTokenThatIsCutOff) {
    expectHidden(decodeRequest("000000150024000100000005000361646d00000020" + std::string(kPass)));
}

TEST(HiddenBytes, OfASaslRequestAtAVersionThatNobodyKnows) {
    expectHidden(decodeRequest("000000150024006300000005000361646d00000004" + std::string(kPass)));
}

TEST(HiddenBytes, OfASaslRequestWhoseHeaderDoesNotEnd) {
    expectHidden(decodeRequest("0000000e0024000100000005006f" + std::string(kPass)));
}

TEST(HiddenBytes, OfATagThatNobodyKnows) {
    expectHidden(decodeBody("SaslAuthenticateRequest", 2, "0261016304" + std::string(kPass)));
}

TEST(HiddenBytes, OfWhatIsLeftOver) {
    expectHidden(decodeBody("SaslAuthenticateRequest", 2, "026100" + std::string(kPass)));
}

// The count of the array has a byte too many, so that its bytes are told beside its value.
TEST(HiddenBytes, OfAnArrayThatJsonDoesNotGiveAgain) {
    const auto tree = decodeBody("AlterUserScramCredentialsRequest", 0,
                                 "01820002750100001000"
                                 "03aabb05" +
                                     std::string(kPass) + "0000");
    ASSERT_FALSE(tree->hasErrors());
    expectHidden(tree);
    EXPECT_NE(toJson(NodeRef::root(tree)).find("_overrides"), std::string::npos);
}

TEST(HiddenBytes, MessagesThatHoldNoSecretsHideNothing) {
    const auto cut = decodeRequest("000000110003000100000005000361646d" + std::string(kPass));
    EXPECT_TRUE(tellsPass(writtenOf(cut, true)));
    const auto unknownApi = decodeRequest("0000001103e7000100000005000361646d" + std::string(kPass));
    EXPECT_TRUE(tellsPass(writtenOf(unknownApi, true)));
    const auto unknownVersion = decodeRequest("000000110003006300000005000361646d" + std::string(kPass));
    EXPECT_TRUE(tellsPass(writtenOf(unknownVersion, true)));
}

TEST(HiddenBytes, SpansAreWithoutPrefixes) {
    const auto tree = decodeBody("SaslAuthenticateRequest", 2, "0261016304" + std::string(kPass));
    EXPECT_EQ(hiddenSpans(NodeRef::root(tree)),
              (std::vector<ByteSpan>{{BufferId::Main, 1, 1}, {BufferId::Main, 5, 4}}));
}

}  // namespace
}  // namespace brokerscope
