#pragma once

#include "core/base/limits.h"
#include "core/base/uuid.h"
#include "core/internal_topics/topic_record.h"
#include "core/value/value_tree.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace brokerscope {

// What a record of an internal topic is about: what its key names, or, where the key says nothing, its value. A
// tombstone deletes that.
struct RecordPhrase {
    std::string text;  // "group payments: member c-3"; empty: nothing is known of the record type, or it is broken
    // The fields of the phrase in its order, by their path in Kafka's JSON spelling; uuids as text.
    std::vector<std::pair<std::string, std::string>> fields;

    // Null: it is not about such a thing.
    const std::string* field(std::string_view path) const;
    // The group of records that have one, under either name that keys call it.
    const std::string* group() const;
};

// The names of topics by their ids; nothing: not known.
using TopicNameOf = std::function<std::optional<std::string>(const Uuid& id)>;

// Puts the fields of `view` into the phrase that the overlay has for its record type ("subject" in recordTypes). In the
// phrase topics are called by their names where `nameOf` knows them. `record` is what TopicRecordReader read of `view`.
// Builds a small tree: not for work in bulk.
RecordPhrase phraseOf(const TopicRecord& record, const RecordView& view, const TopicNameOf& nameOf = {},
                      const Limits& limits = {});
// The same without a tree of its own: `tree` is that of the key, of framed records that of the value. Null: nothing is
// known.
RecordPhrase phraseOf(const TopicRecord& record, const std::shared_ptr<const ValueTree>& tree,
                      const TopicNameOf& nameOf = {});

}  // namespace brokerscope
