#include "app/cli/batch_command.h"

#include "app/cli/batch_answer.h"
#include "app/cli/line_reader.h"

#include <CLI/CLI.hpp>
#include <ostream>

namespace brokerscope {
namespace {

constexpr const char* kBatchFooter = R"(Lines:
  {"op":"decode","name":"FetchResponse","version":13,"hex":"..."}
  {"op":"encode","name":"FetchRequest","version":13,"json":{...}}
  {"op":"annotate", ...as decode} adds "fields", every byte once
  "frame":true includes size and header; "release":"3.9.2" looks in one release.
Nothing is masked. The status is 0 when every line was answered.

Examples:
  echo '{"op":"decode","name":"ApiVersionsRequest","version":3,"hex":"046b707804312e3000"}' | bscope batch
  bscope batch < lines.jsonl > answers.jsonl)";

int runBatch(const CommandContext& context) {
    if (const auto format = context.format({"json"}); !format) {
        return context.fail(format.error());
    }
    std::ostream& out = context.streams.out;
    LineReader lines(context.streams.in, context.limits.jsonInput, [&out] { out.flush(); });
    std::string_view line;
    while (lines.next(line)) {
        if (lines.isTooLong()) {
            out << refusalAnswer({MessageId::LimitExceeded,
                                  {"jsonInput", "the line", std::to_string(context.limits.jsonInput)},
                                  std::nullopt,
                                  {}});
        } else {
            out << batchAnswer(context, line);
        }
        out << '\n';
    }
    out.flush();
    return kDone;
}

}  // namespace

void addBatchCommand(CLI::App& app, CommandContext& context, CommandAction& action) {
    CLI::App* command = app.add_subcommand("batch", "JSON lines in, JSON lines out, for scripts in other languages");
    command->footer(kBatchFooter);
    command->callback([&context, &action] { action = [&context] { return runBatch(context); }; });
}

}  // namespace brokerscope
