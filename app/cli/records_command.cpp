#include "app/cli/records_command.h"

#include "app/cli/file_dump.h"
#include "app/cli/input_text.h"
#include "app/cli/segment_printer.h"
#include "core/base/hex.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

namespace brokerscope {
namespace {

constexpr const char* kRecordsFooter =
    R"(The bytes of a records field, of a segment, or of one batch: as hexadecimal digits, in a file, or on standard input
(-). With --hex the arguments are digits even where a file is called so, and a file holds digits.

--decode reads keys and values as records of an internal topic. Without it (auto) the name of the folder that the file
is in says which, such as __consumer_offsets-7; digits and standard input have none and stay bytes. In JSON:
  "decoded":{"type":"OffsetCommit","typeId":1,"version":3,"key":{...},"value":{...},"tombstone":false}
"type" is null for a number that nobody knows, "status" stands beside names that are retired or reserved; a key or value of
unknown layout is {"_raw":"<hex>"}. A structure within bytes stands in their place, with what it is before its fields:
  "subscription":{"_type":"ConsumerProtocolSubscription","_version":3,"topics":[...]}

In text keys and values are shown as text where they are UTF-8 without control characters but tab, line feed and carriage
return, else as 0x and digits. What was not reached in a damaged batch is "not read"; in JSON it is null, and "notRead"
names it. "gap 300-302; continue at 308" tells offsets that compaction left without a record.

Formats: text; json (one object a batch).
A file is read as dump reads it. The status is 1 where bytes are malformed or a checksum is wrong, 2 where a file is
nothing that is known.

Examples:
  bscope records 0000000000000000 0000003a 00000000 02 e99b8dd8 ...
  bscope records batch.bin --format json
  bscope records --hex digits.txt --batches-only
  bscope records __consumer_offsets-7/00000000000000000000.log
  bscope records --decode offsets batch.bin --format json)";

struct RecordsOptions {
    std::vector<std::string> words;  // HEX, or FILE
    bool hex = false;
    SegmentOptions segment;
};

bool areDigits(const std::string& text) {
    return std::all_of(text.begin(), text.end(), [](unsigned char c) {
        return std::isxdigit(c) != 0 || std::isspace(c) != 0 || c == ':' || c == ',';
    });
}

// Whether the words name a file; standard input is one.
bool isFile(const RecordsOptions& options) {
    const std::string& first = options.words.front();
    std::error_code code;
    const bool isNamed = options.words.size() == 1 && (first == "-" || std::filesystem::exists(first, code));
    return isNamed && !(options.hex && areDigits(first));
}

// The digits of the words, or those in the file.
Result<ByteBuffer> readDigits(const CommandContext& context, const RecordsOptions& options) {
    const std::string& first = options.words.front();
    if (isFile(options)) {
        const auto text = readInput(first, context.streams.in, messageInput(context.limits));
        return text ? fromHex(*text) : tl::unexpected<Error>(text.error());
    }
    // A word that is no number may be a file that is not there.
    if (options.words.size() == 1 && !first.starts_with("0x") && !areDigits(first)) {
        return failure(MessageId::FileUnreadable, {first, "it is no file, and no hexadecimal digits either"});
    }
    std::string digits;
    for (const std::string& word : options.words) {
        digits += word;
    }
    return fromHex(digits);
}

int printDigits(const CommandContext& context, const RecordsOptions& options, const SegmentOptions& segment) {
    const auto bytes = readDigits(context, options);
    if (!bytes) {
        return context.fail(bytes.error());
    }
    SegmentPrinter printer(context, segment);
    printer.begin(isFile(options) ? std::optional(options.words.front()) : std::nullopt);
    printer.printSet(*bytes);
    return printer.hasError() ? kDataError : kDone;
}

int runRecords(const CommandContext& context, const RecordsOptions& options) {
    const auto format = context.format({"text", "json"});
    if (!format) {
        return context.fail(format.error());
    }
    if (const std::string problem = options.segment.problem(); !problem.empty()) {
        return context.fail(kUsageError, problem);
    }
    SegmentOptions segment = options.segment;
    segment.isJson = *format == "json";
    if (options.hex || !isFile(options)) {
        return printDigits(context, options, segment);
    }
    FileDump dump(context, segment);
    const bool isRead = dump.dump(options.words.front()) != FileOutcome::Unreadable;
    return !isRead ? kUsageError : dump.hasError() ? kDataError : kDone;
}

}  // namespace

void addRecordsCommand(CLI::App& app, CommandContext& context, CommandAction& action) {
    auto options = std::make_shared<RecordsOptions>();
    CLI::App* command = app.add_subcommand("records", "Batches and records of a record set");
    command->footer(kRecordsFooter);
    command->add_option("HEX", options->words, "The bytes as hexadecimal digits, or a file that holds them")
        ->required();
    command->add_flag("--hex", options->hex, "Digits, even where a file is called so; a file holds digits");
    addSegmentOptions(*command, options->segment);
    command->callback(
        [&context, &action, options] { action = [&context, options] { return runRecords(context, *options); }; });
}

}  // namespace brokerscope
