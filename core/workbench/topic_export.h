#pragma once

#include "core/base/cancel_token.h"
#include "core/workbench/topic_row_fields.h"
#include "core/workbench/transaction_states.h"

#include <cstdint>
#include <string>
#include <vector>

namespace brokerscope {

enum class TopicExportForm : std::uint8_t { JsonLines, Csv };

// Rows of a piece, by their numbers.
struct ChosenRows {
    SharedTopicPiece piece;
    std::vector<std::uint32_t> rows;
};

struct TopicExport {
    TopicRowContext context;
    TopicExportForm form = TopicExportForm::JsonLines;
    std::vector<ChosenRows> chosen;
    TransactionStates transactions;
};

struct ExportedRows {
    std::uint64_t written = 0;
    std::uint64_t missing = 0;  // their bytes are gone, or cannot be read any more
};

// Writes the records to a file, secrets masked. JSON is one object a line: of an internal topic
// as `bscope offsets` prints it, of another as `bscope fetch` does. CSV (RFC 4180) has one line a record:
//
//   partition,offset,timestamp,type,typeId,group,about,tombstone,transaction,producerId,key,value,record
//
// key and value are text, "0x…" where they are none; of decoded records `record` is the JSON object that has both.
// Cancelled: what was written so far is a whole number of lines. Errors: FileUnwritable. Work for a thread of its own.
Result<ExportedRows> exportRows(const TopicExport& what, const std::string& path, const CancelToken& cancel = {});

}  // namespace brokerscope
