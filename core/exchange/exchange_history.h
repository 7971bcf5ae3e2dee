#pragma once

#include "core/exchange/history_content.h"
#include "core/exchange/recording_file.h"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace brokerscope {

// What a history keeps at most; the oldest exchanges go first, the newest one is always kept.
struct HistoryLimits {
    std::size_t count = 10'000;
    std::uint64_t bytes = 268'435'456;  // of the exchanges in the file
};

struct HistoryOptions {
    HistoryLimits limits;
    Limits messages;
    // Of what is added: program, addresses, definitions, and whether secrets are kept. What was kept before is read by
    // the same definitions.
    RecordingRun run;
};

struct HistoryStatus {
    HistoryLimits limits;
    std::uint64_t count = 0;      // exchanges that are kept
    std::uint64_t bytes = 0;      // of them
    std::uint64_t fileBytes = 0;  // of the file: what was evicted stays there until the file is written anew
    std::uint64_t evicted = 0;    // by the limits, since it was opened
    std::optional<Error> error;   // why the last writing failed; what was kept before is still there
};

// Everything that was sent, in a file that outlives the program: a recording (recording_format.h), so that whatever
// reads recordings reads it too. Secrets are masked unless run.keepsSecrets. Each exchange is one write, as in
// recordings, and a crash costs at most the one that is being written. Evicted exchanges are dropped from the file when
// they are more than half of what is kept; that and remove() write it anew beside itself and put it in its place, so
// that a full disk or a crash leaves the one from before. One program has a history open at a time. All functions may
// be called from any thread; add(), remove() and load() wait for the disk.
class ExchangeHistory {
public:
    using List = std::shared_ptr<const std::vector<HistorySummary>>;

    // Makes the file, or reads all of one that is a recording. `registry` must outlive it. Errors: FileUnwritable, also
    // where another program has it open; FileUnreadable.
    static Result<std::unique_ptr<ExchangeHistory>> open(const std::string& path, const SchemaRegistry& registry,
                                                         HistoryOptions options);

    // Keeps it as the newest. Errors: FileUnwritable; nothing is kept then.
    Result<HistoryId> add(const Exchange& exchange);
    // What is kept now, oldest first; a snapshot that does not change, the same one until something does.
    List list() const;
    // The whole exchange. Errors: Other for one that is not kept any more; FileUnreadable, RecordingDamaged.
    Result<RecordedExchange> load(HistoryId id) const;
    // Takes them out of the list and out of the file; ids that are not kept are nothing to do. Errors: FileUnwritable,
    // FileUnreadable; everything is as before then.
    Result<void> remove(const std::vector<HistoryId>& ids);
    Result<void> clear();

    // Evicts at once what is too much. Errors: as remove(), of writing the file anew; the list is bounded all the same.
    Result<void> setLimits(const HistoryLimits& limits);
    HistoryStatus status() const;
    // What could not be read when it was opened; spans are of the file.
    const std::vector<Diagnostic>& diagnostics() const { return m_diagnostics; }
    const std::string& path() const { return m_path; }

private:
    ExchangeHistory(std::string path, const SchemaRegistry& registry, HistoryOptions options)
        : m_path(std::move(path)), m_registry(registry), m_options(std::move(options)) {}

    RecordingOptions reading() const { return {m_options.messages, m_options.run.schemas, nullptr}; }
    Result<void> read();
    Result<void> append(RecordingKind kind, ByteView payload);
    Result<void> beginRun();
    void evict();
    Result<void> writeAnewIfMuchIsGone();
    // The file with `kept` alone, which are of m_entries and in their order.
    Result<void> writeAnew(std::deque<HistoryEntry> kept);
    // By their offsets in the old file, where they are in the new one.
    using NewPlaces = std::map<std::uint64_t, RecordingEntry>;
    Result<NewPlaces> writeCopy(const std::deque<HistoryEntry>& kept) const;
    Result<void> replaceFile();
    void adopt(const std::deque<HistoryEntry>& kept, const NewPlaces& places);
    std::string newPath() const { return m_path + ".new"; }
    template <typename T>
    Result<T> noted(Result<T> result);

    const std::string m_path;
    const SchemaRegistry& m_registry;
    HistoryOptions m_options;
    std::vector<Diagnostic> m_diagnostics;

    mutable std::mutex m_mutex;
    std::optional<RecordingFile> m_file;  // nothing: it could not be opened again after it was written anew
    std::deque<HistoryEntry> m_entries;   // oldest first
    std::uint64_t m_bytes = 0;            // of m_entries
    std::uint64_t m_lastId = 0;
    std::uint64_t m_evicted = 0;
    std::uint64_t m_overhead = 0;  // bytes of the file that nothing would be gained by writing anew
    bool m_hasRun = false;         // the head of this run is in the file
    std::optional<Error> m_error;
    mutable List m_list;  // null: to be made
};

}  // namespace brokerscope
