#include "core/exchange/exchange_history.h"

#include "core/base/file_byte_source.h"
#include "core/exchange/recording_masking.h"

#include <algorithm>
#include <filesystem>
#include <set>

namespace brokerscope {
namespace {

// Less than that is not worth writing a file anew.
constexpr std::uint64_t kLeastGone = 65'536;

}  // namespace

Result<std::unique_ptr<ExchangeHistory>> ExchangeHistory::open(const std::string& path, const SchemaRegistry& registry,
                                                               HistoryOptions options) {
    std::unique_ptr<ExchangeHistory> history(new ExchangeHistory(path, registry, std::move(options)));
    auto file = RecordingFile::open(path);
    if (!file) {
        return tl::unexpected<Error>(file.error());
    }
    history->m_file.emplace(std::move(*file));
    if (const auto read = history->read(); !read) {
        return tl::unexpected<Error>(read.error());
    }
    return history;
}

Result<void> ExchangeHistory::read() {
    auto source = FileByteSource::open(m_path);
    if (!source) {
        return tl::unexpected<Error>(source.error());
    }
    auto content = readHistory(m_registry, std::move(*source), reading());
    if (!content) {
        return tl::unexpected<Error>(content.error());
    }
    m_diagnostics = std::move(content->diagnostics);
    for (HistoryEntry& entry : content->entries) {
        entry.summary.id = static_cast<HistoryId>(++m_lastId);
        m_bytes += entry.place.size;
        m_entries.push_back(std::move(entry));
    }
    evict();
    // A file that cannot be written anew is still a history.
    static_cast<void>(noted(writeAnewIfMuchIsGone()));
    return {};
}

template <typename T>
Result<T> ExchangeHistory::noted(Result<T> result) {
    m_error = result ? std::nullopt : std::optional(result.error());
    return result;
}

Result<void> ExchangeHistory::append(RecordingKind kind, ByteView payload) {
    if (!m_file) {
        return failure(MessageId::FileUnwritable, {m_path, "it is not open any more"});
    }
    return m_file->append(makeBlock(m_file->marker(), kind, kPayloadVersion, payload));
}

Result<void> ExchangeHistory::beginRun() {
    if (m_hasRun) {
        return {};
    }
    const std::uint64_t before = m_file ? m_file->size() : 0;
    auto begun = append(RecordingKind::RunHead, runHeadPayload(m_options.run));
    m_hasRun = begun.has_value();
    m_overhead += m_hasRun ? m_file->size() - before : 0;
    return begun;
}

Result<HistoryId> ExchangeHistory::add(const Exchange& exchange) {
    const RecordedExchange recorded =
        m_options.run.keepsSecrets ? RecordedExchange{exchange, false, false}
                                   : withoutSecrets(m_registry, exchange, m_options.run.schemas, m_options.messages);
    const ByteBuffer payload = exchangePayload(recorded);
    if (payload.size() > kLargestBlock) {
        return failure(MessageId::LimitExceeded,
                       {"block", std::to_string(payload.size()), std::to_string(kLargestBlock)});
    }
    const std::lock_guard lock(m_mutex);
    if (const auto begun = noted(beginRun()); !begun) {
        return tl::unexpected<Error>(begun.error());
    }
    const std::uint64_t offset = m_file->size();
    if (const auto appended = noted(append(RecordingKind::Exchange, payload)); !appended) {
        return tl::unexpected<Error>(appended.error());
    }
    HistoryEntry entry{historySummary(recorded), {offset, m_file->size() - offset, 0, {}}};
    entry.summary.id = static_cast<HistoryId>(++m_lastId);
    m_bytes += entry.place.size;
    const HistoryId id = entry.summary.id;
    m_entries.push_back(std::move(entry));
    m_list = nullptr;
    evict();
    static_cast<void>(noted(writeAnewIfMuchIsGone()));
    return id;
}

ExchangeHistory::List ExchangeHistory::list() const {
    const std::lock_guard lock(m_mutex);
    if (m_list == nullptr) {
        auto list = std::make_shared<std::vector<HistorySummary>>();
        list->reserve(m_entries.size());
        for (const HistoryEntry& entry : m_entries) {
            list->push_back(entry.summary);
        }
        m_list = std::move(list);
    }
    return m_list;
}

Result<RecordedExchange> ExchangeHistory::load(HistoryId id) const {
    const std::lock_guard lock(m_mutex);
    const auto found =
        std::lower_bound(m_entries.begin(), m_entries.end(), id,
                         [](const HistoryEntry& entry, HistoryId wanted) { return entry.summary.id < wanted; });
    if (found == m_entries.end() || found->summary.id != id) {
        return failure(MessageId::Other, {"the history does not have that exchange any more"});
    }
    auto source = FileByteSource::open(m_path);
    if (!source) {
        return tl::unexpected<Error>(source.error());
    }
    const auto reader = RecordingReader::open(m_registry, std::move(*source), reading());
    return reader ? reader->at(found->place) : tl::unexpected<Error>(reader.error());
}

void ExchangeHistory::evict() {
    const HistoryLimits& limits = m_options.limits;
    while (m_entries.size() > 1 && (m_entries.size() > limits.count || m_bytes > limits.bytes)) {
        m_bytes -= m_entries.front().place.size;
        m_entries.pop_front();
        ++m_evicted;
        m_list = nullptr;
    }
}

Result<void> ExchangeHistory::writeAnewIfMuchIsGone() {
    const std::uint64_t size = m_file ? m_file->size() : 0;
    const std::uint64_t used = m_bytes + m_overhead;
    return size > used && size - used > std::max(kLeastGone, m_bytes / 2) ? writeAnew(m_entries) : Result<void>();
}

Result<void> ExchangeHistory::writeAnew(std::deque<HistoryEntry> kept) {
    if (!m_file) {
        return failure(MessageId::FileUnwritable, {m_path, "it is not open any more"});
    }
    std::error_code ignored;
    std::filesystem::remove(newPath(), ignored);
    const auto copied = writeCopy(kept);
    if (!copied) {
        std::filesystem::remove(newPath(), ignored);
        // Not again for every exchange: only when as much more is gone.
        m_overhead = m_file->size() - std::min(m_file->size(), m_bytes);
        return tl::unexpected<Error>(copied.error());
    }
    auto replaced = replaceFile();
    if (replaced) {
        adopt(kept, *copied);
    }
    return replaced;
}

Result<ExchangeHistory::NewPlaces> ExchangeHistory::writeCopy(const std::deque<HistoryEntry>& kept) const {
    auto source = FileByteSource::open(m_path);
    if (!source) {
        return tl::unexpected<Error>(source.error());
    }
    auto copy = RecordingFile::open(newPath());
    if (!copy) {
        return tl::unexpected<Error>(copy.error());
    }
    std::map<std::uint64_t, const HistoryEntry*> byOffset;
    for (const HistoryEntry& entry : kept) {
        byOffset.emplace(entry.place.offset, &entry);
    }
    NewPlaces places;
    const auto copied = copyHistory(
        std::move(*source), [&byOffset](std::uint64_t offset) { return byOffset.contains(offset); },
        [&](const RecordingBlock& block) {
            const ByteBuffer bytes = makeBlock(copy->marker(), block.kind, block.version, block.payload);
            if (const auto known = byOffset.find(block.offset); known != byOffset.end()) {
                RecordingEntry place = known->second->place;
                place.offset = copy->size();
                place.size = bytes.size();
                places.emplace(block.offset, place);
            }
            return copy->append(bytes);
        });
    const auto closed = copied ? copy->close() : copied;
    return closed ? Result<NewPlaces>(std::move(places)) : tl::unexpected<Error>(closed.error());
}

// The old file is let go of first: not every system replaces a file that is open.
Result<void> ExchangeHistory::replaceFile() {
    m_file.reset();
    std::error_code code;
    std::filesystem::rename(newPath(), m_path, code);
    auto file = RecordingFile::open(m_path);
    if (!file) {
        return tl::unexpected<Error>(file.error());
    }
    m_file.emplace(std::move(*file));
    return code ? failure(MessageId::FileUnwritable, {m_path, code.message()}) : Result<void>();
}

// What was damaged meanwhile is in the new file no more.
void ExchangeHistory::adopt(const std::deque<HistoryEntry>& kept, const NewPlaces& places) {
    std::deque<HistoryEntry> adopted;
    m_bytes = 0;
    for (const HistoryEntry& entry : kept) {
        if (const auto place = places.find(entry.place.offset); place != places.end()) {
            adopted.push_back({entry.summary, place->second});
            m_bytes += place->second.size;
        }
    }
    m_entries = std::move(adopted);
    m_overhead = m_file->size() - std::min(m_file->size(), m_bytes);
    m_list = nullptr;
}

Result<void> ExchangeHistory::remove(const std::vector<HistoryId>& ids) {
    const std::set<HistoryId> gone(ids.begin(), ids.end());
    const std::lock_guard lock(m_mutex);
    std::deque<HistoryEntry> kept;
    std::copy_if(m_entries.begin(), m_entries.end(), std::back_inserter(kept),
                 [&gone](const HistoryEntry& entry) { return !gone.contains(entry.summary.id); });
    return kept.size() == m_entries.size() ? Result<void>() : noted(writeAnew(std::move(kept)));
}

Result<void> ExchangeHistory::clear() {
    const std::lock_guard lock(m_mutex);
    return noted(writeAnew({}));
}

Result<void> ExchangeHistory::setLimits(const HistoryLimits& limits) {
    const std::lock_guard lock(m_mutex);
    m_options.limits = limits;
    evict();
    return noted(writeAnewIfMuchIsGone());
}

HistoryStatus ExchangeHistory::status() const {
    const std::lock_guard lock(m_mutex);
    return {m_options.limits, m_entries.size(), m_bytes, m_file ? m_file->size() : 0, m_evicted, m_error};
}

}  // namespace brokerscope
