#pragma once

#include "core/base/byte_source.h"
#include "core/capture/capture_options.h"
#include "core/capture/capture_reader.h"

#include <functional>
#include <memory>
#include <optional>

namespace brokerscope {

// Exchanges that were kept, whatever they were kept in: a packet capture or a recording. They come piece by piece, in
// one pass and with bounded memory. Not thread safe.
class ExchangeSource {
public:
    virtual ~ExchangeSource() = default;

    // Reads on, about a MiB. False: there is nothing more now; a file that grows may have more later.
    virtual bool readMore() = 0;
    // Nothing more will come: what is under way is ended, what is left over is told.
    virtual void finish() = 0;
    // What was found since the last call.
    virtual CaptureOutput take() = 0;
    // Why it cannot be read on; what was before stays good.
    virtual std::optional<Error> error() const = 0;
    virtual CaptureStatistics statistics() const = 0;
};

// A packet capture, given by whoever has its bytes.
class CapturePieces : public ExchangeSource {
public:
    // The next bytes, valid until the next call; empty: none are there now. Errors: FileUnreadable.
    using Next = std::function<Result<ByteView>()>;

    CapturePieces(const SchemaRegistry& registry, const CaptureOptions& options, Next next)
        : m_reader(registry, options), m_next(std::move(next)) {}

    bool readMore() override;
    void finish() override { m_reader.finish(); }
    CaptureOutput take() override { return m_reader.take(); }
    std::optional<Error> error() const override { return m_failure ? m_failure : m_reader.error(); }
    CaptureStatistics statistics() const override { return m_reader.statistics(); }

private:
    CaptureReader m_reader;
    Next m_next;
    std::optional<Error> m_failure;
};

// The source of a file's exchanges, by its first bytes: what is no recording is read as a capture. `registry` must
// outlive it. Errors: FileUnreadable; of recordings as RecordingReader::open.
Result<std::unique_ptr<ExchangeSource>> openExchangeSource(const SchemaRegistry& registry,
                                                           std::shared_ptr<const ByteSource> file,
                                                           const CaptureOptions& options = {});

}  // namespace brokerscope
