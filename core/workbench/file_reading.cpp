#include "core/workbench/file_reading.h"

#include "core/base/file_byte_source.h"
#include "core/capture/exchange_source.h"
#include "core/log_files/log_check.h"
#include "core/log_files/log_file.h"
#include "core/log_files/log_folder.h"
#include "core/workbench/file_task.h"
#include "core/workbench/piece_pace.h"

#include <chrono>
#include <filesystem>
#include <fmt/format.h>

namespace brokerscope {
namespace {

FileProgress failed(Error error) {
    return {0, 0, false, std::move(error)};
}

std::uint64_t sizeOf(const ByteSource& source) {
    return source.size().value_or(0);
}

void outline(QPromise<BatchPiece>& promise, const std::string& path, const Limits& limits, const OutlineMark* mark) {
    const auto source = FileByteSource::open(path);
    if (!source) {
        promise.addResult(BatchPiece{failed(source.error()), {}});
        return;
    }
    BatchOutline reader(**source, mark != nullptr && mark->holds(**source) ? *mark : OutlineMark(), limits);
    PiecePace pace;
    std::vector<OutlinedBatch> batches;
    FileProgress progress{reader.mark().position, sizeOf(**source)};
    std::size_t count = reader.mark().rows;
    std::optional<std::size_t> from = count;
    const auto hand = [&](std::shared_ptr<const OutlineMark> end) {
        promise.addResult(BatchPiece{progress,
                                     std::make_shared<const std::vector<OutlinedBatch>>(std::exchange(batches, {})),
                                     std::exchange(from, std::nullopt), std::move(end)});
    };
    for (OutlinedBatch batch; !promise.isCanceled() && reader.next(batch);) {
        progress.read = batch.position + batch.size;
        if (++count > kMostBatches) {
            progress.isCut = true;
            break;
        }
        batches.push_back(std::move(batch));
        if (pace.isDue()) {
            hand(nullptr);
        }
    }
    progress.size = std::max(progress.read, sizeOf(**source));
    const bool isWhole = !promise.isCanceled() && !progress.isCut;
    if (isWhole) {
        progress.read = progress.size;
    }
    hand(isWhole ? std::make_shared<const OutlineMark>(reader.mark()) : nullptr);
}

std::string textOf(const EntryValue& value) {
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
        return std::to_string(*number);
    }
    if (const auto* text = std::get_if<std::string>(&value)) {
        return *text;
    }
    const auto* json = std::get_if<EntryJson>(&value);
    return json != nullptr ? json->text : "null";
}

bool isOneEntry(LogFileKind kind) {
    return kind == LogFileKind::PartitionMetadata || kind == LogFileKind::MetaProperties ||
           kind == LogFileKind::QuorumState || kind == LogFileKind::CleanShutdown;
}

// Turns entries into rows and hands them over.
class EntryCollector {
public:
    EntryCollector(QPromise<EntryPiece>& promise, LogFileKind kind, std::uint64_t size)
        : m_promise(promise), m_isOneEntry(isOneEntry(kind)) {
        m_piece.progress.size = size;
        if (m_isOneEntry) {
            m_piece.columns = {"name", "value"};
        }
    }

    // False once enough is kept.
    bool take(const LogFileEntry& entry) {
        m_piece.progress.read = entry.position + entry.size;
        if (m_isOneEntry) {
            for (const EntryField& field : entry.fields) {
                m_rows.push_back({entry.position, {std::string(field.name), textOf(field.value)}, {}});
            }
            m_piece.remarks = entry.remarks;
            return true;
        }
        if (m_piece.columns.empty()) {
            for (const EntryField& field : entry.fields) {
                m_piece.columns.emplace_back(field.name);
            }
        }
        EntryRow row{entry.position, {}, entry.remarks};
        for (const EntryField& field : entry.fields) {
            row.values.push_back(textOf(field.value));
        }
        m_rows.push_back(std::move(row));
        if (m_pace.isDue()) {
            hand();
        }
        m_piece.progress.isCut = ++m_count >= kMostEntries;
        return !m_piece.progress.isCut;
    }

    void finish(EntryReader& reader, std::vector<Diagnostic> remarks) {
        for (const EntryField& fact : reader.facts()) {
            m_piece.facts += fmt::format("{}{} {}", m_piece.facts.empty() ? "" : " · ", fact.name, textOf(fact.value));
        }
        for (std::vector<Diagnostic> found : {reader.takeRemarks(), std::move(remarks)}) {
            m_piece.remarks.insert(m_piece.remarks.end(), found.begin(), found.end());
        }
        if (!m_promise.isCanceled() && !m_piece.progress.isCut) {
            m_piece.progress.read = m_piece.progress.size;
        }
        hand();
    }

private:
    void hand() {
        m_piece.rows = std::make_shared<const std::vector<EntryRow>>(std::exchange(m_rows, {}));
        m_promise.addResult(m_piece);
    }

    QPromise<EntryPiece>& m_promise;
    bool m_isOneEntry;
    EntryPiece m_piece;
    std::vector<EntryRow> m_rows;
    std::size_t m_count = 0;
    PiecePace m_pace;
};

void readAllEntries(QPromise<EntryPiece>& promise, const FileEntry& file, const Limits& limits) {
    const auto fail = [&promise](Error error) {
        EntryPiece piece;
        piece.progress = failed(std::move(error));
        promise.addResult(std::move(piece));
    };
    const auto source = FileByteSource::open(file.path);
    if (!source) {
        return fail(source.error());
    }
    auto reader = openEntryReader(file.kind, file.logName, **source, limits);
    if (!reader || *reader == nullptr) {
        return fail(reader ? Error{MessageId::FileUnreadable, {file.path, "it has no entries"}, std::nullopt, {}}
                           : reader.error());
    }
    const auto log = LogCheck::isFor(file.kind) ? FileByteSource::open(logBeside(file.path))
                                                : Result<std::unique_ptr<FileByteSource>>(nullptr);
    std::optional<LogCheck> check;
    if (log && *log != nullptr) {
        check.emplace(file.kind, **log, limits);
    }
    EntryCollector collector(promise, file.kind, sizeOf(**source));
    for (LogFileEntry entry; !promise.isCanceled() && (*reader)->next(entry);) {
        if (check) {
            check->check(entry);
        }
        if (!collector.take(entry)) {
            break;
        }
    }
    collector.finish(**reader, check ? check->finish() : std::vector<Diagnostic>());
}

// Reads a capture or recording piece by piece and puts its exchanges into the store.
class CaptureTask {
public:
    CaptureTask(QPromise<CapturePiece>& promise, ExchangeStore& store) : m_promise(promise), m_store(store) {}

    void run(const std::string& path, const SchemaRegistry& registry, const Limits& limits) {
        auto file = FileByteSource::open(path);
        if (!file) {
            fail(file.error());
            return;
        }
        const std::shared_ptr<const ByteSource> bytes = std::move(*file);
        CaptureOptions options;
        options.messageLimits = limits;
        const auto source = openExchangeSource(registry, bytes, options);
        if (!source) {
            fail(source.error());
            return;
        }
        m_piece.progress.size = sizeOf(*bytes);
        while (!m_promise.isCanceled() && !(*source)->error() && (*source)->readMore()) {
            take(**source);
        }
        if (!m_promise.isCanceled()) {
            (*source)->finish();
            m_isWhole = !(*source)->error();
            if (const auto error = (*source)->error()) {
                const bool isOfFile = error->id == MessageId::FileUnreadable;
                m_piece.progress.failure =
                    isOfFile ? *error : Error{MessageId::FileUnreadable, {path, error->text()}, std::nullopt, {}};
            }
        }
        take(**source);
    }

private:
    void fail(const Error& error) {
        m_piece.progress = failed(error);
        m_promise.addResult(m_piece);
    }
    void take(ExchangeSource& source) {
        CaptureOutput output = source.take();
        for (CapturedExchange& captured : output.exchanges) {
            m_store.append(std::move(captured.exchange));
        }
        for (const CaptureDiagnostic& remark : output.diagnostics) {
            m_piece.remarks += remark.diagnostic.severity == Severity::Note ? 0 : 1;
        }
        const CaptureStatistics statistics = source.statistics();
        m_piece.exchanges += output.exchanges.size();
        m_piece.packets = statistics.packets;
        m_piece.connections = statistics.connections;
        // What is left over at the end has been read too.
        m_piece.progress.read = m_isWhole ? m_piece.progress.size : statistics.bytes;
        m_piece.progress.size = std::max(m_piece.progress.size, m_piece.progress.read);
        m_promise.addResult(m_piece);
    }

    QPromise<CapturePiece>& m_promise;
    ExchangeStore& m_store;
    CapturePiece m_piece;
    bool m_isWhole = false;
};

}  // namespace

QFuture<BatchPiece> readBatches(const std::string& path, const Limits& limits,
                                std::shared_ptr<const OutlineMark> mark) {
    return startFileTask<BatchPiece>([path, limits, mark = std::move(mark)](QPromise<BatchPiece>& promise) {
        outline(promise, path, limits, mark.get());
    });
}

std::optional<FileStand> standOf(const std::string& path) {
    std::error_code code;
    const std::uint64_t size = std::filesystem::file_size(path, code);
    const auto written = code ? std::filesystem::file_time_type() : std::filesystem::last_write_time(path, code);
    if (code) {
        return std::nullopt;
    }
    return FileStand{size, std::chrono::nanoseconds(written.time_since_epoch()).count()};
}

QFuture<EntryPiece> readEntries(const FileEntry& file, const Limits& limits) {
    return startFileTask<EntryPiece>(
        [file, limits](QPromise<EntryPiece>& promise) { readAllEntries(promise, file, limits); });
}

QFuture<CapturePiece> readCapture(const std::string& path, const SchemaRegistry& registry,
                                  std::shared_ptr<ExchangeStore> store, const Limits& limits) {
    return startFileTask<CapturePiece>(
        [path, &registry, store = std::move(store), limits](QPromise<CapturePiece>& promise) {
            CaptureTask(promise, *store).run(path, registry, limits);
        });
}

}  // namespace brokerscope
