#pragma once

#include "core/internal_topics/counted_state.h"
#include "core/internal_topics/metadata_image.h"

#include <cstdint>
#include <memory>

namespace brokerscope {

// Folds the records of __cluster_metadata, its log and its snapshots, to what brokers and controllers make of them:
//
//   changes        PartitionChange, fencing and registration changes alter what is there; of what is not there, or has
//                  been made anew since, nothing
//   removal        a topic takes its partitions and its configs with it
//   transactions   records between BeginTransaction and EndTransaction are in force at its end, all at once; with
//                  AbortTransaction they are dropped
//   control        voters, kraft.version and the quorum's leader stand in control records
//
// NoOp and what nobody knows is set aside (others()). Of SCRAM credentials mechanism and iterations are kept, no
// secret.
class MetadataImageReplay : public CountedState {
public:
    // Borrows `reader`.
    explicit MetadataImageReplay(const TopicRecordReader& reader, std::int32_t partition = 0,
                                 const Limits& limits = {});
    ~MetadataImageReplay() override;

    bool hasCheckpoints() const override { return true; }
    void beginCheckpoint(std::int64_t endOffset) override;
    void endCheckpoint() override;

    std::uint64_t stateBytes() const override;
    std::vector<StateObjectId> objects() const override;
    std::optional<StateObject> object(const StateObjectId& id) const override;
    void clear() override;

    const MetadataImage& image() const { return m_image; }
    // Records of a metadata transaction that is not ended.
    std::size_t pendingRecords() const;

private:
    struct Reading;
    void data(const RecordView& view) override;
    void control(const RecordView& view) override;
    RecordPlace placeOf(const RecordView& view) const override;

    std::unique_ptr<Reading> m_reading;
    MetadataImage m_image;
    std::int64_t m_checkpoint = -1;
};

}  // namespace brokerscope
