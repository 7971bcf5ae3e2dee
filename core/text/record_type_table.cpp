#include "core/text/record_type_table.h"

#include "core/internal_topics/definition_component.h"
#include "core/internal_topics/record_type_index.h"
#include "core/schema/overlays.h"

#include <memory>
#include <set>
#include <utility>

namespace brokerscope {
namespace {

std::string phraseOf(const std::vector<SubjectPiece>& subject) {
    std::string phrase;
    for (const SubjectPiece& piece : subject) {
        phrase += piece.isField ? '{' + piece.text + '}' : piece.text;
    }
    return phrase;
}

// The definitions of a topic's records, over all releases and of each by itself.
class RecordTypes {
public:
    RecordTypes(const SchemaRegistry& registry, const InternalTopicFacts& topic)
        : m_registry(registry), m_topic(topic), m_all(registry, {}, topic) {
        for (const std::string& release : registry.releases()) {
            m_releases.emplace_back(release,
                                    std::make_unique<RecordTypeIndex>(registry, SchemaChoice{release, false}, topic));
        }
    }

    RecordTypeRow row(std::int32_t type) const {
        RecordTypeRow row;
        row.type = type;
        row.name = m_all.name(type);
        row.valueVersions = m_all.valueVersions(type);
        row.keyDefinition = nameOf(m_all.keyLayout(type));
        row.valueDefinition = nameOf(m_all.valueLayout(type, row.valueVersions.max));
        for (const auto& [release, index] : m_releases) {
            if (!index->name(type).empty()) {
                row.releases.push_back(release);
            }
        }
        if (const RecordTypeFacts* facts = m_topic.find(type)) {
            row.name = facts->name.empty() ? row.name : facts->name;
            row.status = facts->status;
            row.subject = phraseOf(facts->subject);
            row.variants = facts->variants;
        }
        return row;
    }

    // Those that a definition or the overlay has.
    std::set<std::int32_t> types() const {
        std::set<std::int32_t> all;
        for (const RecordTypeFacts& facts : m_topic.types) {
            all.insert(facts.type);
        }
        for (const std::size_t position : definitionsOfComponent(m_registry, m_topic.component)) {
            const DefinitionHead& head = m_registry.definitions()[position];
            // Before Kafka 4 the versions of a key are its record types.
            const VersionRange numbers = head.apiKey ? VersionRange{*head.apiKey, *head.apiKey} : head.validVersions;
            for (int number = numbers.min; number <= numbers.max; ++number) {
                if (!m_all.name(number).empty()) {
                    all.insert(number);
                }
            }
        }
        return all;
    }

private:
    static std::string nameOf(const std::shared_ptr<const MessageLayout>& layout) {
        return layout == nullptr ? std::string() : layout->spec->name;
    }

    const SchemaRegistry& m_registry;
    const InternalTopicFacts& m_topic;
    RecordTypeIndex m_all;
    std::vector<std::pair<std::string, std::unique_ptr<RecordTypeIndex>>> m_releases;
};

}  // namespace

std::vector<RecordTypeRow> recordTypeTable(const SchemaRegistry& registry, const InternalTopicFacts& topic) {
    const RecordTypes types(registry, topic);
    std::vector<RecordTypeRow> table;
    for (const std::int32_t type : types.types()) {
        table.push_back(types.row(type));
    }
    return table;
}

}  // namespace brokerscope
