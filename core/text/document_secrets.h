#pragma once

#include "core/document/document.h"
#include "core/text/topic_record_text.h"

#include <functional>
#include <map>
#include <optional>

namespace brokerscope {

// What may be shown of a record that holds secrets; nothing: all of it.
using MaskRecord = std::function<std::optional<MaskedRecord>(const RecordView&)>;

// Which nodes of a document are hidden while secrets are masked:
//
//   - what the overlays call a secret; one that is secret until it is decoded, until it was opened and read whole;
//   - keys and values of records that hold one, and records of a topic whose records may hold one, until they were
//     opened in place: bytes that are compressed stay hidden, since others show what they became;
//   - bytes and tags that nobody described, of messages and records that may hold one.
//
// Borrows the registry. One thread.
class DocumentSecrets {
public:
    DocumentSecrets(const SchemaRegistry& registry, const SchemaChoice& choice, const Limits& limits);

    // `opened` is what was opened in the bytes of the node, null: nothing; `records` are those that lie in them.
    bool hides(const DocumentPart& part, const NodeRef& node, const DocumentPart* opened,
               const RecordsWithin& records) const;
    // False: nothing in the part's own tree is ever hidden but records.
    bool mayHide(const DocumentPart& part) const;
    bool mayHold(const InternalTopicFacts* topic) const;  // null: no

    // As MaskRecord says, of a record of the topic.
    std::optional<MaskedRecord> masked(const InternalTopicFacts& topic, const RecordView& record) const;

private:
    bool hidesKeyOrValue(const InternalTopicFacts& topic, const NodeRef& node) const;

    const SchemaRegistry& m_registry;
    TopicRecordText m_texts;
    mutable std::map<const InternalTopicFacts*, bool> m_topics;  // whether their records may hold secrets
};

}  // namespace brokerscope
