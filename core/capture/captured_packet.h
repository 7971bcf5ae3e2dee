#pragma once

#include "core/base/bytes.h"

#include <cstdint>

namespace brokerscope {

// One packet of a capture file. The bytes are borrowed until the file is read on.
struct CapturedPacket {
    std::uint64_t number = 0;          // from 1 on, over the whole file
    std::uint32_t interface = 0;       // index in CaptureFileParser::interfaces()
    std::uint32_t linkType = 0;        // of the interface (pcap's LINKTYPE_ numbers)
    std::int64_t timeNs = 0;           // since 1970; 0 where the file has no time for it
    std::uint64_t originalLength = 0;  // bytes on the wire; more than bytes.size() where the capture cut it
    ByteView bytes;
};

}  // namespace brokerscope
