#pragma once

#include "core/schema/message_layout.h"

#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// Where a walk is: the fields and element numbers it is within. Text is made only when a diagnostic needs it.
class WalkPath {
public:
    explicit WalkPath(std::string_view prefix) : m_prefix(prefix) { m_steps.reserve(16); }

    void push(const FieldLayout* field) { m_steps.push_back({field, -1}); }
    void pushElement(std::int64_t index) { m_steps.push_back({nullptr, index}); }
    void setElement(std::int64_t index) { m_steps.back().element = index; }
    void pop() { m_steps.pop_back(); }
    std::size_t depth() const { return m_steps.size(); }

    std::string text() const;

private:
    struct Step {
        const FieldLayout* field;  // null: an element
        std::int64_t element;
    };
    std::string_view m_prefix;
    std::vector<Step> m_steps;
};

}  // namespace brokerscope
