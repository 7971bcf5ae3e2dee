#pragma once

#include "core/base/error.h"
#include "core/records/batch_iterator.h"

#include <cstdint>
#include <functional>

namespace brokerscope {

// Where the records of one partition can be read again. Any thread, as the implementation says.
class RecordSource {
public:
    RecordSource() = default;
    RecordSource(const RecordSource&) = delete;
    RecordSource& operator=(const RecordSource&) = delete;
    virtual ~RecordSource() = default;

    // False: it wants no more. The entry's bytes are borrowed within the call.
    using Take = std::function<bool(const BatchEntry&)>;
    // Hands out entries in the order of their offsets, from the one at `position` on, until `take` has enough or there
    // are none. A position means what it meant to KeyHistory::begin(): a place in a file, an offset. Errors: the
    // source's own (FileUnreadable …).
    virtual Result<void> read(std::uint64_t position, const Take& take) const = 0;
};

}  // namespace brokerscope
