#include "core/text/record_secrets.h"

#include "core/document/records_topic.h"
#include "core/records/record_reader.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr const char* kMaskedJson = "\"***\"";

bool hasFault(RecordReader& reader) {
    const std::vector<Diagnostic> remarks = reader.takeRemarks();
    return std::any_of(remarks.begin(), remarks.end(),
                       [](const Diagnostic& remark) { return remark.severity == Severity::Error; });
}

}  // namespace

RecordSecrets::RecordSecrets(const SchemaRegistry& registry, const SchemaChoice& choice, const Limits& limits)
    : m_registry(registry), m_limits(limits), m_texts(registry, choice, limits, {&registry, true}) {}

bool RecordSecrets::areIn(const InternalTopicFacts& topic, const BatchEntry& entry) const {
    RecordReader reader(m_limits);
    if (entry.kind == EntryKind::Partial || !reader.open(entry)) {
        return true;
    }
    while (reader.next()) {
        const RecordView& record = reader.record();
        if (reader.header().isControl()) {
            continue;
        }
        if (m_texts.masked(m_texts.reader().read(topic, record.key, record.value), record)) {
            return true;
        }
    }
    return hasFault(reader);
}

bool RecordSecrets::areIn(const NodeRef& records) const {
    const InternalTopicFacts* topic = topicOfRecords(m_registry, m_texts.reader(), records, {});
    if (topic == nullptr || !recordsMayHoldSecrets(m_registry, *topic)) {
        return false;
    }
    BatchIterator entries(records.content());
    for (BatchEntry entry; entries.next(entry);) {
        if (areIn(*topic, entry)) {
            return true;
        }
    }
    return false;
}

std::optional<std::string> RecordSecrets::inPlace(const NodeRef& bytes) const {
    const bool isHidden = bytes.kind() == NodeKind::Records && areIn(bytes);
    return isHidden ? std::optional<std::string>(kMaskedJson) : std::nullopt;
}

}  // namespace brokerscope
