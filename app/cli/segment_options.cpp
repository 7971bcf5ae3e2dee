#include "app/cli/segment_options.h"

#include <CLI/CLI.hpp>

namespace brokerscope {

void addSegmentOptions(CLI::App& command, SegmentOptions& options) {
    command.add_flag("--batches-only", options.batchesOnly, "Headers and checksums of batches, without records");
    command.add_option("--from", options.from, "First offset to print")->type_name("OFFSET");
    command.add_option("--to", options.to, "Last offset to print")->type_name("OFFSET");
    command.add_option("--max", options.most, "Print at most so many records, or batches with --batches-only")
        ->type_name("N");
    addDecodeOption(command, options.decode);
}

}  // namespace brokerscope
