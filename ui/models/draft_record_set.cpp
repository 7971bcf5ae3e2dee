#include "ui/models/draft_record_set.h"

#include "core/records/batch_crc.h"
#include "core/records/record_reader.h"
#include "ui/models/draft_batch_reader.h"
#include "ui/models/draft_size.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr std::size_t kRemarks = 200;

std::vector<DraftBatch> cloned(const std::vector<DraftBatch>& batches) {
    std::vector<DraftBatch> copy;
    copy.reserve(batches.size());
    for (const DraftBatch& batch : batches) {
        copy.push_back(batch.clone());
    }
    return copy;
}

std::size_t heldBy(const std::vector<DraftBatch>& batches) {
    std::size_t held = 0;
    for (const DraftBatch& batch : batches) {
        held += batch.raw.size() + heldBytes(batch.head.root);
        for (const ValueDraft& message : batch.messages) {
            held += heldBytes(message.root);
        }
    }
    return held;
}

std::vector<DraftRecordSet::Remark> remarksOn(ByteView bytes, const std::vector<std::uint64_t>& sizes,
                                              const Limits& limits) {
    std::vector<DraftRecordSet::Remark> remarks;
    RecordReader reader(limits);
    BatchIterator iterator(bytes);
    std::size_t at = 0;
    std::uint64_t end = 0;
    for (BatchEntry entry; iterator.next(entry) && remarks.size() < kRemarks;) {
        for (; at + 1 < sizes.size() && entry.position >= end + sizes[at]; ++at) {
            end += sizes[at];
        }
        const int batch = static_cast<int>(at);
        if (const auto crc = checkCrc(entry)) {
            if (auto remark = crc->remark(entry.position)) {
                remarks.push_back({batch, std::move(*remark)});
            }
        }
        for (reader.open(entry); reader.next();) {
        }
        for (Diagnostic& remark : reader.takeRemarks()) {
            remarks.push_back({batch, std::move(remark)});
        }
    }
    return remarks;
}

}  // namespace

DraftRecordSet::DraftRecordSet(const ReadingContext& context, QObject* parent) : QObject(parent), m_context(context) {}

void DraftRecordSet::setBytes(const ByteBuffer& bytes) {
    if (bytes == *m_bytes) {
        return;
    }
    remember({});
    const auto known = std::ranges::find(m_states, bytes, &State::bytes);
    Q_EMIT aboutToRearrange();
    m_batches = known != m_states.end() ? cloned(known->batches) : readDraftBatches(bytes, limits());
    composeAll();
    Q_EMIT rearranged();
}

std::uint64_t DraftRecordSet::offsetOf(int batch) const {
    std::uint64_t offset = 0;
    for (int i = 0; i < batch; ++i) {
        offset += tree(i)->bytes->size();
    }
    return offset;
}

void DraftRecordSet::readRemarks() {
    std::vector<std::uint64_t> sizes;
    for (const auto& tree : m_trees) {
        sizes.push_back(tree->bytes->size());
    }
    m_reading.start(
        this,
        [bytes = m_bytes, sizes = std::move(sizes), limits = limits()](const CancelToken& cancel) {
            return cancel.isCancelled() ? std::vector<Remark>() : remarksOn(*bytes, sizes, limits);
        },
        [this](const std::vector<Remark>& remarks) {
            m_remarks = remarks;
            Q_EMIT remarksCame();
        });
}

void DraftRecordSet::change(int batch, const QString& step, const std::function<void(DraftBatch&)>& edit) {
    edit(beginChange(batch, step));
    endChange(batch, step);
}

DraftBatch& DraftRecordSet::beginChange(int batch, const QString& step) {
    remember(step);
    return m_batches[static_cast<std::size_t>(batch)];
}

void DraftRecordSet::endChange(int batch, const QString& step) {
    m_trees[static_cast<std::size_t>(batch)] = composeDraftBatch(this->batch(batch));
    joinBytes();
    Q_EMIT batchChanged(batch);
    Q_EMIT edited(step);
}

void DraftRecordSet::insert(int at, DraftBatch batch) {
    rearrange([&] { m_batches.insert(m_batches.begin() + at, std::move(batch)); });
}

void DraftRecordSet::replace(int at, DraftBatch batch) {
    rearrange([&] { m_batches[static_cast<std::size_t>(at)] = std::move(batch); });
}

void DraftRecordSet::remove(int at) {
    rearrange([&] { m_batches.erase(m_batches.begin() + at); });
}

void DraftRecordSet::move(int from, int to) {
    rearrange([&] {
        DraftBatch moved = std::move(m_batches[static_cast<std::size_t>(from)]);
        m_batches.erase(m_batches.begin() + from);
        m_batches.insert(m_batches.begin() + to, std::move(moved));
    });
}

void DraftRecordSet::rearrange(const std::function<void()>& edit) {
    remember({});
    Q_EMIT aboutToRearrange();
    edit();
    composeAll();
    Q_EMIT rearranged();
    Q_EMIT edited({});
}

// Bounded: what is forgotten is read back from its bytes.
void DraftRecordSet::remember(const QString& step) {
    const bool goesOn = !step.isEmpty() && step == m_step;
    m_step = step;
    if (goesOn) {
        return;
    }
    std::erase_if(m_states, [this](const State& state) { return state.bytes == *m_bytes; });
    m_states.push_back({*m_bytes, cloned(m_batches), m_bytes->size() + heldBy(m_batches)});
    std::size_t held = 0;
    for (const State& state : m_states) {
        held += state.held;
    }
    while (m_states.size() > 1 && (m_states.size() > DraftSteps::kMost || held > DraftSteps::kMostBytes)) {
        held -= m_states.front().held;
        m_states.pop_front();
    }
}

void DraftRecordSet::composeAll() {
    m_trees.clear();
    for (const DraftBatch& batch : m_batches) {
        m_trees.push_back(composeDraftBatch(batch));
    }
    joinBytes();
}

void DraftRecordSet::joinBytes() {
    auto joined = std::make_shared<ByteBuffer>();
    for (const auto& tree : m_trees) {
        joined->insert(joined->end(), tree->bytes->begin(), tree->bytes->end());
    }
    m_bytes = std::move(joined);
    readRemarks();
}

}  // namespace brokerscope
