#pragma once

#include "core/base/bytes.h"
#include "core/capture/ip_address.h"

#include <cstdint>
#include <map>
#include <string>

namespace brokerscope {

// Blocks of a pcapng file as this program writes them (draft-ietf-opsawg-pcapng): one section, big-endian, with one
// interface of raw IP packets whose times are ns since 1970.
//   file = head names? packet*

// Section header and interface.
ByteBuffer pcapngHead();
// Name resolution: what addresses are called.
ByteBuffer pcapngNames(const std::map<IpAddress, std::string>& names);
// An enhanced packet block. `timeNs` below zero counts as zero.
ByteBuffer pcapngPacket(std::int64_t timeNs, ByteView packet);

}  // namespace brokerscope
