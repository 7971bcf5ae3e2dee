#include "app/cli/decode_command.h"

#include "app/cli/count_option.h"
#include "app/cli/input_text.h"
#include "app/cli/message_choice.h"
#include "app/cli/message_decoding.h"
#include "app/cli/tree_output.h"
#include "core/base/hex.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <istream>

namespace brokerscope {
namespace {

constexpr const char* kDecodeFooter =
    R"(NAME is MetadataRequest, Metadata (a request), an API key number, or any other definition, such as RecordBatch,
OffsetIndex or ConnectAssignment, which are the program's own. With --frame and without --version NAME may be left out: a
request says what it is. HEX may be several arguments.

Formats: text; annotated (every byte with what it says); json (the answer object of batch); kafka-json (its "json" only).
The status is 1 where the bytes are malformed or a response holds an error code.

Examples:
  bscope decode ApiVersionsRequest --version 3 04 6b7078 04 312e30 00
  bscope decode --frame 000000170012000300000065000361646d00046b707804312e3000
  bscope decode --frame ApiVersionsResponse --version 3 0000001300000001000002001200000004000000000000
  bscope decode FetchResponse --version 12 --file answer.bin --format annotated)";

struct DecodeOptions {
    std::vector<std::string> words;  // NAME and HEX as they stand
    std::optional<int> version;
    bool frame = false;
    std::string file;
    bool hex = false;
};

bool isHexWord(const std::string& word) {
    return std::all_of(word.begin(), word.end(),
                       [](unsigned char c) { return std::isxdigit(c) != 0 || c == ':' || c == ','; }) ||
           word.starts_with("0x");
}

// An API key in decimal. The bytes of a frame begin with its size, whose first digit is 0.
bool isApiKey(const std::string& word) {
    const bool isNumber = std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
    return isNumber && word.size() <= 5 && (word == "0" || word.front() != '0');
}

// Whether the first word is a NAME. It must be, but for a request's frame, which says its name itself.
bool hasName(const DecodeOptions& options) {
    if (options.words.empty()) {
        return false;
    }
    const std::string& first = options.words.front();
    const bool isAlone = options.words.size() == 1 && options.file.empty();
    return !options.frame || options.version || !isHexWord(first) || (isApiKey(first) && !isAlone);
}

Result<ByteBuffer> readBytes(const CommandContext& context, const DecodeOptions& options, std::size_t firstWord) {
    const bool hasHex = firstWord < options.words.size();
    if (hasHex == !options.file.empty()) {
        return failure(MessageId::Other,
                       {hasHex ? "give HEX or --file, not both" : "give the bytes as HEX, or with --file"});
    }
    if (hasHex) {
        std::string digits;
        for (std::size_t i = firstWord; i < options.words.size(); ++i) {
            digits += options.words[i];
        }
        return fromHex(digits);
    }
    const auto text = readInput(options.file, context.streams.in, messageInput(context.limits));
    if (!text) {
        return tl::unexpected<Error>(text.error());
    }
    if (options.hex) {
        return fromHex(*text);
    }
    const ByteView bytes = asBytes(*text);
    return ByteBuffer(bytes.begin(), bytes.end());
}

// Whether the bytes are the frame of a request, or are to be.
bool saysVersion(const CommandContext& context, const DecodeOrder& order) {
    const auto spec = context.registry().spec(order.name, context.choice());
    return order.frame && (order.name.empty() || !spec || (*spec)->type != MessageType::Response);
}

int runDecode(const CommandContext& context, const DecodeOptions& options) {
    const auto format = context.format({"text", "annotated", "json", "kafka-json"});
    if (!format) {
        return context.fail(format.error());
    }
    DecodeOrder order{{}, options.version, options.frame};
    const bool named = hasName(options);
    if (named) {
        const auto name = definitionNamed(context.registry(), context.choice(), options.words.front());
        if (!name) {
            return context.fail(name.error());
        }
        order.name = *name;
    }
    if (!options.version && !saysVersion(context, order)) {
        return context.fail(kUsageError, "which version? Give --version N; only a request's frame says it");
    }
    auto bytes = readBytes(context, options, named ? 1 : 0);
    if (!bytes) {
        return context.fail(bytes.error());
    }
    const auto tree = decodeOrder(context.registry(), context.choice(), context.limits, order,
                                  std::make_shared<const ByteBuffer>(std::move(*bytes)));
    if (!tree) {
        return context.fail(tree.error());
    }
    const bool isGood = printTree(context, NodeRef::root(*tree), *format);
    return isGood ? statusOf(NodeRef::root(*tree)) : kDataError;
}

}  // namespace

void addDecodeCommand(CLI::App& app, CommandContext& context, CommandAction& action) {
    auto options = std::make_shared<DecodeOptions>();
    CLI::App* command = app.add_subcommand("decode", "Bytes to a tree");
    command->footer(kDecodeFooter);
    command->add_option("NAME HEX", options->words, "What the bytes are, and the bytes as hexadecimal digits");
    command->add_option("--version", options->version, "Version of the message")->type_name("N")->check(checkVersion);
    command->add_flag("--frame", options->frame, "The bytes begin with size and header");
    command->add_option("--file", options->file, "Read the bytes from a file, or from - for standard input")
        ->type_name("F");
    command->add_flag("--hex", options->hex, "The file holds hexadecimal digits");
    command->callback(
        [&context, &action, options] { action = [&context, options] { return runDecode(context, *options); }; });
}

}  // namespace brokerscope
