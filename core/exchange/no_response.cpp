#include "core/exchange/no_response.h"

#include "core/codec/byte_reader.h"
#include "core/exchange/frame_facts.h"
#include "core/schema/api_keys.h"
#include "core/value/value_tree.h"

#include <optional>

namespace brokerscope {
namespace {

constexpr int kTransactionalIdSince = 3;
constexpr int kFlexibleSince = 9;

std::optional<std::int16_t> readInt16(ByteReader& reader) {
    if (reader.left() < 2) {
        return std::nullopt;
    }
    const auto value = static_cast<std::int16_t>(readInteger(FieldType::Int16, reader.data()));
    reader.skip(2);
    return value;
}

bool skip(ByteReader& reader, std::uint32_t count) {
    if (reader.left() < count) {
        return false;
    }
    reader.skip(count);
    return true;
}

bool skipString(ByteReader& reader) {
    const auto length = readInt16(reader);
    return length && (*length < 0 || skip(reader, static_cast<std::uint32_t>(*length)));
}

std::optional<std::uint32_t> readVarint(ByteReader& reader) {
    const Varint varint = reader.peekVarint();
    if (varint.size == 0) {
        return std::nullopt;
    }
    reader.skip(varint.size);
    return varint.value;
}

bool skipCompactString(ByteReader& reader) {
    const auto length = readVarint(reader);
    return length && (*length == 0 || skip(reader, *length - 1));
}

bool skipTags(ByteReader& reader) {
    const auto count = readVarint(reader);
    if (!count) {
        return false;
    }
    for (std::uint32_t i = 0; i < *count; ++i) {
        const auto tag = readVarint(reader);
        const auto size = tag ? readVarint(reader) : std::nullopt;
        if (!size || !skip(reader, *size)) {
            return false;
        }
    }
    return true;
}

}  // namespace

bool hasNoResponse(const SchemaRegistry& registry, ByteView frame) {
    const FrameFacts facts = frameFacts(frame);
    const ApiInfo* produce = registry.api(api_key::kProduce);
    if (facts.apiKey != api_key::kProduce || produce == nullptr || !produce->request.contains(*facts.apiVersion)) {
        return false;
    }
    const int version = *facts.apiVersion;
    ByteReader reader(frame, kFrameHeadBytes);
    if (!skipString(reader) || (version >= kFlexibleSince && !skipTags(reader))) {
        return false;
    }
    if (version >= kFlexibleSince ? !skipCompactString(reader)
                                  : version >= kTransactionalIdSince && !skipString(reader)) {
        return false;
    }
    const auto acks = readInt16(reader);
    return acks && *acks == 0;
}

}  // namespace brokerscope
