#pragma once

#include "app/cli/offsets_options.h"
#include "app/cli/topic_reading.h"
#include "core/internal_topics/metadata_image_replay.h"
#include "core/internal_topics/record_phrase.h"
#include "core/workbench/state_segments.h"

#include <memory>
#include <mutex>
#include <optional>

namespace brokerscope {

// Where `offsets` reads: the files that are named, or else the cluster; and what either knows about topics. One a run;
// not thread safe.
class OffsetsSource {
public:
    // Borrows both.
    OffsetsSource(const CommandContext& context, const OffsetsOptions& options, FetchOptions fetch);

    bool isOfFiles() const { return !m_options.files.empty(); }
    // Connects where the records come from a cluster, or it is asked for something else; its status.
    int open(bool isAlsoAsked);
    // Valid where open() connected.
    LiveCluster& cluster() { return *m_cluster; }

    // Every record from the beginning that the options say; `idle` is called where nothing is there for now. Its
    // status.
    int read(const TakeTopicEntry& take, const std::function<void()>& idle);
    // What makes the state at a moment, snapshots first; on a terminal with its progress. Its status.
    int readState(const StateMoment& moment, StateBeginning beginning, const TakeTopicEntry& take);

    // By the metadata of the cluster, or of a copy of __cluster_metadata beside the files, which is read when first
    // asked. Any thread, once open() connected.
    TopicNameOf topicNames();
    // Whether it is known which topics there are.
    bool knowsTopics();
    // The id is zero where it is not known.
    bool isTopicThere(std::string_view name, const Uuid& id);

private:
    void choosePartition();
    std::vector<TopicSegment> segmentsOf(const FileTopic& files, const StateMoment& moment,
                                         StateBeginning beginning) const;
    // Bytes of the files that make a state.
    std::uint64_t bytesOfState(const StateMoment& moment, StateBeginning beginning) const;
    // Entries of the partition that is wanted, where it is one.
    TakeTopicEntry ofPartition(const TakeTopicEntry& take) const;
    const MetadataImage* fileMetadata();

    const CommandContext& m_context;
    const OffsetsOptions& m_options;
    FetchOptions m_fetch;
    std::optional<LiveCluster> m_cluster;
    std::once_flag m_isMetadataRead;
    std::optional<TopicRecordReader> m_reader;  // of the copy
    std::unique_ptr<MetadataImageReplay> m_metadata;
};

}  // namespace brokerscope
