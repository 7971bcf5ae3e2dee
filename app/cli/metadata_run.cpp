#include "app/cli/metadata_run.h"

#include "app/cli/interruption.h"
#include "core/records/batch_header.h"
#include "core/records/batch_iterator.h"
#include "core/workbench/metadata_log_reading.h"

#include <fmt/format.h>
#include <limits>
#include <optional>
#include <thread>

namespace brokerscope {
namespace {

class MetadataRun {
public:
    MetadataRun(const CommandContext& context, LiveCluster& cluster, const FetchOptions& fetch,
                const std::function<bool(const TopicEntry& entry)>& take,
                const std::function<void(std::int64_t done, std::int64_t wanted)>& offsets, StateBeginning beginning)
        : m_context(context)
        , m_cluster(cluster)
        , m_fetch(fetch)
        , m_take(take)
        , m_offsets(offsets)
        , m_reading(context.registry(), {fetch.follow, beginning == StateBeginning::WholeLog, context.limits}) {}

    int run(const std::function<void()>& idle) {
        std::optional<Interruption> interruption;
        if (m_fetch.follow) {
            interruption.emplace();
        }
        while (auto request = m_reading.next()) {
            std::this_thread::sleep_for(m_reading.pause());
            auto asking = m_cluster.workbench().send(std::move(*request));
            asking.waitForFinished();
            const auto answer = asking.result();
            const auto piece = answer ? m_reading.take(*answer) : tl::unexpected<Error>(answer.error());
            if (!piece) {
                return fail(piece.error());
            }
            if (!*piece) {
                idle();
            }
            if (m_offsets) {
                m_offsets(m_reading.position(), m_reading.end());
            }
            if ((*piece && !give(**piece)) || (interruption && interruption->isAsked())) {
                break;
            }
        }
        return kDone;
    }

private:
    int fail(const Error& error) {
        if (error.id == MessageId::Other) {
            return m_context.fail(kDataError, fmt::format("{}: {}", kMetadataTopic, error.text()));
        }
        m_context.remark(fmt::format("bscope: {} is read from the controller that leads the quorum: --bootstrap with "
                                     "its listener may reach it, --file reads a copy of its folder",
                                     kMetadataTopic));
        return m_cluster.fail(m_context, error);
    }

    // The first offset that is wanted.
    std::int64_t firstWanted() const {
        return m_fetch.from == FetchFrom::Offset ? m_fetch.value
               : m_fetch.from == FetchFrom::End  ? m_reading.end()
                                                 : m_reading.begin();
    }
    bool isTooOld(const BatchEntry& entry) const {
        return m_fetch.from == FetchFrom::Timestamp && BatchHeader::read(entry.bytes).maxTimestamp < m_fetch.value;
    }

    bool give(const MetadataPiece& piece) {
        BatchIterator entries(piece.records);
        for (BatchEntry entry; entries.next(entry);) {
            if (entry.kind == EntryKind::Batch && piece.checkpoint < 0 && isTooOld(entry)) {
                continue;
            }
            const bool goesOn = piece.checkpoint >= 0
                                    ? m_take({0, entry, 0, std::numeric_limits<std::int64_t>::max(), piece.checkpoint})
                                    : m_take({0, entry, firstWanted(), piece.end});
            if (!goesOn) {
                return false;
            }
        }
        return true;
    }

    const CommandContext& m_context;
    LiveCluster& m_cluster;
    const FetchOptions& m_fetch;
    const std::function<bool(const TopicEntry& entry)>& m_take;
    const std::function<void(std::int64_t done, std::int64_t wanted)>& m_offsets;
    MetadataLogReading m_reading;
};

}  // namespace

int runMetadata(const CommandContext& context, LiveCluster& cluster, const FetchOptions& fetch,
                const std::function<bool(const TopicEntry& entry)>& take, const std::function<void()>& idle,
                const std::function<void(std::int64_t done, std::int64_t wanted)>& offsets, StateBeginning beginning) {
    if (fetch.partition.value_or(0) != 0) {
        return context.fail(kDataError, fmt::format("{} has partition 0 alone", kMetadataTopic));
    }
    const int status = MetadataRun(context, cluster, fetch, take, offsets, beginning).run(idle);
    idle();
    return status;
}

}  // namespace brokerscope
