#include "app/cli/offsets_printer.h"

#include "app/cli/text_stream.h"

#include <algorithm>
#include <ostream>

namespace brokerscope {
namespace {

// Bytes of entries that are worth another thread: their text is several times as long.
constexpr std::size_t kOffsetsChunk = 262144;

// Copies of larger entries would take more memory than another thread saves time.
constexpr std::size_t kLargestKept = 4194304;

std::optional<BatchHeader> headerOf(const BatchEntry& entry) {
    return entry.kind == EntryKind::Batch ? std::optional(BatchHeader::read(entry.bytes)) : std::nullopt;
}

}  // namespace

OffsetsPrinter::OffsetsPrinter(const CommandContext& context, OffsetsPrinting printing, TopicNameOf nameOf,
                               std::size_t workers)
    : m_context(context)
    , m_printing(std::move(printing))
    , m_nameOf(std::move(nameOf))
    // What --max cuts off, and what a filter asks of the records before, is known in order only.
    , m_workers(m_printing.most || !m_printing.filter.isEmpty() || workers < 2 ? 0 : workers)
    , m_text(context, m_printing, m_nameOf) {}

OffsetsPrinter::~OffsetsPrinter() {
    flush();
}

int OffsetsPrinter::status() const {
    int worst = m_text.status();
    for (const auto& text : m_texts) {
        worst = std::max(worst, text->status());
    }
    return worst;
}

bool OffsetsPrinter::print(const TopicEntry& entry) {
    const std::uint64_t decided = decidedBy(entry);
    if (m_workers > 0 && entry.entry.bytes.size() <= kLargestKept) {
        keep(entry, decided);
    } else {
        flushWork();
        printHere(entry, decided);
        flushWork();
    }
    return !m_text.isEnough() && m_context.streams.out.good();
}

// Commits wait for their marker from entry to entry: that is found out in their order.
std::uint64_t OffsetsPrinter::decidedBy(const TopicEntry& entry) {
    const auto header = headerOf(entry.entry);
    if (!header || !header->isControl() || header->lastOffset() < entry.first || header->baseOffset >= entry.end) {
        return 0;
    }
    const auto waiting = m_pending.extract({entry.partition, header->producerId});
    return waiting.empty() ? 0 : waiting.mapped();
}

void OffsetsPrinter::notePending(const TopicEntry& entry, std::uint64_t count) {
    const auto header = headerOf(entry.entry);
    if (count > 0 && header && header->isTransactional()) {
        m_pending[{entry.partition, header->producerId}] += count;
    }
}

// What other threads print is behind what is printed here, and before it.
void OffsetsPrinter::flushWork() {
    if (m_workers > 0) {
        flush();
    }
}

void OffsetsPrinter::printHere(const TopicEntry& entry, std::uint64_t decided) {
    std::string told;
    notePending(entry, m_text.append(m_out, entry, decided, told, [this](std::string& text) { spill(text); }));
    if (!told.empty()) {
        flush();
        m_context.streams.err << told;
    }
}

void OffsetsPrinter::keep(const TopicEntry& entry, std::uint64_t decided) {
    if (const auto header = headerOf(entry.entry); header && header->isTransactional() && !header->isControl()) {
        notePending(entry, m_text.countPrinted(entry));
    }
    if (m_chunk == nullptr) {
        m_chunk = std::make_shared<Chunk>();
    }
    const ByteView bytes = entry.entry.bytes;
    m_chunk->parts.push_back(
        {entry.entry, m_chunk->bytes.size(), entry.partition, entry.first, entry.end, entry.checkpoint, decided});
    m_chunk->bytes.insert(m_chunk->bytes.end(), bytes.begin(), bytes.end());
    if (m_chunk->bytes.size() >= kOffsetsChunk) {
        giveChunk();
    }
}

void OffsetsPrinter::giveChunk() {
    if (m_work == nullptr) {
        while (m_texts.size() < m_workers) {
            m_texts.push_back(std::make_unique<OffsetsText>(m_context, m_printing, m_nameOf));
        }
        m_work = std::make_unique<OrderedWork>(m_context.streams.out, m_workers);
    }
    m_given.push_back(std::exchange(m_chunk, nullptr));
    m_work->give([this, chunk = m_given.back()](std::size_t worker, std::string& out, const OrderedWork::Print& print) {
        appendChunk(*m_texts[worker], *chunk, out, [&print](std::string& text) {
            if (text.size() >= kSpillBytes) {
                print(text);
            }
        });
    });
    tellDone();
}

void OffsetsPrinter::appendChunk(OffsetsText& text, Chunk& chunk, std::string& out, const OffsetsText::Spill& spill) {
    for (Chunk::Part& part : chunk.parts) {
        part.entry.bytes = ByteView(chunk.bytes).subspan(part.start, part.entry.bytes.size());
        text.append(out, {part.partition, part.entry, part.first, part.end, part.checkpoint}, part.decided, chunk.told,
                    spill);
    }
    chunk.bytes = ByteBuffer();
    chunk.parts.clear();
    chunk.isDone = true;
}

// On stderr, in the order of the entries.
void OffsetsPrinter::tellDone() {
    for (; !m_given.empty() && m_given.front()->isDone; m_given.pop_front()) {
        m_context.streams.err << m_given.front()->told;
    }
}

void OffsetsPrinter::spill(std::string& text) {
    if (text.size() >= kSpillBytes) {
        m_context.streams.out << text;
        text.clear();
    }
}

void OffsetsPrinter::flush() {
    if (m_work != nullptr) {
        m_work->finish();
        tellDone();
    }
    std::string told;
    if (m_chunk != nullptr) {
        const auto chunk = std::exchange(m_chunk, nullptr);
        appendChunk(m_text, *chunk, m_out, [this](std::string& text) { spill(text); });
        told = std::move(chunk->told);
    }
    m_context.streams.out << m_out;
    m_context.streams.out.flush();
    m_out.clear();
    m_context.streams.err << told;
}

}  // namespace brokerscope
