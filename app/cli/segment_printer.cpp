#include "app/cli/segment_printer.h"

#include "app/cli/text_stream.h"
#include "core/records/record_set_check.h"

#include <algorithm>
#include <ostream>
#include <utility>

namespace brokerscope {
namespace {

// Bytes of parts that are worth another thread.
constexpr std::size_t kChunk = 1048576;
// Bytes that are copied for all other threads at most, each of which has two parts to do.
constexpr std::size_t kMostKeptBytes = 33554432;
// Of a set that are looked at at once.
constexpr std::size_t kSetPiece = 262144;

}  // namespace

SegmentPrinter::SegmentPrinter(const CommandContext& context, SegmentOptions options, std::size_t workers)
    : m_context(context), m_options(std::move(options)), m_workers(workers), m_controlReader(context.limits) {
    m_texts.push_back(std::make_unique<SegmentText>(context, m_options));
    m_topic = decodedTopic(topicRecords(), m_options.decode, std::nullopt);
    m_texts.front()->begin(std::nullopt, m_topic);
    // What --max cuts off is known in order only, and a batch alone is printed sooner than handed over.
    if (m_options.most || m_options.batchesOnly || workers < 2) {
        m_workers = 0;
    }
}

SegmentPrinter::~SegmentPrinter() {
    flush();
}

void SegmentPrinter::begin(std::optional<std::string> file) {
    const InternalTopicFacts* topic = decodedTopic(topicRecords(), m_options.decode, file);
    beginTexts(std::move(file), topic);
}

void SegmentPrinter::begin(const InternalTopicFacts* topic) {
    const InternalTopicFacts* asked = decodedTopic(topicRecords(), m_options.decode, std::nullopt);
    beginTexts(std::nullopt, m_options.decode.isAuto() ? topic : asked);
}

void SegmentPrinter::beginTexts(std::optional<std::string> file, const InternalTopicFacts* topic) {
    writeAll();
    for (const auto& text : m_texts) {
        text->begin(file, topic);
    }
    m_file = std::move(file);
    m_topic = topic;
    m_continuity = ProducerContinuity();
}

bool SegmentPrinter::hasError() const {
    return std::any_of(m_texts.begin(), m_texts.end(), [](const auto& text) { return text->hasError(); });
}

bool SegmentPrinter::print(const SegmentPart& part) {
    SegmentText& text = *m_texts.front();
    if (text.isEnough()) {
        return false;
    }
    PartFinding finding{discontinuity(part), isAborted(part)};
    if (m_workers > 0 && part.entry.bytes.size() <= kMostKeptBytes / m_workers) {
        keep(part, std::move(finding));
    } else {
        // Copies of large entries would take more memory than another thread saves time: it is printed here, behind
        // what was given before.
        if (m_workers > 0) {
            writeAll();
        }
        text.append(m_out, part, std::move(finding), [this](std::string& out) { spill(out); });
        if (m_workers > 0) {
            writeAll();
        }
    }
    return true;
}

void SegmentPrinter::printSet(ByteView set) {
    m_committed.reset();
    SegmentReader reader(m_context.limits);
    bool isMore = true;
    while (isMore && !reader.isFinished()) {
        const ByteView piece = set.first(std::min(set.size(), kSetPiece));
        set = set.subspan(piece.size());
        reader.feed(piece);
        if (set.empty()) {
            reader.finish();
        }
        for (SegmentPart part; isMore && reader.next(part);) {
            isMore = print(part);
        }
    }
    flush();
}

void SegmentPrinter::printSet(ByteView set, std::vector<AbortedTransaction> aborted) {
    m_committed.emplace(std::move(aborted));
    visitRecordSet(set, m_context.limits, [this](const SegmentPart& part) { return print(part); });
    flush();
}

// Sequences go from batch to batch: that is found out in their order.
std::optional<Diagnostic> SegmentPrinter::discontinuity(const SegmentPart& part) {
    if (part.skipped > 0 || part.entry.kind != EntryKind::Batch) {
        return std::nullopt;
    }
    const BatchHeader header = BatchHeader::read(part.entry.bytes);
    if (!m_options.wants(header.baseOffset, header.lastOffset())) {
        return std::nullopt;
    }
    auto odd = m_continuity.check(header);
    if (odd) {
        odd->span = {BufferId::Main, part.entry.position, part.entry.bytes.size()};
    }
    return odd;
}

bool SegmentPrinter::isAborted(const SegmentPart& part) {
    if (!m_committed || part.skipped > 0 || part.entry.kind != EntryKind::Batch) {
        return false;
    }
    const BatchHeader header = BatchHeader::read(part.entry.bytes);
    const auto control =
        header.isControl() ? firstControlRecord(m_controlReader, part.entry) : std::optional<ControlRecord>();
    return m_committed->visit(header, control) == CommittedState::Aborted;
}

void SegmentPrinter::keep(const SegmentPart& part, PartFinding finding) {
    if (m_chunk == nullptr) {
        m_chunk = std::make_shared<Chunk>();
    }
    const ByteView bytes = part.skipped > 0 ? ByteView() : part.entry.bytes;
    m_chunk->parts.push_back({part, m_chunk->bytes.size(), std::move(finding)});
    m_chunk->parts.back().part.entry.bytes = bytes;
    m_chunk->bytes.insert(m_chunk->bytes.end(), bytes.begin(), bytes.end());
    if (m_chunk->bytes.size() >= kChunk) {
        giveChunk();
    }
}

void SegmentPrinter::giveChunk() {
    if (m_work == nullptr) {
        while (m_texts.size() < m_workers) {
            m_texts.push_back(std::make_unique<SegmentText>(m_context, m_options));
            m_texts.back()->begin(m_file, m_topic);
        }
        m_work = std::make_unique<OrderedWork>(m_context.streams.out, m_workers);
    }
    m_work->give([this, chunk = std::exchange(m_chunk, nullptr)](std::size_t worker, std::string& out,
                                                                 const OrderedWork::Print& print) {
        appendChunk(*m_texts[worker], *chunk, out, print);
    });
}

void SegmentPrinter::appendChunk(SegmentText& text, Chunk& chunk, std::string& out, const OrderedWork::Print& print) {
    const SegmentText::Spill spill = [&print](std::string& written) {
        if (written.size() >= kSpillBytes) {
            print(written);
        }
    };
    for (Chunk::Part& each : chunk.parts) {
        BatchEntry& entry = each.part.entry;
        entry.bytes = ByteView(chunk.bytes).subspan(each.start, entry.bytes.size());
        text.append(out, each.part, std::move(each.finding), spill);
    }
}

void SegmentPrinter::spill(std::string& text) {
    if (text.size() >= kSpillBytes) {
        m_context.streams.out << text;
        text.clear();
    }
}

void SegmentPrinter::flush() {
    writeAll();
    m_context.streams.out.flush();
}

void SegmentPrinter::writeAll() {
    if (m_work != nullptr) {
        m_work->finish();
    }
    if (m_chunk != nullptr) {
        const auto chunk = std::exchange(m_chunk, nullptr);
        appendChunk(*m_texts.front(), *chunk, m_out, [this](std::string& text) { spill(text); });
    }
    m_context.streams.out << m_out;
    m_out.clear();
}

}  // namespace brokerscope
