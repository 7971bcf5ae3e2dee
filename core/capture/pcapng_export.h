#pragma once

#include "core/capture/recording_selection.h"

#include <cstdint>
#include <functional>

namespace brokerscope {

struct PcapngExport {
    std::uint64_t packets = 0;
    std::uint64_t exchanges = 0;  // of which something was written
    // Beginnings of answers that no one waited for any longer: their bytes come again with the whole answer, or the
    // stream would not be one.
    std::uint64_t leftOutAnswers = 0;
    std::uint64_t unreadable = 0;  // exchanges that could not be read again
};

// Writes exchanges as a packet capture: their frames, byte by byte, in TCP connections that are made up around them,
// each direction in the order of time. A broker has its address and port; one that was known by name has an address of
// 198.18.0.0/16 (RFC 2544) that the file calls by that name. Clients are not known: each connection has a port of an
// address of its own, 198.19.0.0/16 or fd00::/64. `write` gets the file piece by piece. Errors: those of `write`.
Result<PcapngExport> exportPcapng(const RecordingSelection& selection,
                                  const std::function<Result<void>(ByteView)>& write, const CancelToken& cancel = {});

}  // namespace brokerscope
