#include "core/internal_topics/record_subject.h"

#include "core/internal_topics/group_subjects.h"
#include "core/internal_topics/keyed_subjects.h"
#include "core/internal_topics/metadata_subjects.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace brokerscope {
namespace {

struct SubjectsOfTopic {
    std::string_view word;  // InternalTopicFacts::word
    std::unique_ptr<SubjectReader> (*make)(const TopicRecordReader&, const InternalTopicFacts&, const Limits&);
};

template <class Reader>
std::unique_ptr<SubjectReader> makeSubjects(const TopicRecordReader& reader, const InternalTopicFacts& topic,
                                            const Limits& limits) {
    return std::make_unique<Reader>(reader, topic, limits);
}

constexpr std::array kSubjects{
    SubjectsOfTopic{"offsets", makeSubjects<GroupSubjects>},
    SubjectsOfTopic{"transactions", makeSubjects<KeyedSubjects>},
    SubjectsOfTopic{"share", makeSubjects<KeyedSubjects>},
    SubjectsOfTopic{"metadata", makeSubjects<MetadataSubjects>},
};

}  // namespace

std::unique_ptr<SubjectReader> makeSubjectReader(const TopicRecordReader& reader, const InternalTopicFacts& topic,
                                                 const Limits& limits) {
    const auto found = std::ranges::find(kSubjects, topic.word, &SubjectsOfTopic::word);
    return found == kSubjects.end() ? nullptr : found->make(reader, topic, limits);
}

std::string deletionText(const StateObjectId& object, const FactPath& path) {
    const std::string_view kind = objectKindName(object.kind);
    return path.empty() ? fmt::format("{} {}", kind, object.id)
                        : fmt::format("{} {}: {}", kind, object.id, factName(path));
}

}  // namespace brokerscope
