#include "core/capture/exchange_columns.h"

#include "core/base/uuid.h"
#include "core/codec/column_sink.h"
#include "core/exchange/exchange_walk.h"
#include "core/exchange/topic_names.h"
#include "core/schema/field_meaning.h"

namespace brokerscope {
namespace {

// The columns of one message, and which of all paths they are.
struct MessageColumns {
    std::vector<ColumnPath> columns;
    std::vector<std::size_t> paths;

    void add(const FilterPath& path, std::size_t position) {
        columns.push_back({path.steps, path.scope == PathScope::Header});
        paths.push_back(position);
    }
    ColumnSink sink(const std::shared_ptr<const ByteBuffer>& bytes, const TakeExchangeValue& take) const {
        return ColumnSink(*bytes, columns,
                          [this, &take](std::size_t column, const LeafValue& value, const WalkPath& at) {
                              take(paths[column], value, at);
                          });
    }
    void noteBeyond(const ColumnSink& sink, std::vector<bool>& isBeyond) const {
        for (std::size_t i = 0; i < paths.size(); ++i) {
            isBeyond[paths[i]] = sink.isBeyond(i);
        }
    }
};

// Topics anywhere in a message, by what overlays and definitions call them.
class TopicSink : public NullSink {
public:
    TopicSink(ByteView bytes, const TopicNames* names, const std::function<void(std::string_view)>& take)
        : m_bytes(bytes), m_names(names), m_take(take) {}

    void beginMessage(const std::shared_ptr<const MessageLayout>&, bool isHeader) { m_isHeader = isHeader; }
    void blob(const FieldLayout* field, NodeKind kind, std::uint32_t offset, std::uint8_t prefixSize,
              std::uint32_t size, bool isNull) {
        if (kind == NodeKind::String && !isNull && isCalled(*field, "topicName")) {
            m_take(asText(m_bytes.subspan(offset + prefixSize, size - prefixSize)));
        }
    }
    void uuid(const FieldLayout* field, std::uint32_t offset) {
        if (isCalled(*field, "topicId")) {
            takeId(Uuid::fromBytes(m_bytes.subspan(offset, fixedSize(FieldType::Uuid))));
        }
    }
    void numberArray(const FieldLayout* field, std::uint32_t offset, std::uint8_t prefixSize, std::int64_t,
                     std::uint32_t end) {
        const std::uint32_t size = fixedSize(FieldType::Uuid);
        for (std::uint32_t at = offset + prefixSize; field->type == FieldType::Uuid && at + size <= end; at += size) {
            uuid(field, at);
        }
    }

private:
    bool isCalled(const FieldLayout& field, std::string_view entity) const {
        const FieldMeaning* meaning = field.spec->meaning;
        return !m_isHeader && meaning != nullptr && meaning->entity == entity;
    }
    void takeId(const Uuid& id) {
        if (id.isZero()) {
            return;
        }
        const auto name = m_names != nullptr ? m_names->name(id) : std::nullopt;
        m_take(name ? *name : id.toString());
    }

    ByteView m_bytes;
    const TopicNames* m_names;  // null: no names known
    const std::function<void(std::string_view)>& m_take;
    bool m_isHeader = false;
};

}  // namespace

std::vector<bool> visitExchangeValues(const SchemaRegistry& registry, const Exchange& exchange,
                                      const SchemaChoice& choice, const Limits& limits,
                                      std::span<const FilterPath> paths, const TakeExchangeValue& take) {
    MessageColumns ofRequest;
    MessageColumns ofResponse;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        if (paths[i].scope == PathScope::Response) {
            ofResponse.add(paths[i], i);
        } else if (paths[i].scope != PathScope::Message) {
            ofRequest.add(paths[i], i);
        }
    }
    std::vector<bool> isBeyond(paths.size());
    if (exchange.apiKey && exchange.request && !ofRequest.paths.empty()) {
        ColumnSink sink = ofRequest.sink(exchange.request, take);
        walkRequest(registry, exchange, sink, choice, limits);
        ofRequest.noteBeyond(sink, isBeyond);
    }
    if (exchange.apiKey && exchange.response && !ofResponse.paths.empty()) {
        ColumnSink sink = ofResponse.sink(exchange.response, take);
        walkResponse(registry, exchange, sink, choice, limits);
        ofResponse.noteBeyond(sink, isBeyond);
    }
    return isBeyond;
}

void visitRequestTopics(const SchemaRegistry& registry, const Exchange& exchange, const SchemaChoice& choice,
                        const Limits& limits, const std::function<void(std::string_view topic)>& take) {
    if (exchange.apiKey && exchange.request) {
        TopicSink sink(*exchange.request, exchange.topicNames.get(), take);
        walkRequest(registry, exchange, sink, choice, limits);
    }
}

}  // namespace brokerscope
