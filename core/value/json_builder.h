#pragma once

#include "core/base/bytes.h"
#include "core/value/value_tree.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace brokerscope {

// Builds the JSON text of values, in the forms that Kafka's converters give them. Nothing is checked: a key is followed
// by one value, an element by one value after separate(). Not thread safe.
class JsonBuilder {
public:
    // A place to come back to, before a key or an element that may be taken away again.
    struct Mark {
        std::size_t size = 0;
        int depth = 0;
        bool isFirst = true;
    };

    explicit JsonBuilder(int indent) : m_indent(indent) {}  // spaces a level; -1: one line

    void begin(char bracket);
    void end(char bracket);
    void separate();  // before each element of an array
    void key(std::string_view name);

    void null() { m_out += "null"; }
    void masked() { text("***"); }
    void text(std::string_view value);
    void json(std::string_view value);                 // a finished value, indented as if it stood alone
    void integer(FieldType type, std::int64_t value);  // bool: true, false
    void real(double value);
    void uuid(ByteView bytes);  // the first 16 bytes
    // A value of fixed size as it stands on the wire; `bytes` holds at least fixedSize(type).
    void fixed(FieldType type, const std::uint8_t* bytes);
    // Content of a string as text, of anything else as base64.
    void blob(NodeKind kind, ByteView content);
    void hex(ByteView bytes);
    void unknownTag(std::int64_t tag, ByteView content);  // {"tag":99,"hex":"…"}
    void maskedTag(std::int64_t tag);                     // {"tag":99,"hex":"***"}

    Mark mark() const { return {m_out.size(), m_depth, m_isFirst}; }
    void rewind(const Mark& mark);
    // Takes away one member or element that was written between two marks of one object or array; what follows it
    // stays. Gives the number of bytes by which that moved.
    std::size_t remove(const Mark& begin, const Mark& end);
    std::string take() { return std::move(m_out); }

private:
    void newLine();

    std::string m_out;
    int m_indent;
    int m_depth = 0;
    bool m_isFirst = true;
};

}  // namespace brokerscope
