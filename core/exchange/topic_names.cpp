#include "core/exchange/topic_names.h"

#include "core/schema/field_meaning.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace brokerscope {
namespace {

// The two fields of a structure, by their place in it; null where it lacks one of them.
struct NamedTopic {
    const FieldLayout* name = nullptr;
    const FieldLayout* id = nullptr;

    bool isWhole() const { return name != nullptr && id != nullptr; }
};

NamedTopic namedTopicOf(const StructLayout& structure) {
    NamedTopic topic;
    for (const auto* fields : {&structure.fields, &structure.tagged}) {
        for (const FieldLayout& field : *fields) {
            const FieldMeaning* meaning = field.spec->meaning;
            if (meaning == nullptr || field.isArray) {
                continue;
            }
            if (field.type == FieldType::String && meaning->entity == "topicName") {
                topic.name = &field;
            } else if (field.type == FieldType::Uuid && meaning->entity == "topicId") {
                topic.id = &field;
            }
        }
    }
    return topic;
}

class TopicWalk {
public:
    void visit(const NodeRef& node, const StructLayout& structure) {
        if (!mayHold(structure)) {
            return;
        }
        if (const NamedTopic topic = namedTopicOf(structure); topic.isWhole()) {
            note(node, topic);
        }
        for (const auto* fields : {&structure.fields, &structure.tagged}) {
            for (const FieldLayout& field : *fields) {
                if (field.structure != nullptr && mayHold(*field.structure)) {
                    descend(node, field);
                }
            }
        }
    }

    // Answers are mostly arrays without names: those are passed over.
    bool mayHold(const StructLayout& structure) {
        const auto [known, isNew] = m_mayHold.try_emplace(&structure, false);
        if (!isNew) {
            return known->second;
        }
        bool may = namedTopicOf(structure).isWhole();
        for (const auto* fields : {&structure.fields, &structure.tagged}) {
            for (const FieldLayout& field : *fields) {
                may = may || (field.structure != nullptr && mayHold(*field.structure));
            }
        }
        return m_mayHold[&structure] = may;
    }

    std::vector<std::pair<Uuid, std::string>> found;

private:
    void descend(const NodeRef& node, const FieldLayout& field) {
        const auto child = node.findField(field.spec->jsonName);
        if (!child || child->isNull() || child->isUnread()) {
            return;
        }
        if (!field.isArray) {
            visit(*child, *field.structure);
            return;
        }
        const std::size_t count = child->childCount();
        for (std::size_t i = 0; i < count && found.size() < TopicNames::kMost; ++i) {
            visit(child->child(i), *field.structure);
        }
    }

    void note(const NodeRef& node, const NamedTopic& topic) {
        const auto name = node.findField(topic.name->spec->jsonName);
        const auto id = node.findField(topic.id->spec->jsonName);
        if (name && id && !name->isNull() && !name->isUnread() && id->content().size() == sizeof(Uuid::bytes)) {
            found.emplace_back(Uuid::fromBytes(id->content()), name->text());
        }
    }

    std::unordered_map<const StructLayout*, bool> m_mayHold;
};

}  // namespace

void TopicNames::learn(const NodeRef& answerBody) {
    if (!answerBody.isValid() || answerBody.tree().layouts.empty()) {
        return;
    }
    TopicWalk walk;
    walk.visit(answerBody, *answerBody.tree().layouts.back()->root);
    for (const auto& [id, name] : walk.found) {
        learn(id, name);
    }
}

bool TopicNames::mayTell(const MessageLayout& layout) {
    return TopicWalk().mayHold(*layout.root);
}

void TopicNames::learn(const Uuid& id, std::string_view name) {
    if (id.isZero() || name.empty()) {
        return;
    }
    const std::lock_guard lock(m_mutex);
    if (m_names.size() >= kMost || !m_names.try_emplace(id, name).second) {
        return;
    }
    m_ids[std::string(name)].push_back(id);
}

std::optional<std::string> TopicNames::name(const Uuid& id) const {
    const std::lock_guard lock(m_mutex);
    const auto found = m_names.find(id);
    return found == m_names.end() ? std::nullopt : std::optional(found->second);
}

std::vector<Uuid> TopicNames::ids(std::string_view name) const {
    const std::lock_guard lock(m_mutex);
    const auto found = m_ids.find(name);
    return found == m_ids.end() ? std::vector<Uuid>() : found->second;
}

std::size_t TopicNames::size() const {
    const std::lock_guard lock(m_mutex);
    return m_names.size();
}

}  // namespace brokerscope
