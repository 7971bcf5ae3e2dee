#include "core/internal_topics/definition_component.h"

#include <algorithm>
#include <map>
#include <string>

namespace brokerscope {
namespace {

bool isRecordPart(const DefinitionHead& head) {
    return head.type == MessageType::CoordinatorKey || head.type == MessageType::CoordinatorValue ||
           head.type == MessageType::Metadata || head.type == MessageType::Data;
}

// What names and sources say of components.
class Components {
public:
    explicit Components(const SchemaRegistry& registry) {
        for (const DefinitionHead& head : registry.definitions()) {
            if (!head.component.empty() && isRecordPart(head)) {
                m_byName.emplace(head.name, head.component);
            }
        }
        std::map<std::string, std::map<std::string, int>> votes;
        for (const DefinitionHead& head : registry.definitions()) {
            const auto known = m_byName.find(head.name);
            if (head.component.empty() && known != m_byName.end()) {
                ++votes[head.release][known->second];
            }
        }
        for (const auto& [source, counts] : votes) {
            m_bySource[source] = std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) {
                                     return a.second < b.second;
                                 })->first;
        }
    }

    std::string of(const DefinitionHead& head) const {
        if (!head.component.empty()) {
            return head.component;
        }
        if (const auto known = m_byName.find(head.name); known != m_byName.end()) {
            return known->second;
        }
        const auto source = m_bySource.find(head.release);
        return source == m_bySource.end() ? std::string() : source->second;
    }

private:
    std::map<std::string, std::string> m_byName;
    std::map<std::string, std::string> m_bySource;
};

}  // namespace

std::vector<std::size_t> definitionsOfComponent(const SchemaRegistry& registry, std::string_view component) {
    const Components components(registry);
    std::vector<std::size_t> positions;
    for (std::size_t position = 0; position < registry.definitions().size(); ++position) {
        const DefinitionHead& head = registry.definitions()[position];
        if (isRecordPart(head) && components.of(head) == component) {
            positions.push_back(position);
        }
    }
    return positions;
}

}  // namespace brokerscope
