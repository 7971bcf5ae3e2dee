#pragma once

#include "app/cli/capture_summary.h"
#include "app/cli/captured_fields.h"
#include "app/cli/captured_output.h"
#include "app/cli/ordered_work.h"
#include "core/query/filter.h"

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

namespace brokerscope {

// What is printed of a capture.
struct CapturePrinting {
    Filter filter;
    std::optional<CapturedFields> fields;
    bool isSummary = false;
    bool isVerbose = false;
    bool isJson = false;
    std::optional<std::uint16_t> port = {};  // the only one that is looked at
};

// Prints what a capture reader finds, as it was asked for, in its order. With workers, other threads make the text of
// exchanges while the capture is read on; what was given is written at flush(). Not thread safe.
class CapturePrinter {
public:
    // `workers`: below two none, for what must be seen at once.
    CapturePrinter(const CommandContext& context, CapturePrinting printing, std::size_t workers);
    ~CapturePrinter();
    CapturePrinter(const CapturePrinter&) = delete;
    CapturePrinter& operator=(const CapturePrinter&) = delete;

    void print(CaptureOutput output);
    void finish(const CaptureStatistics& statistics);
    void flush();
    // Of what was printed before flush().
    bool hasError() const { return m_hasError; }

private:
    class Writer;
    // Exchanges, and what holds of the capture when they are printed.
    struct Chunk {
        std::vector<CapturedExchange> exchanges;
        std::shared_ptr<GroupFacts> groups;  // its own
    };

    void printExchange(const Writer& writer, const CapturedExchange& captured, GroupFacts& groups);
    void giveAll(std::vector<CapturedExchange> exchanges);
    void give(std::shared_ptr<Chunk> chunk);
    std::shared_ptr<GroupFacts> groupsFor(const std::vector<CapturedExchange>& exchanges);
    bool passes(const CapturedExchange& captured) const;
    void remark(const CaptureDiagnostic& diagnostic);

    const CommandContext& m_context;
    CapturePrinting m_printing;
    CaptureSummary m_summary;
    GroupFacts m_groups;  // of all given so far
    bool m_hasKafka = false;
    std::atomic<bool> m_hasError = false;
    std::unique_ptr<Writer> m_writer;                // of this thread
    std::vector<std::unique_ptr<Writer>> m_writers;  // one a worker
    std::unique_ptr<OrderedWork> m_work;             // null: no workers
};

}  // namespace brokerscope
