#include "app/cli/batch_answer.h"

#include "app/cli/batch_line.h"
#include "app/cli/message_choice.h"
#include "app/cli/message_decoding.h"
#include "app/cli/message_encoding.h"
#include "core/base/hex.h"
#include "core/document/record_sets.h"
#include "core/text/decode_answer.h"
#include "core/text/diagnostic_json.h"
#include "core/text/json_object.h"

#include <array>
#include <limits>

namespace brokerscope {
namespace {

tl::unexpected<Error> missing(const std::string& key, const std::string& expected) {
    return failure(MessageId::JsonWrongType, {key, expected, "nothing"});
}

// What lines of every kind have in common.
struct Target {
    std::string name;
    std::optional<int> version;
    bool frame = false;
    SchemaChoice choice;
};

Result<Target> readTarget(const CommandContext& context, const BatchLine& line) {
    const auto name = line.text("name");
    const auto version = line.number("version");
    const auto frame = line.flag("frame");
    const auto release = line.text("release");
    for (const Error* error : {name ? nullptr : &name.error(), version ? nullptr : &version.error(),
                               frame ? nullptr : &frame.error(), release ? nullptr : &release.error()}) {
        if (error != nullptr) {
            return tl::unexpected<Error>(*error);
        }
    }
    Target target{{}, std::nullopt, *frame, context.choice()};
    if (*release) {
        target.choice.release = **release;
    }
    if (*version) {
        if (**version < std::numeric_limits<std::int16_t>::min() ||
            **version > std::numeric_limits<std::int16_t>::max()) {
            return failure(MessageId::ValueOutOfRange, {"version", std::to_string(**version), "-32768", "32767"});
        }
        target.version = static_cast<int>(**version);
    }
    if (*name) {
        const auto resolved = definitionNamed(context.registry(), target.choice, **name);
        if (!resolved) {
            return tl::unexpected<Error>(resolved.error());
        }
        target.name = *resolved;
    }
    return target;
}

Result<std::string> decodeLine(const CommandContext& context, const BatchLine& line, bool fields) {
    const auto target = readTarget(context, line);
    if (!target) {
        return tl::unexpected<Error>(target.error());
    }
    const auto hex = line.text("hex");
    if (!hex) {
        return tl::unexpected<Error>(hex.error());
    }
    if (!*hex) {
        return missing("hex", "hexadecimal digits");
    }
    auto bytes = fromHex(**hex);
    if (!bytes) {
        return tl::unexpected<Error>(bytes.error());
    }
    const DecodeOrder order{target->name, target->version, target->frame};
    const auto tree = decodeOrder(context.registry(), target->choice, context.limits, order,
                                  std::make_shared<const ByteBuffer>(std::move(*bytes)));
    if (!tree) {
        return tl::unexpected<Error>(tree.error());
    }
    const NestedOpener opener(context.registry(), target->choice, context.limits);
    // Scripts get what is on the wire: nothing is masked here.
    const std::vector<Diagnostic> records = recordSetsRemarks(NodeRef::root(*tree), context.limits);
    return decodeAnswer(NodeRef::root(*tree), {fields, false, {&opener, {}}, nullptr, records});
}

Result<std::string> encodeLine(const CommandContext& context, const BatchLine& line) {
    const auto target = readTarget(context, line);
    if (!target) {
        return tl::unexpected<Error>(target.error());
    }
    if (target->name.empty() || !target->version) {
        return target->name.empty() ? missing("name", "a definition's name") : missing("version", "a whole number");
    }
    const auto size = line.number("size");
    if (!size) {
        return tl::unexpected<Error>(size.error());
    }
    EncodeOrder order;
    order.name = target->name;
    order.version = *target->version;
    order.frame = target->frame;
    order.body = line.raw("json").value_or("{}");
    order.header = line.raw("header").value_or(std::string_view());
    if (*size) {
        constexpr auto kLeast = std::numeric_limits<std::int32_t>::min();
        constexpr auto kGreatest = std::numeric_limits<std::int32_t>::max();
        if (**size < kLeast || **size > kGreatest) {
            return failure(MessageId::ValueOutOfRange,
                           {"size", std::to_string(**size), std::to_string(kLeast), std::to_string(kGreatest)});
        }
        order.size = static_cast<std::int32_t>(**size);
    }
    const auto encoded = encodeOrder(context.registry(), target->choice, context.limits, order);
    if (!encoded) {
        return tl::unexpected<Error>(encoded.error());
    }
    std::string out;
    {
        JsonObject object(out);
        const Diagnostic* error = encoded->firstError();
        object.add("ok", error == nullptr);
        if (error != nullptr) {
            object.addKey("error");
            appendDiagnosticJson(out, *error);
        }
        object.add("hex", toHex(*encoded->tree->bytes));
        if (!encoded->diagnostics.empty()) {
            object.addKey("diagnostics");
            appendDiagnosticsJson(out, encoded->diagnostics);
        }
    }
    return out;
}

Result<std::string> answerLine(const CommandContext& context, std::string_view text) {
    const auto line = BatchLine::parse(text);
    if (!line) {
        return tl::unexpected<Error>(line.error());
    }
    const auto op = line->text("op");
    if (!op) {
        return tl::unexpected<Error>(op.error());
    }
    const std::string name = op->value_or("");
    if (name == "decode" || name == "annotate") {
        return decodeLine(context, *line, name == "annotate");
    }
    if (name == "encode") {
        return encodeLine(context, *line);
    }
    if (name.empty()) {
        return missing("op", "decode, encode or annotate");
    }
    return failure(MessageId::InvalidValue, {"op", name, "decode, encode or annotate"});
}

// Bytes that a refused line has given and nobody has read.
std::uint64_t bytesOf(std::string_view text) {
    const auto line = BatchLine::parse(text);
    const auto hex = line ? line->text("hex") : Result<std::optional<std::string>>(std::nullopt);
    const auto bytes = hex && *hex ? fromHex(**hex) : Result<ByteBuffer>(ByteBuffer());
    return bytes ? bytes->size() : 0;
}

}  // namespace

std::string refusalAnswer(const Error& error, std::uint64_t unread) {
    std::string out;
    {
        JsonObject object(out);
        object.add("ok", false);
        object.addKey("error");
        appendErrorJson(out, error);
        object.addNull("json");
        object.add("unread", unread);
        object.addJson("diagnostics", "[]");
    }
    return out;
}

std::string batchAnswer(const CommandContext& context, std::string_view line) {
    const auto result = answerLine(context, line);
    return result ? *result : refusalAnswer(result.error(), bytesOf(line));
}

}  // namespace brokerscope
