#include "core/records/decompressor.h"

#include "core/records/codec_run.h"
#include "core/records/gzip_codec.h"
#include "core/records/lz4_codec.h"
#include "core/records/snappy_codec.h"
#include "core/records/snappy_framing.h"
#include "core/records/zstd_codec.h"

#include <algorithm>
#include <utility>

namespace brokerscope {

namespace {

// Memory that a batch of usual size has at once.
constexpr std::size_t kLeastHeld = 65536;
constexpr std::size_t kMostHeldAtOnce = 1048576;
constexpr std::size_t kUsualRatio = 8;

CodecStep copyMore(CodecRun& run) {
    const ByteView rest = run.input.subspan(static_cast<std::size_t>(run.output.size()));
    const std::span<std::uint8_t> room = run.output.room(rest.size());
    const std::size_t taken = std::min(room.size(), rest.size());
    std::copy_n(rest.begin(), taken, room.begin());
    if (!run.output.commit(taken)) {
        return run.limited();
    }
    return taken == rest.size() ? CodecStep::Whole : CodecStep::More;
}

}  // namespace

struct Decompressor::Contexts {
    Limits limits;
    DecompressedBytes output;
    GzipCodec gzip;
    Lz4Codec lz4;
    SnappyCodec snappy;
    ZstdCodec zstd;

    // Of the run under way.
    std::vector<Diagnostic> findings;
    CodecRun run{CompressionType::None, {}, output, findings};
    int magic = 2;
    bool isBegun = false;  // by its codec
    CodecStep done = CodecStep::Whole;
};

Decompressor::Decompressor(const Limits& limits) : m_contexts(std::make_unique<Contexts>()) {
    m_contexts->limits = limits;
}
Decompressor::~Decompressor() = default;
Decompressor::Decompressor(Decompressor&&) noexcept = default;
Decompressor& Decompressor::operator=(Decompressor&&) noexcept = default;

void Decompressor::begin(CompressionType type, ByteView compressed, int magic) {
    Contexts& now = *m_contexts;
    now.output.begin(compressed.size(), now.limits);
    now.findings.clear();
    now.run.type = type;
    now.run.input = compressed;
    now.magic = magic;
    now.isBegun = false;
    now.done = compressed.empty() ? CodecStep::Whole : CodecStep::More;
    if (!compressed.empty()) {
        now.output.reserve(
            std::clamp(std::min(compressed.size(), kMostHeldAtOnce) * kUsualRatio, kLeastHeld, kMostHeldAtOnce));
    }
}

void Decompressor::beginAs(const Decompressor& other) {
    const Contexts& others = *other.m_contexts;
    begin(others.run.type, others.run.input, others.magic);
}

// Of the codec, which begins first.
CodecStep Decompressor::step() {
    Contexts& now = *m_contexts;
    const bool isBegun = std::exchange(now.isBegun, true);
    switch (now.run.type) {
        case CompressionType::None:
            return copyMore(now.run);
        case CompressionType::Gzip:
            return isBegun ? now.gzip.step(now.run) : now.gzip.begin(now.run);
        case CompressionType::Snappy:
            return isBegun ? now.snappy.step(now.run) : now.snappy.begin(now.run);
        case CompressionType::Lz4:
            return isBegun ? now.lz4.step(now.run) : now.lz4.begin(now.run, now.magic);
        case CompressionType::Zstd:
            return isBegun ? now.zstd.step(now.run) : now.zstd.begin(now.run);
    }
    return CodecStep::Failed;
}

bool Decompressor::more() {
    Contexts& now = *m_contexts;
    // What is there may come once more before what is next.
    const std::uint64_t before = now.output.viewAt() + now.output.view().size();
    while (now.done == CodecStep::More) {
        now.done = step();
        if (now.output.viewAt() + now.output.view().size() > before) {
            return true;
        }
    }
    return false;
}

Decompression Decompressor::run(CompressionType type, ByteView compressed, int magic) {
    begin(type, compressed, magic);
    while (more()) {
    }
    return {takeFindings(), m_contexts->done == CodecStep::Whole, snappy()};
}

ByteView Decompressor::output() const {
    return m_contexts->output.view();
}

ByteBuffer Decompressor::takeOutput() {
    return m_contexts->output.take();
}

void Decompressor::drop(std::size_t size) {
    m_contexts->output.drop(size);
}

std::uint64_t Decompressor::outputAt() const {
    return m_contexts->output.viewAt();
}

SnappyFraming Decompressor::snappy() const {
    const CodecRun& run = m_contexts->run;
    if (run.type != CompressionType::Snappy || run.input.empty()) {
        return SnappyFraming::NotSnappy;
    }
    return isXerial(run.input) ? SnappyFraming::Xerial : SnappyFraming::Raw;
}

std::vector<Diagnostic> Decompressor::takeFindings() {
    return std::exchange(m_contexts->findings, {});
}

}  // namespace brokerscope
