#pragma once

#include "core/base/diagnostic.h"
#include "core/base/limits.h"
#include "core/base/utf8.h"
#include "core/codec/byte_reader.h"
#include "core/codec/walk_path.h"
#include "core/schema/message_layout.h"

#include <algorithm>
#include <string>
#include <utility>

namespace brokerscope {

// The one walk over a layout: reads bytes and tells a sink what is where (TreeBuilder shows the events). Nothing here
// knows versions or what is done with the values. After a failure it closes what is open and stops; the caller
// describes the rest as a gap. Within a tag, and within a structure that says its own size, a failure costs only that,
// since its size is known.
template <class Sink>
class Walk {
public:
    Walk(ByteReader reader, Sink& sink, const Limits& limits, std::string_view pathPrefix)
        : m_reader(reader), m_sink(sink), m_limits(limits), m_path(pathPrefix) {}

    const ByteReader& reader() const { return m_reader; }
    bool failed() const { return m_failed; }
    // Bytes of the gaps that were told so far.
    std::uint64_t unread() const { return m_unread; }

    // A whole message: its fields and tag section. `field` is null for a message.
    void readStruct(const StructLayout& layout, const FieldLayout* field, std::uint32_t start, std::uint8_t prefixSize);
    // Elements of an array from the reader's position on; the sink gets no beginArray (chunks of a sparse array).
    void readElements(const FieldLayout& field, std::int64_t first, std::int64_t count);

private:
    struct Prefix {
        std::int64_t length = 0;  // -1: null
        std::uint8_t size = 0;
        bool good = false;
    };

    void readField(const FieldLayout& field);
    void readValue(const FieldLayout& field);
    void readFixed(const FieldLayout& field, std::uint32_t size);
    void readZigzag(const FieldLayout& field);
    void readSizedRest(const StructLayout& layout, std::size_t first);
    void skipRest();
    void readBlob(const FieldLayout& field, bool nullAllowed);
    void readArray(const FieldLayout& field);
    void readNumbers(const FieldLayout& field, std::uint32_t start, const Prefix& prefix, std::uint32_t size);
    void readNullableStruct(const FieldLayout& field);
    void readTags(const StructLayout& layout);
    bool readTag(const StructLayout& layout, std::int64_t& previous);
    void readTagContent(const StructLayout& layout, std::uint32_t tag, std::uint32_t start, std::uint32_t end);
    void readElement(const FieldLayout& field);

    Prefix readPrefix(const FieldLayout& field, std::uint32_t classicSize, bool isCount);
    Prefix readExtendedPrefix(const FieldLayout& field, bool isCount);
    bool readVarint(std::uint32_t& value, std::uint8_t& size);
    bool readSigned(std::int64_t& value, std::uint8_t& size, bool isLong);
    void checkText(const FieldLayout& field, std::uint32_t offset, std::uint32_t size);
    void remark(Severity severity, MessageId id, std::vector<std::string> arguments, std::uint32_t offset,
                std::uint32_t size, bool onLast = false);
    void fail(MessageId id, std::vector<std::string> arguments, std::uint32_t offset, std::uint32_t size = 0) {
        remark(Severity::Error, id, std::move(arguments), offset, size);
        m_failed = true;
    }

    ByteReader m_reader;
    Sink& m_sink;
    const Limits& m_limits;
    WalkPath m_path;
    std::int64_t m_lastInteger = 0;  // of the field just read, for a structure's size
    std::uint64_t m_unread = 0;
    bool m_failed = false;
};

}  // namespace brokerscope

#include "core/codec/walk_fields.inl"
#include "core/codec/walk_prefix.inl"
#include "core/codec/walk_tags.inl"
