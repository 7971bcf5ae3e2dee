#include "app/cli/segment_options.h"

#include "app/cli/count_option.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace brokerscope {

std::string SegmentOptions::problem() const {
    return from <= to ? std::string() : fmt::format("--from {} is beyond --to {}", from, to);
}

void addSegmentOptions(CLI::App& command, SegmentOptions& options) {
    command.add_flag("--batches-only", options.batchesOnly, "Headers and checksums of batches, without records");
    command.add_option("--from", options.from, "First offset to print")->type_name("OFFSET");
    command.add_option("--to", options.to, "Last offset to print")->type_name("OFFSET");
    command.add_option("--max", options.most, "Print at most so many records, or batches with --batches-only")
        ->check(checkCount)
        ->type_name("N");
    addDecodeOption(command, options.decode);
}

}  // namespace brokerscope
