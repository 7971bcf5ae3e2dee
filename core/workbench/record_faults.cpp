#include "core/workbench/record_faults.h"

#include "core/text/diagnostic_json.h"

#include <algorithm>
#include <fmt/format.h>

namespace brokerscope {

std::string faultLine(std::string_view topic, const RecordFault& fault) {
    return fmt::format("{}-{}, batch at offset {}: {}", topic, fault.partition, fault.offset, fault.sentence);
}

void RecordFaults::note(std::int32_t partition, std::int64_t offset, const std::vector<Diagnostic>& remarks) {
    const auto error = std::ranges::find(remarks, Severity::Error, &Diagnostic::severity);
    if (error != remarks.end()) {
        add({partition, offset, diagnosticLine(*error)});
    }
}

void RecordFaults::note(std::int32_t partition, std::int64_t offset, const Error& error) {
    add({partition, offset, errorLine(error)});
}

void RecordFaults::add(RecordFault fault) {
    if (m_count++ < kMost) {
        m_first.push_back(std::move(fault));
    }
}

}  // namespace brokerscope
