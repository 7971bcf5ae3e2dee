#pragma once

#include "core/records/batch_iterator.h"
#include "core/text/topic_record_text.h"

#include <optional>
#include <string>

namespace brokerscope {

// Finds secrets in records fields, for JSON that has them as base64: there a secret cannot be masked byte by byte,
// since the batch may be compressed and its checksum would be wrong, so that the field is masked whole. Borrows the
// registry. Any thread.
class RecordSecrets {
public:
    RecordSecrets(const SchemaRegistry& registry, const SchemaChoice& choice, const Limits& limits);

    // Whether a record in the field holds what the overlays call a secret. True as well where some of the records could
    // not be read, though those of their topic may hold secrets. The topic is told by the message around it (by its
    // name, or an id that every cluster has alike); records of any other topic hold none.
    bool areIn(const NodeRef& records) const;
    // For JsonOptions::inPlace.
    std::optional<std::string> inPlace(const NodeRef& bytes) const;

private:
    bool areIn(const InternalTopicFacts& topic, const BatchEntry& entry) const;

    const SchemaRegistry& m_registry;
    Limits m_limits;
    TopicRecordText m_texts;
};

}  // namespace brokerscope
