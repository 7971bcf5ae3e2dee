#pragma once

#include "app/cli/offsets_text.h"
#include "app/cli/ordered_work.h"

#include <atomic>
#include <deque>
#include <memory>
#include <utility>

namespace brokerscope {

// Prints entries of an internal topic, one after another, as OffsetsText writes them. Where there are many, the text of
// some is made by other threads meanwhile. Memory is bounded by the largest entries. Not thread safe.
class OffsetsPrinter {
public:
    // `nameOf` is called by any thread. `workers`: threads for entries; below two none.
    OffsetsPrinter(const CommandContext& context, OffsetsPrinting printing, TopicNameOf nameOf,
                   std::size_t workers = OrderedWork::workersOfMachine());
    ~OffsetsPrinter();

    // False once as many as asked for are printed, or the output takes no more.
    bool print(const TopicEntry& entry);
    void flush();
    // 1 where bytes were malformed, else 0. Of what was printed before flush().
    int status() const;

private:
    // Entries with bytes of their own, to be printed by another thread.
    struct Chunk {
        struct Part {
            BatchEntry entry;
            std::size_t start = 0;  // of its bytes
            std::int32_t partition = 0;
            std::int64_t first = 0;
            std::int64_t end = 0;
            std::int64_t checkpoint = -1;
            std::uint64_t decided = 0;
        };

        ByteBuffer bytes;
        std::vector<Part> parts;
        std::string told;
        std::atomic<bool> isDone = false;
    };

    std::uint64_t decidedBy(const TopicEntry& entry);
    void notePending(const TopicEntry& entry, std::uint64_t count);
    void flushWork();
    void printHere(const TopicEntry& entry, std::uint64_t decided);
    void keep(const TopicEntry& entry, std::uint64_t decided);
    void giveChunk();
    static void appendChunk(OffsetsText& text, Chunk& chunk, std::string& out, const OffsetsText::Spill& spill);
    void tellDone();
    void spill(std::string& text);

    const CommandContext& m_context;
    OffsetsPrinting m_printing;
    TopicNameOf m_nameOf;
    std::size_t m_workers;
    OffsetsText m_text;                                 // of this thread
    std::vector<std::unique_ptr<OffsetsText>> m_texts;  // one a worker
    // Printed commits by partition and producer that wait for their marker.
    std::map<std::pair<std::int32_t, std::int64_t>, std::uint64_t> m_pending;
    std::string m_out;
    std::shared_ptr<Chunk> m_chunk;
    std::deque<std::shared_ptr<Chunk>> m_given;  // whose remarks were not told yet
    std::unique_ptr<OrderedWork> m_work;         // null: not needed so far
};

}  // namespace brokerscope
