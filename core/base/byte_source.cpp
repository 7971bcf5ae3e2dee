#include "core/base/byte_source.h"

#include <algorithm>

namespace brokerscope {

Result<ByteBuffer> ByteSource::bytes(std::uint64_t offset, std::uint64_t length) const {
    const auto all = size();
    if (!all) {
        return tl::unexpected<Error>(all.error());
    }
    // The length may come from foreign bytes: what is there bounds the allocation.
    ByteBuffer read(static_cast<std::size_t>(std::min(length, *all > offset ? *all - offset : 0)));
    const auto count = this->read(offset, read);
    if (!count) {
        return tl::unexpected<Error>(count.error());
    }
    read.resize(*count);
    return read;
}

Result<std::size_t> MemoryByteSource::read(std::uint64_t offset, std::span<std::uint8_t> into) const {
    if (offset >= m_bytes.size()) {
        return std::size_t{0};
    }
    const ByteView there = ByteView(m_bytes).subspan(static_cast<std::size_t>(offset));
    const std::size_t count = std::min(there.size(), into.size());
    std::copy_n(there.begin(), count, into.begin());
    return count;
}

}  // namespace brokerscope
