#pragma once

#include "core/codec/null_sink.h"
#include "core/codec/walk_path.h"

#include <string>
#include <vector>

namespace brokerscope {

// A sink that knows where in the message it is, for those derived from it that say where something stands. Not thread
// safe.
class PathSink : public NullSink {
public:
    void beginStruct(const FieldLayout* field, std::uint32_t, std::uint8_t) {
        // An element's number stands for its structure.
        const bool isNamed = field != nullptr && !m_isElement;
        if (isNamed) {
            m_path.push(field);
        }
        m_isNamed.push_back(isNamed);
        m_isElement = false;
    }
    void endStruct(std::uint32_t) {
        if (m_isNamed.back()) {
            m_path.pop();
        }
        m_isNamed.pop_back();
    }
    void beginArray(const FieldLayout* field, std::uint32_t, std::uint8_t, std::int64_t) {
        m_path.push(field);
        m_path.pushElement(-1);
        m_elements.push_back(-1);
    }
    void beginElement(std::uint32_t) {
        m_path.setElement(++m_elements.back());
        m_isElement = true;
    }
    void endArray(std::uint32_t) {
        m_path.pop();
        m_path.pop();
        m_elements.pop_back();
        m_isElement = false;
    }

protected:
    // Whether the fields that come now are the message's own.
    bool isAtTop() const { return m_isNamed.size() == 1; }
    // Of a field of the innermost structure: "topics[0].errorCode".
    std::string pathOf(const FieldLayout* field) {
        m_path.push(field);
        std::string text = m_path.text();
        m_path.pop();
        return text;
    }

private:
    WalkPath m_path{std::string_view()};
    std::vector<bool> m_isNamed;           // for each open structure: it has a step of its own
    std::vector<std::int64_t> m_elements;  // for each open array: the one that was begun last
    bool m_isElement = false;              // what comes next is an element
};

}  // namespace brokerscope
