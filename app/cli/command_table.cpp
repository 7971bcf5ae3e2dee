#include "app/cli/command_table.h"

#include "app/cli/apis_command.h"
#include "app/cli/batch_command.h"
#include "app/cli/capture_command.h"
#include "app/cli/check_command.h"
#include "app/cli/completions_command.h"
#include "app/cli/decode_command.h"
#include "app/cli/dump_command.h"
#include "app/cli/encode_command.h"
#include "app/cli/fetch_command.h"
#include "app/cli/groups_command.h"
#include "app/cli/help_command.h"
#include "app/cli/offsets_command.h"
#include "app/cli/recording_command.h"
#include "app/cli/records_command.h"
#include "app/cli/run_command.h"
#include "app/cli/schema_command.h"
#include "app/cli/send_command.h"
#include "app/cli/versions_command.h"

#include <array>

namespace brokerscope {

std::span<const CommandEntry> commandTable() {
    static constexpr std::array kCommands{
        CommandEntry{addApisCommand},      CommandEntry{addSchemaCommand},      CommandEntry{addEncodeCommand},
        CommandEntry{addDecodeCommand},    CommandEntry{addBatchCommand},       CommandEntry{addSendCommand},
        CommandEntry{addCheckCommand},     CommandEntry{addVersionsCommand},    CommandEntry{addRecordsCommand},
        CommandEntry{addDumpCommand},      CommandEntry{addCaptureCommand},     CommandEntry{addFetchCommand},
        CommandEntry{addGroupsCommand},    CommandEntry{addOffsetsCommand},     CommandEntry{addRunCommand},
        CommandEntry{addRecordingCommand}, CommandEntry{addCompletionsCommand}, CommandEntry{addHelpCommand},
    };
    return kCommands;
}

}  // namespace brokerscope
