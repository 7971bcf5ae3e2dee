#include "core/base/base64.h"
#include "core/codec/encoder.h"
#include "core/document/document.h"
#include "core/text/annotated_hex.h"
#include "core/text/decode_answer.h"
#include "core/text/text_tree.h"
#include "core/value/json_reader.h"
#include "tests/support/decoding.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace brokerscope {
namespace {

using nlohmann::json;
using testing::bytesOf;
using ::testing::HasSubstr;
using testing::nodeAt;
using ::testing::Not;

const SchemaRegistry& schemas() {
    return SchemaRegistry::embedded();
}

const NestedOpener& innerOpener() {
    static const NestedOpener made(schemas());
    return made;
}

ValueDraft draftOf(const std::shared_ptr<const MessageLayout>& layout, std::string_view text) {
    auto read = draftFromJson(layout->spec, text);
    EXPECT_TRUE(read) << text;
    return std::move(read.value().draft);
}

// What a connection carries behind the size: header and body.
ByteBuffer inner(const std::shared_ptr<const MessageLayout>& header, std::string_view headerText,
                 const std::shared_ptr<const MessageLayout>& body, std::string_view bodyText) {
    const auto frame = encodeFrame(header, draftOf(header, headerText), body, draftOf(body, bodyText));
    return {frame->bytes->begin() + 4, frame->bytes->end()};
}

ByteBuffer innerRequest(int apiKey, int version, std::string_view body) {
    const auto header = schemas().requestHeader(*schemas().requestHeaderVersion(apiKey, version)).value();
    const std::string text = fmt::format(
        R"({{"requestApiKey":{},"requestApiVersion":{},"correlationId":7,"clientId":"adm"}})", apiKey, version);
    return inner(header, text, schemas().request(apiKey, version).value(), body);
}

ByteBuffer innerResponse(int apiKey, int version, std::string_view body) {
    const auto header = schemas().responseHeader(*schemas().responseHeaderVersion(apiKey, version)).value();
    return inner(header, R"({"correlationId":7})", schemas().response(apiKey, version).value(), body);
}

// The tree of a frame whose one bytes field is given.
std::shared_ptr<const ValueTree> envelopeRequest(const ByteBuffer& data) {
    const auto header = schemas().requestHeader(2).value();
    const auto body = schemas().request(58, 0).value();
    const auto frame = encodeFrame(
        header, draftOf(header, R"({"requestApiKey":58,"requestApiVersion":0,"correlationId":1})"), body,
        draftOf(body, fmt::format(R"({{"requestData":"{}","requestPrincipal":null,"clientHostAddress":"fwAAAQ=="}})",
                                  toBase64(data))));
    return decodeRequestFrame(schemas(), frame->bytes);
}

std::shared_ptr<const ValueTree> envelopeResponse(const ByteBuffer& data) {
    const auto header = schemas().responseHeader(1).value();
    const auto body = schemas().response(58, 0).value();
    const auto frame = encodeFrame(header, draftOf(header, R"({"correlationId":1})"), body,
                                   draftOf(body, fmt::format(R"({{"responseData":"{}"}})", toBase64(data))));
    return decodeResponseFrame(schemas(), 58, 0, frame->bytes);
}

constexpr int kCreateTopics = 19;
constexpr std::string_view kCreate =
    R"({"topics":[{"name":"orders","numPartitions":3,"replicationFactor":1,"assignments":[],"configs":[]}],"timeoutMs":30000,"validateOnly":false})";
constexpr int kAlterConfigs = 33;
constexpr std::string_view kAlter =
    R"({"resources":[{"resourceType":4,"resourceName":"1","configs":[{"name":"ssl.key.password","value":"hush"},{"name":"log.dir","value":"shown"}]}],"validateOnly":false})";

std::string textOf(const std::shared_ptr<const ValueTree>& tree, bool mask, const NodeRef& request = {},
                   bool hex = false) {
    std::string out;
    const auto take = [&](std::string_view line) { (out += line) += '\n'; };
    NestedView nested{&innerOpener(), {}};
    nested.context.request = request;
    ReadableOptions options;
    options.registry = &schemas();
    options.mask = mask;
    if (hex) {
        writeAnnotatedHex(NodeRef::root(tree), {options, false}, take, nested);
    } else {
        writeTree(NodeRef::root(tree), options, take, nested);
    }
    return out;
}

TEST(Envelope, ItsRequestOpensWithItsHeaderInTheSameBuffer) {
    const ByteBuffer data = innerRequest(kCreateTopics, 7, kCreate);
    const auto tree = envelopeRequest(data);
    ASSERT_FALSE(tree->hasErrors());
    const NodeRef bytes = nodeAt(tree, "requestData");
    EXPECT_TRUE(innerOpener().mayOpen(bytes));
    const auto opened = innerOpener().open(bytes);
    ASSERT_TRUE(opened && opened->tree);
    EXPECT_TRUE(opened->remarks.empty());
    EXPECT_EQ(opened->tree->bytes, tree->bytes);
    EXPECT_FALSE(opened->tree->hasErrors());
    EXPECT_EQ(opened->tree->unread, 0u);
    const NodeRef frame = NodeRef::root(opened->tree);
    EXPECT_EQ(frame.span(), contentSpan(bytes));
    EXPECT_EQ(nodeAt(opened->tree, "header.clientId").text(), "adm");
    EXPECT_EQ(nodeAt(opened->tree, "header.correlationId").node().integer, 7);
    EXPECT_EQ(nodeAt(opened->tree, "topics[0].name").text(), "orders");
    EXPECT_EQ(nodeAt(opened->tree, "topics[0].name").path(), "topics[0].name");
    EXPECT_EQ(nodeAt(opened->tree, "header.clientId").path(), "header.clientId");
    // Nothing is there where a size would be; how many bytes there are is derived.
    const NodeRef size = frame.child(0);
    EXPECT_EQ(size.kind(), NodeKind::Size);
    EXPECT_EQ(size.node().flags, NodeDerived);
    EXPECT_EQ(size.node().integer, static_cast<std::int64_t>(data.size()));
    EXPECT_EQ(size.span().length, 0u);
}

TEST(Envelope, ItsResponseIsReadByTheRequestThatItsOwnRequestCarries) {
    const auto asked = envelopeRequest(innerRequest(kCreateTopics, 7, kCreate));
    const auto tree = envelopeResponse(innerResponse(
        kCreateTopics, 7,
        R"({"throttleTimeMs":0,"topics":[{"name":"orders","topicId":"AAAAAAAAAAAAAAAAAAAAAQ","errorCode":36,"errorMessage":"is there"}]})"));
    const NodeRef bytes = nodeAt(tree, "responseData");
    NestedContext context;
    context.request = NodeRef::root(asked).child(2);
    const auto opened = innerOpener().open(bytes, context);
    ASSERT_TRUE(opened && opened->tree);
    EXPECT_FALSE(opened->tree->hasErrors());
    EXPECT_EQ(nodeAt(opened->tree, "header.correlationId").node().integer, 7);
    EXPECT_EQ(nodeAt(opened->tree, "topics[0].errorMessage").text(), "is there");
    // What lies deeper would answer the inner request.
    EXPECT_EQ(opened->request.find("topics[0].name")->text(), "orders");
    EXPECT_THAT(textOf(tree, true, context.request), HasSubstr("ErrorCode: TOPIC_ALREADY_EXISTS (36)"));

    const auto alone = innerOpener().open(bytes);
    ASSERT_TRUE(alone);
    EXPECT_EQ(alone->tree, nullptr);
    ASSERT_EQ(alone->remarks.size(), 1u);
    EXPECT_EQ(alone->remarks[0].text(),
              "which structure these bytes hold is not known: the request that it answers is not known");
}

TEST(Envelope, ADocumentOpensBoth) {
    const auto request = envelopeRequest(innerRequest(kCreateTopics, 7, kCreate));
    Document asked(request, {});
    const DocumentPart* carried = asked.open(asked.root(), nodeAt(request, "requestData"));
    ASSERT_TRUE(carried != nullptr && carried->tree != nullptr);
    EXPECT_EQ(carried->kind, PartKind::Structure);
    EXPECT_EQ(carried->buffer, BufferId::Main);
    EXPECT_FALSE(carried->request.isValid());

    const auto response = envelopeResponse(innerResponse(kCreateTopics, 7, R"({"throttleTimeMs":5,"topics":[]})"));
    DocumentContext context;
    context.nested.request = NodeRef::root(request).child(2);
    Document answered(response, context);
    const DocumentPart* answer = answered.open(answered.root(), nodeAt(response, "responseData"));
    ASSERT_TRUE(answer != nullptr && answer->tree != nullptr);
    EXPECT_EQ(nodeAt(answer->tree, "throttleTimeMs").node().integer, 5);
    EXPECT_TRUE(answer->request.isValid());
}

TEST(Envelope, ApisAndVersionsThatNobodyKnowsKeepTheirHeader) {
    const auto tree = envelopeRequest(fromHex("03e7000000000007000161").value());
    const auto opened = innerOpener().open(nodeAt(tree, "requestData"));
    ASSERT_TRUE(opened && opened->tree);
    EXPECT_TRUE(opened->tree->hasErrors());
    EXPECT_EQ(nodeAt(opened->tree, "header.requestApiKey").node().integer, 999);
    EXPECT_EQ(opened->tree->unread, 3u);
    // Not even a header.
    const auto cut = innerOpener().open(nodeAt(envelopeRequest(fromHex("0013").value()), "requestData"));
    ASSERT_TRUE(cut);
    EXPECT_EQ(cut->tree, nullptr);
    ASSERT_FALSE(cut->remarks.empty());
}

// The bytes are secret as long as nobody knows what is in them; what is decoded hides its own secrets.
TEST(Envelope, SecretsAreThoseOfTheRequestWithin) {
    const auto tree = envelopeRequest(innerRequest(kAlterConfigs, 2, kAlter));
    const std::string masked = textOf(tree, true);
    EXPECT_THAT(masked, HasSubstr("RequestData: ***\n      holds AlterConfigsRequest v2,"));
    EXPECT_THAT(masked, HasSubstr("header: RequestHeader v2\n"));
    EXPECT_THAT(masked, HasSubstr("Name: \"ssl.key.password\"\n"));
    EXPECT_THAT(masked, HasSubstr("Value: \"shown\""));
    EXPECT_THAT(masked, Not(HasSubstr("hush")));
    // The frame's own size, and none before the header within.
    EXPECT_EQ(masked.find("size: "), masked.rfind("size: "));
    EXPECT_THAT(textOf(tree, false), HasSubstr("Value: \"hush\""));
    const std::string hex = textOf(tree, true, {}, true);
    EXPECT_THAT(hex, Not(HasSubstr("68 75 73 68")));
    EXPECT_THAT(hex, HasSubstr("requestData > header.clientId"));
    EXPECT_THAT(textOf(tree, false, {}, true), HasSubstr("68 75 73 68"));
    // Half of a request is hidden whole.
    ByteBuffer half = innerRequest(kAlterConfigs, 2, kAlter);
    half.resize(half.size() - 12);
    EXPECT_THAT(textOf(envelopeRequest(half), true), Not(HasSubstr("holds")));
    EXPECT_THAT(textOf(envelopeRequest(half), false), HasSubstr("holds AlterConfigsRequest v2"));
}

TEST(Envelope, InJsonItStandsInThePlaceOfItsBytes) {
    const auto tree = envelopeRequest(innerRequest(kAlterConfigs, 2, kAlter));
    std::vector<Diagnostic> remarks;
    JsonOptions options;
    options.mask = true;
    const json body = json::parse(toNestedJson(NodeRef::root(tree).child(2), {&innerOpener(), {}}, options, remarks));
    const json& data = body.at("requestData");
    EXPECT_EQ(data.at("_type"), "AlterConfigsRequest");
    EXPECT_EQ(data.at("_version"), 2);
    EXPECT_EQ(data.at("header").at("clientId"), "adm");
    EXPECT_EQ(data.at("body").at("resources")[0].at("configs")[0].at("value"), "***");
    EXPECT_EQ(data.at("body").at("resources")[0].at("configs")[1].at("value"), "shown");
    EXPECT_FALSE(data.contains("size"));
    EXPECT_TRUE(remarks.empty());
    // Beside an answer in Kafka's own form, where bytes stay bytes.
    const json answer = json::parse(decodeAnswer(NodeRef::root(tree), {true, true, {&innerOpener(), {}}}));
    EXPECT_EQ(answer.at("json").at("requestData"), "***");
    ASSERT_EQ(answer.at("nested").size(), 1u);
    EXPECT_EQ(answer.at("nested")[0].at("type"), "AlterConfigsRequest");
    EXPECT_EQ(answer.at("nested")[0].at("unread"), 0);
    std::uint64_t next = answer.at("nested")[0].at("offset").get<std::uint64_t>();
    for (const json& field : answer.at("nested")[0].at("fields")) {
        EXPECT_EQ(field.at("offset").get<std::uint64_t>(), next);
        next += field.at("size").get<std::uint64_t>();
    }
}

}  // namespace
}  // namespace brokerscope
