#include "core/workbench/batch_bytes.h"

namespace brokerscope {

Result<ByteView> BatchBytes::open(const TopicBatch& batch) {
    if (batch.place.bytes != nullptr) {
        return ByteView(*batch.place.bytes).subspan(batch.place.position, batch.size);
    }
    const std::string path = batch.place.path != nullptr ? *batch.place.path : std::string();
    if (m_file == nullptr || m_path != batch.place.path) {
        auto file = FileByteSource::open(path);
        if (!file) {
            return tl::unexpected<Error>(file.error());
        }
        m_file = std::move(*file);
        m_path = batch.place.path;
    }
    auto bytes = m_file->bytes(batch.place.position, batch.size);
    if (!bytes) {
        return tl::unexpected<Error>(bytes.error());
    }
    if (bytes->size() < batch.size) {
        return failure(MessageId::FileUnreadable, {path, "the batch is no longer in it"});
    }
    m_read = std::move(*bytes);
    return ByteView(m_read);
}

}  // namespace brokerscope
