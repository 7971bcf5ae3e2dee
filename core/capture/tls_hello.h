#pragma once

#include "core/base/bytes.h"

#include <optional>
#include <string>

namespace brokerscope {

// What the beginning of a stream says of TLS (RFC 8446, 5.1 and 4.1.2):
//   record = type:u8 (20-23) version:u16 (3.0-3.4) length:u16 (up to 16640) length*byte
//   a client's first record is a handshake (22) that begins a ClientHello (1)
struct TlsLook {
    bool isTls = false;
    bool isComplete = false;                // nothing more is to be learnt: no ClientHello, or all of it was read
    std::optional<std::string> serverName;  // extension server_name (RFC 6066), where the ClientHello has it
};

// `isStart`: the bytes are the first of their direction, so that one record header is enough. Else two records must
// follow each other.
TlsLook lookForTls(ByteView bytes, bool isStart);

}  // namespace brokerscope
