#include "core/log_files/outline_check.h"

#include "core/records/batch_crc.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr std::size_t kCheckWindow = 262144;

Diagnostic warning(const OutlinedBatch& batch, MessageId id, std::vector<std::string> arguments) {
    return {Severity::Warning, id, std::move(arguments), {BufferId::Main, batch.position, batch.size}, {}};
}

}  // namespace

// What is there of the batch now.
Result<ByteView> OutlineCheck::bytesOf(const OutlinedBatch& batch) {
    const bool isThere = batch.position >= m_windowAt && batch.position + batch.size <= m_windowAt + m_window.size();
    if (!isThere) {
        m_window.resize(static_cast<std::size_t>(std::max<std::uint64_t>(batch.size, kCheckWindow)));
        m_windowAt = batch.position;
        const auto count = m_source.read(batch.position, m_window);
        m_window.resize(count.value_or(0));
        if (!count) {
            return tl::unexpected<Error>(count.error());
        }
    }
    const ByteView rest = ByteView(m_window).subspan(static_cast<std::size_t>(batch.position - m_windowAt));
    return rest.first(std::min<std::size_t>(rest.size(), static_cast<std::size_t>(batch.size)));
}

Result<std::optional<Diagnostic>> OutlineCheck::check(const OutlinedBatch& batch) {
    if (!batch.isEntry()) {
        return std::optional<Diagnostic>();
    }
    const auto bytes = bytesOf(batch);
    if (!bytes) {
        return tl::unexpected<Error>(bytes.error());
    }
    if (bytes->size() < batch.size) {
        return warning(batch, MessageId::FileShrank,
                       {std::to_string(batch.position + batch.size), std::to_string(batch.position + bytes->size())});
    }
    BatchEntry entry;
    BatchIterator(*bytes).next(entry);
    if (entry.kind != batch.kind || entry.wholeSize != batch.size || entry.offset != batch.baseOffset) {
        return warning(batch, MessageId::Other, {"the file was written anew meanwhile: other bytes stand here now"});
    }
    const auto crc = checkCrc(entry);
    return crc ? crc->remark(batch.position) : std::nullopt;
}

}  // namespace brokerscope
