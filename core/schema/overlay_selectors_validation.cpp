#include "core/schema/field_path.h"
#include "core/schema/overlay_selectors.h"
#include "core/schema/own_formats.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace brokerscope {
namespace {

using Specs = std::vector<std::shared_ptr<const MessageSpec>>;

// Every definition of a name, in any release, and what the program itself knows.
Specs specsOf(const SchemaRegistry& registry, std::string_view name) {
    Specs specs;
    for (std::size_t i = 0; i < registry.definitions().size(); ++i) {
        if (registry.definitions()[i].name == name) {
            if (auto spec = registry.definition(i)) {
                specs.push_back(std::move(*spec));
            }
        }
    }
    if (auto spec = OwnFormats::embedded().spec(name)) {
        specs.push_back(std::move(spec));
    }
    return specs;
}

// The requests that messages of these definitions answer.
Specs requestsOf(const SchemaRegistry& registry, const Specs& answers) {
    Specs specs;
    for (std::size_t i = 0; i < registry.definitions().size(); ++i) {
        const DefinitionHead& head = registry.definitions()[i];
        const bool isAsked = std::any_of(answers.begin(), answers.end(), [&](const auto& answer) {
            return answer->type == MessageType::Response && head.type == MessageType::Request &&
                   head.apiKey == answer->apiKey;
        });
        if (isAsked) {
            if (auto spec = registry.definition(i)) {
                specs.push_back(std::move(*spec));
            }
        }
    }
    return specs;
}

bool hasField(const Specs& specs, std::string_view path) {
    return std::any_of(specs.begin(), specs.end(), [&](const auto& spec) { return fieldAt(*spec, path) != nullptr; });
}

bool isOfType(const Specs& specs, std::string_view path, FieldType type) {
    return std::any_of(specs.begin(), specs.end(), [&](const auto& spec) {
        const FieldSpec* field = fieldAt(*spec, path);
        return field != nullptr && field->type == type;
    });
}

class RuleCheck {
public:
    RuleCheck(const SchemaRegistry& registry, const NestedRule& rule)
        : m_registry(registry)
        , m_rule(rule)
        , m_messages(specsOf(registry, rule.message))
        , m_requests(requestsOf(registry, m_messages)) {}

    Result<void> check() const {
        if (!isOfType(m_messages, m_rule.path, FieldType::Bytes)) {
            return refuse(fmt::format("no bytes field \"{}\"", m_rule.path));
        }
        for (const NestedSelector& selector : m_rule.selectors) {
            if (auto status = checkSelector(selector); !status) {
                return status;
            }
        }
        return {};
    }

private:
    Result<void> checkSelector(const NestedSelector& selector) const {
        auto status = selector.frame == NestedFrame::None ? checkStructure(selector) : checkFrame(selector);
        return status ? checkPlaces(selector) : status;
    }

    Result<void> checkFrame(const NestedSelector& selector) const {
        const bool isGood =
            selector.frame == NestedFrame::Request || isOfType(m_requests, selector.answers, FieldType::Bytes);
        return isGood ? Result<void>{} : refuse(fmt::format("no bytes field \"{}\" in the request", selector.answers));
    }

    Result<void> checkStructure(const NestedSelector& selector) const {
        const Specs structures = specsOf(m_registry, selector.definition);
        if (structures.empty()) {
            return refuse(fmt::format("no definition is called \"{}\"", selector.definition));
        }
        const MessageSpec& structure = *structures.front();
        const std::vector<FieldSpec>& fields = structure.root.fields;
        if (selector.versionFrom == NestedVersion::Field &&
            (fields.empty() || fields.front().type != FieldType::Int32 || fields.front().isArray)) {
            return refuse(fmt::format("{} does not begin with an int32", selector.definition));
        }
        if (selector.versionFrom == NestedVersion::Fixed && !structure.validVersions.contains(selector.version)) {
            return refuse(fmt::format("{} has no version {}", selector.definition, selector.version));
        }
        return {};
    }

    Result<void> checkPlaces(const NestedSelector& selector) const {
        for (const NestedCondition& condition : selector.when) {
            if (auto status = checkPlace({condition.test.path, condition.sources}); !status) {
                return status;
            }
        }
        for (const ToldFact& told : selector.tells) {
            if (auto status = checkPlace(told.place); !status) {
                return status;
            }
        }
        return {};
    }

    Result<void> checkPlace(const FactPlace& place) const {
        for (const FactSource source : place.sources) {
            const bool isMissing = (source == FactSource::Message && !hasField(m_messages, place.path)) ||
                                   (source == FactSource::Request && !hasField(m_requests, place.path));
            if (isMissing) {
                return refuse(fmt::format("no field \"{}\"", place.path));
            }
        }
        return {};
    }

    Result<void> refuse(std::string reason) const {
        return failure(MessageId::OverlayInvalid,
                       {"nested", fmt::format("{}.{}", m_rule.message, m_rule.path), std::move(reason)});
    }

    const SchemaRegistry& m_registry;
    const NestedRule& m_rule;
    Specs m_messages;
    Specs m_requests;
};

Result<void> checkRecordsField(const RecordsFieldFacts& facts, const SchemaRegistry& registry) {
    const Specs messages = specsOf(registry, facts.message);
    const bool isGood =
        isOfType(messages, facts.path, FieldType::Records) && !facts.topic.empty() &&
        std::all_of(facts.topic.begin(), facts.topic.end(), [&](const auto& path) { return hasField(messages, path); });
    return isGood
               ? Result<void>{}
               : failure(MessageId::OverlayInvalid, {"recordTypes", facts.message,
                                                     fmt::format("no records field \"{}\" with a topic", facts.path)});
}

// Record types are numbers of many definitions in three dialects: a field of any definition of the component will do.
bool hasFieldAnywhere(const SchemaRegistry& registry, std::string_view component, std::string_view path) {
    for (std::size_t i = 0; i < registry.definitions().size(); ++i) {
        if (registry.definitions()[i].component == component) {
            const auto spec = registry.definition(i);
            if (spec && fieldAt(**spec, path) != nullptr) {
                return true;
            }
        }
    }
    return false;
}

Result<void> checkSubjects(const InternalTopicFacts& topic, const SchemaRegistry& registry) {
    for (const RecordTypeFacts& type : topic.types) {
        for (const SubjectPiece& piece : type.subject) {
            if (piece.isField && !hasFieldAnywhere(registry, topic.component, piece.text)) {
                return failure(MessageId::OverlayInvalid,
                               {"recordTypes", fmt::format("{}.{}", topic.topic, type.type),
                                fmt::format("no field \"{}\" in {}", piece.text, topic.component)});
            }
        }
    }
    return {};
}

Result<void> checkVariants(const InternalTopicFacts& topic, const SchemaRegistry& registry) {
    for (const RecordTypeFacts& type : topic.types) {
        for (const RecordVariant& variant : type.variants) {
            if (!registry.spec(variant.as)) {
                return failure(MessageId::OverlayInvalid,
                               {"recordTypes", topic.topic, fmt::format("no layout \"{}\"", variant.as)});
            }
        }
    }
    return {};
}

}  // namespace

Result<void> validateSelectors(const OverlayTables& tables, const SchemaRegistry& registry) {
    for (const auto& [message, rules] : tables.nested.all()) {
        for (const NestedRule& rule : rules) {
            if (auto status = RuleCheck(registry, rule).check(); !status) {
                return status;
            }
        }
    }
    std::set<std::string, std::less<>> components;
    for (const DefinitionHead& head : registry.definitions()) {
        components.insert(head.component);
    }
    for (const InternalTopicFacts& topic : tables.internalTopics) {
        if (!components.contains(topic.component)) {
            return failure(MessageId::OverlayInvalid,
                           {"recordTypes", topic.topic, fmt::format("no component \"{}\"", topic.component)});
        }
        if (auto status = checkSubjects(topic, registry); !status) {
            return status;
        }
        if (auto status = checkVariants(topic, registry); !status) {
            return status;
        }
    }
    for (const RecordsFieldFacts& facts : tables.recordsFields) {
        if (auto status = checkRecordsField(facts, registry); !status) {
            return status;
        }
    }
    return {};
}

}  // namespace brokerscope
