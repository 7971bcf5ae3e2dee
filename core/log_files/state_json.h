#pragma once

#include "core/log_files/entry_reader.h"
#include "core/log_files/log_file_name.h"

#include <memory>

namespace brokerscope {

// quorum-state or .kafka_cleanshutdown: one JSON object, one entry with its fields in their order.
//
//   quorum-state         => the fields of QuorumStateData at the version "data_version", and that
//   .kafka_cleanshutdown => {"version": 0, "brokerEpoch": n}, or nothing (before Kafka 3.7): no entry
//
// Fields that the version does not have, and those that are missing, are said. Text that is no JSON is said with its
// line and column.
std::unique_ptr<EntryReader> readStateJson(LogFileKind kind, std::string_view text, const Limits& limits = {});

}  // namespace brokerscope
