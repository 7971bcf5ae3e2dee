#pragma once

#include "core/base/diagnostic.h"
#include "core/base/error.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// An entry of a partition whose records could not be read, or not to their end: what is made of the records lacks what
// it said.
struct RecordFault {
    std::int32_t partition = 0;
    std::int64_t offset = 0;  // of the entry
    std::string sentence;     // what is wrong first
};
// "__consumer_offsets-18, batch at offset 41: error: the checksum is …".
std::string faultLine(std::string_view topic, const RecordFault& fault);

// The first of them; all are counted. Not thread safe.
class RecordFaults {
public:
    static constexpr std::size_t kMost = 20;

    // Nothing is noted where no remark is an error.
    void note(std::int32_t partition, std::int64_t offset, const std::vector<Diagnostic>& remarks);
    void note(std::int32_t partition, std::int64_t offset, const Error& error);

    const std::vector<RecordFault>& first() const { return m_first; }
    std::uint64_t count() const { return m_count; }

private:
    void add(RecordFault fault);

    std::vector<RecordFault> m_first;
    std::uint64_t m_count = 0;
};

}  // namespace brokerscope
