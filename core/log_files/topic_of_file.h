#pragma once

#include <string>
#include <string_view>

namespace brokerscope {

// The log of the KRaft quorum. No topic to brokers, and kept as one on disk.
inline constexpr std::string_view kMetadataTopic = "__cluster_metadata";

// The topic whose records a file of a broker holds, by its path alone; empty: its name does not say.
//   "__consumer_offsets" of ".../__consumer_offsets-7/00000000000000000000.log", also of folders that a broker renamed
//   to delete or move them;
//   "__cluster_metadata" of a metadata snapshot (.checkpoint), wherever it was copied to.
std::string topicOfFile(const std::string& path);

}  // namespace brokerscope
