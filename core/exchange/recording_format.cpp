#include "core/exchange/recording_format.h"

#include "core/codec/byte_writer.h"
#include "core/records/crc.h"

#include <algorithm>

namespace brokerscope {

bool isRecording(ByteView firstBytes) {
    return firstBytes.size() >= kRecordingMagic.size() &&
           std::equal(kRecordingMagic.begin(), kRecordingMagic.end(), firstBytes.begin());
}

ByteBuffer makeRecordingHead(const RecordingMarker& marker) {
    ByteWriter out(kRecordingHeadBytes);
    out.putBytes(kRecordingMagic);
    out.putFixed(kRecordingFormat, 2);
    out.putFixed(0, 2);
    out.putBytes(marker);
    out.putFixed(crc32c(out.written()), 4);
    return out.finish();
}

ByteBuffer makeBlock(const RecordingMarker& marker, RecordingKind kind, std::uint16_t version, ByteView payload) {
    ByteWriter out(kBlockHeadBytes + payload.size() + kBlockCrcBytes);
    out.putBytes(marker);
    out.putFixed(static_cast<std::uint16_t>(kind), 2);
    out.putFixed(version, 2);
    out.putFixed(payload.size(), 4);
    out.putFixed(crc32c(out.written()), 4);
    out.putBytes(payload);
    out.putFixed(crc32c(payload), 4);
    return out.finish();
}

}  // namespace brokerscope
