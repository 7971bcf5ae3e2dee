#include "app/cli/encode_command.h"

#include "app/cli/count_option.h"
#include "app/cli/data_fault.h"
#include "app/cli/input_text.h"
#include "app/cli/message_choice.h"
#include "app/cli/message_encoding.h"
#include "core/base/hex.h"
#include "core/text/annotated_hex.h"
#include "core/text/decode_answer.h"
#include "core/text/diagnostic_json.h"
#include "core/text/json_object.h"

#include <CLI/CLI.hpp>
#include <ostream>

namespace brokerscope {
namespace {

constexpr const char* kEncodeFooter =
    R"(The body is JSON in the shape of Kafka's converters; fields that are left out have their default. "_unknownTags" and
"_overrides" write what a definition cannot say: {"_overrides":{"name":{"length":99}}}. What Kafka would refuse is encoded
all the same, said on stderr, and gives status 1. Secrets are shown as they were given; --unmask has no meaning here.

Formats: hex; annotated (every byte with what it says); raw (the bytes); json.

Examples:
  echo '{"topics":[{"name":"orders"}]}' | bscope encode MetadataRequest --version 1 --body -
  bscope encode Metadata --version 12 --body request.json --format annotated
  bscope encode ApiVersions --version 3 --frame --header '{"correlationId":7}' --format raw > frame.bin)";

struct EncodeOptions {
    std::string name;
    std::optional<int> version;
    std::optional<std::string> body;
    std::string header;
    bool frame = false;
    std::optional<std::int32_t> size;
};

std::string encodedJson(const EncodedMessage& encoded) {
    std::string out;
    {
        JsonObject object(out);
        object.add("hex", toHex(*encoded.tree->bytes));
        object.add("size", std::uint64_t{encoded.tree->bytes->size()});
        object.addKey("fields");
        appendFieldsJson(out, NodeRef::root(encoded.tree), {true, false});
        object.addKey("diagnostics");
        appendDiagnosticsJson(out, encoded.diagnostics);
    }
    return out;
}

void print(const CommandContext& context, const EncodedMessage& encoded, const std::string& format) {
    const ByteBuffer& bytes = *encoded.tree->bytes;
    if (format == "hex") {
        context.line(toHex(bytes));
    } else if (format == "raw") {
        context.streams.out << asText(bytes);
    } else if (format == "json") {
        context.line(encodedJson(encoded));
    } else {
        ReadableOptions readable = context.readable();
        readable.mask = false;  // the reader has just given these values
        writeAnnotatedHex(NodeRef::root(encoded.tree), {readable, context.colours()},
                          [&context](std::string_view text) { context.line(text); });
    }
}

int runEncode(const CommandContext& context, const EncodeOptions& options) {
    const auto format = context.format({"hex", "annotated", "raw", "json"});
    if (!format) {
        return context.fail(format.error());
    }
    const auto layout = chooseLayout(context, options.name, options.version);
    if (!layout) {
        return context.fail(layout.error());
    }
    const bool framed = options.frame || !options.header.empty();
    if (options.size && !framed) {
        return context.fail(kUsageError, "--size is the size prefix of a frame: give --frame too");
    }
    const auto body = options.body ? readJsonOption(*options.body, context.streams.in, context.limits)
                                   : Result<std::string>(std::string());
    if (!body) {
        return context.fail(body.error());
    }
    EncodeOrder order;
    order.name = (*layout)->spec->name;
    order.version = (*layout)->version;
    order.body = *body;
    order.frame = framed;
    order.header = options.header;
    order.clientId = context.connection.clientId;
    order.size = options.size;
    const auto encoded = encodeOrder(context.registry(), context.choice(), context.limits, order);
    if (!encoded) {
        return context.fail(encoded.error());
    }
    print(context, *encoded, *format);
    context.streams.out.flush();
    for (const Diagnostic& problem : encoded->diagnostics) {
        if (problem.severity == Severity::Error || !context.global.quiet) {
            context.streams.err << "bscope: " << problemLine(problem) << '\n';
        }
    }
    return isRefused(encoded->diagnostics) ? kDataError : kDone;
}

}  // namespace

void addEncodeCommand(CLI::App& app, CommandContext& context, CommandAction& action) {
    auto options = std::make_shared<EncodeOptions>();
    CLI::App* command = app.add_subcommand("encode", "JSON to bytes");
    command->footer(kEncodeFooter);
    command
        ->add_option("NAME", options->name,
                     "MetadataRequest, Metadata (a request), an API key, or any other definition")
        ->required();
    command->add_option("--version", options->version, "Version of the message")
        ->type_name("N")
        ->check(checkVersion)
        ->required();
    command
        ->add_option_function<std::string>(
            "--body", [options](const std::string& text) { options->body = text; },
            "File with the body as JSON, - for standard input, or the JSON itself (default: all defaults)")
        ->type_name("FILE");
    command->add_option("--header", options->header, "Fields of the header as JSON; implies --frame")
        ->type_name("JSON");
    command->add_flag("--frame", options->frame, "Put size and header in front");
    command->add_option("--size", options->size, "Write this size prefix instead of the right one")
        ->type_name("N")
        ->check(checkInt32);
    command->callback(
        [&context, &action, options] { action = [&context, options] { return runEncode(context, *options); }; });
}

}  // namespace brokerscope
