#include "core/cluster/fetch_answer.h"

#include "core/codec/walk.h"
#include "core/schema/api_keys.h"

#include <algorithm>
#include <array>
#include <optional>

namespace brokerscope {
namespace {

constexpr std::uint32_t kSizeBytes = 4;

// Whose values are being read.
enum class Level : std::uint8_t { Answer, Topic, Partition, Aborted, Other };

struct ArrayRow {
    std::string_view name;
    Level level;
};
constexpr std::array kArrays{
    ArrayRow{"responses", Level::Topic},
    ArrayRow{"partitions", Level::Partition},
    ArrayRow{"abortedTransactions", Level::Aborted},
};

struct NumberRow {
    Level level;
    std::string_view name;
    void (*set)(FetchAnswer& answer, std::int64_t value);
};
constexpr std::array kNumbers{
    NumberRow{Level::Answer, "errorCode",
              [](FetchAnswer& a, std::int64_t v) { a.errorCode = static_cast<std::int16_t>(v); }},
    NumberRow{Level::Answer, "sessionId",
              [](FetchAnswer& a, std::int64_t v) { a.sessionId = static_cast<std::int32_t>(v); }},
    NumberRow{Level::Partition, "partitionIndex",
              [](FetchAnswer& a, std::int64_t v) { a.partitions.back().partition = static_cast<std::int32_t>(v); }},
    NumberRow{Level::Partition, "errorCode",
              [](FetchAnswer& a, std::int64_t v) { a.partitions.back().errorCode = static_cast<std::int16_t>(v); }},
    NumberRow{Level::Partition, "highWatermark",
              [](FetchAnswer& a, std::int64_t v) { a.partitions.back().highWatermark = v; }},
    NumberRow{Level::Partition, "lastStableOffset",
              [](FetchAnswer& a, std::int64_t v) { a.partitions.back().lastStableOffset = v; }},
    NumberRow{Level::Partition, "logStartOffset",
              [](FetchAnswer& a, std::int64_t v) { a.partitions.back().logStartOffset = v; }},
    NumberRow{Level::Aborted, "producerId",
              [](FetchAnswer& a, std::int64_t v) { a.partitions.back().aborted.back().producerId = v; }},
    NumberRow{Level::Aborted, "firstOffset",
              [](FetchAnswer& a, std::int64_t v) { a.partitions.back().aborted.back().firstOffset = v; }},
};

class FetchAnswerSink {
public:
    FetchAnswerSink(ByteView bytes, FetchAnswer& answer) : m_bytes(bytes), m_answer(answer) {}

    void beginStruct(const FieldLayout* field, std::uint32_t, std::uint8_t) {
        // An element's structure is of the element's level.
        const bool isOther = field != nullptr && !std::exchange(m_isElement, false);
        m_isOther.push_back(isOther);
        if (isOther) {
            m_levels.push_back(Level::Other);
        }
    }
    void endStruct(std::uint32_t) {
        if (m_isOther.back()) {
            m_levels.pop_back();
        }
        m_isOther.pop_back();
    }
    void nullStruct(const FieldLayout*, std::uint32_t, std::uint8_t) {}
    void beginArray(const FieldLayout* field, std::uint32_t, std::uint8_t, std::int64_t) {
        const auto* const row = std::find_if(kArrays.begin(), kArrays.end(), [field](const ArrayRow& known) {
            return known.name == field->spec->jsonName;
        });
        m_levels.push_back(row != kArrays.end() ? row->level : Level::Other);
    }
    void beginElement(std::uint32_t) {
        m_isElement = true;
        if (m_levels.back() == Level::Topic) {
            m_topic.clear();
            m_topicId = {};
        } else if (m_levels.back() == Level::Partition) {
            FetchedData& data = m_answer.partitions.emplace_back();
            data.topic = m_topic;
            data.topicId = m_topicId;
        } else if (m_levels.back() == Level::Aborted) {
            m_answer.partitions.back().aborted.emplace_back();
        }
    }
    void endArray(std::uint32_t) {
        m_levels.pop_back();
        m_isElement = false;
    }
    void nullArray(const FieldLayout*, std::uint32_t, std::uint8_t) {}
    void numberArray(const FieldLayout*, std::uint32_t, std::uint8_t, std::int64_t, std::uint32_t) {}
    void scalar(const FieldLayout* field, std::uint32_t, std::uint32_t, std::int64_t value) {
        for (const NumberRow& row : kNumbers) {
            if (row.level == m_levels.back() && row.name == field->spec->jsonName) {
                row.set(m_answer, value);
            }
        }
    }
    void real(const FieldLayout*, std::uint32_t, double) {}
    void uuid(const FieldLayout* field, std::uint32_t offset) {
        if (m_levels.back() == Level::Topic && field->spec->jsonName == "topicId") {
            m_topicId = Uuid::fromBytes(m_bytes.subspan(offset, 16));
        }
    }
    void blob(const FieldLayout* field, NodeKind, std::uint32_t offset, std::uint8_t prefixSize, std::uint32_t size,
              bool) {
        const ByteView content = m_bytes.subspan(offset + prefixSize, size - prefixSize);
        if (m_levels.back() == Level::Topic && field->spec->jsonName == "topic") {
            m_topic = asText(content);
        } else if (m_levels.back() == Level::Partition && field->spec->jsonName == "records") {
            m_answer.partitions.back().records = content;
        }
    }
    void beginTags(std::uint32_t, std::uint8_t) {}
    void beginTag(const FieldLayout*, std::uint32_t, std::uint8_t) {}
    void endTag(std::uint32_t) {}
    void unknownTag(std::uint32_t, std::uint32_t, std::uint8_t, std::uint32_t) {}
    void endTags(std::uint32_t) {}
    void gap(std::uint32_t, std::uint32_t) {}
    void diagnose(Diagnostic diagnostic, bool) {
        if (diagnostic.severity == Severity::Error && !failure) {
            failure =
                Error{diagnostic.id, std::move(diagnostic.arguments), diagnostic.span, std::move(diagnostic.path)};
        }
    }
    bool isFull() const { return false; }

    std::optional<Error> failure;

private:
    ByteView m_bytes;
    FetchAnswer& m_answer;
    std::vector<Level> m_levels{Level::Answer};
    std::vector<bool> m_isOther;  // for each open structure
    bool m_isElement = false;     // the next value is an element of the innermost array
    std::string m_topic;
    Uuid m_topicId;
};

}  // namespace

Result<FetchAnswer> readFetchAnswer(const SchemaRegistry& registry, int version, ByteView frame,
                                    const SchemaChoice& choice, const Limits& limits) {
    const auto headerVersion = registry.responseHeaderVersion(api_key::kFetch, version, choice);
    if (!headerVersion) {
        return tl::unexpected(headerVersion.error());
    }
    const auto header = registry.responseHeader(*headerVersion);
    const auto body = registry.response(api_key::kFetch, version, choice);
    if (!header || !body) {
        return tl::unexpected(header ? body.error() : header.error());
    }
    FetchAnswer answer;
    FetchAnswerSink sink(frame, answer);
    std::uint32_t at = std::min<std::uint32_t>(kSizeBytes, static_cast<std::uint32_t>(frame.size()));
    for (const auto& layout : {*header, *body}) {
        Walk<FetchAnswerSink> walk(ByteReader(frame, at), sink, limits, {});
        walk.readStruct(*layout->root, nullptr, at, 0);
        at = walk.reader().at();
        if (walk.failed() || sink.failure) {
            return tl::unexpected(
                sink.failure.value_or(Error{MessageId::TruncatedValue, {"1", "0"}, std::nullopt, {}}));
        }
    }
    if (at != frame.size()) {
        return failure(MessageId::BytesLeft, {std::to_string(frame.size() - at), "FetchResponse"});
    }
    return answer;
}

}  // namespace brokerscope
