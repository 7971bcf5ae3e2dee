#include "core/exchange/fetch_facts.h"

#include "core/codec/column_sink.h"
#include "core/codec/frame_walk.h"
#include "core/query/filter_path.h"
#include "core/schema/api_keys.h"

#include <array>
#include <string_view>

namespace brokerscope {
namespace {

// A field, and what its value changes: fields of a topic come before those of its partitions, and a partition's number
// before the rest of it. `Facts` has beside its own members the partition that is being told.
template <class Facts>
struct FactField {
    std::string_view path;
    void (*set)(Facts& facts, const LeafValue& value);
};

std::int32_t int32Of(const LeafValue& value) {
    return static_cast<std::int32_t>(value.integer);
}
void setName(FetchedPartition& at, const LeafValue& value) {
    at.topic = asText(value.content);
}
void setId(FetchedPartition& at, const LeafValue& value) {
    at.topicId = Uuid::fromBytes(value.content);
}
void addPartition(FetchedPartition& at, FetchNumbers& numbers, const LeafValue& value) {
    at.partition = int32Of(value);
    numbers.emplace_back(at, -1);
}
void setNumber(FetchNumbers& numbers, const LeafValue& value) {
    if (!numbers.empty()) {
        numbers.back().second = value.integer;
    }
}

struct RequestReading : FetchRequestFacts {
    FetchedPartition at;
};
using Request = RequestReading&;

struct AnswerReading : FetchAnswerFacts {
    FetchedPartition at;
};
using Answer = AnswerReading&;

using Leaf = const LeafValue&;

constexpr std::array kRequestFields{
    FactField<RequestReading>{"sessionId", [](Request r, Leaf v) { r.sessionId = int32Of(v); }},
    FactField<RequestReading>{"sessionEpoch", [](Request r, Leaf v) { r.epoch = int32Of(v); }},
    FactField<RequestReading>{"topics[].topic", [](Request r, Leaf v) { setName(r.at, v); }},
    FactField<RequestReading>{"topics[].topicId", [](Request r, Leaf v) { setId(r.at, v); }},
    FactField<RequestReading>{"topics[].partitions[].partition",
                              [](Request r, Leaf v) { addPartition(r.at, r.named, v); }},
    FactField<RequestReading>{"topics[].partitions[].fetchOffset", [](Request r, Leaf v) { setNumber(r.named, v); }},
    FactField<RequestReading>{"forgottenTopicsData[].topic", [](Request r, Leaf v) { setName(r.at, v); }},
    FactField<RequestReading>{"forgottenTopicsData[].topicId", [](Request r, Leaf v) { setId(r.at, v); }},
    FactField<RequestReading>{"forgottenTopicsData[].partitions[]",
                              [](Request r, Leaf v) {
                                  r.at.partition = int32Of(v);
                                  r.forgotten.push_back(r.at);
                              }},
};

constexpr std::array kAnswerFields{
    FactField<AnswerReading>{"errorCode", [](Answer a, Leaf v) { a.errorCode = static_cast<std::int16_t>(v.integer); }},
    FactField<AnswerReading>{"sessionId", [](Answer a, Leaf v) { a.sessionId = int32Of(v); }},
    FactField<AnswerReading>{"responses[].topic", [](Answer a, Leaf v) { setName(a.at, v); }},
    FactField<AnswerReading>{"responses[].topicId", [](Answer a, Leaf v) { setId(a.at, v); }},
    FactField<AnswerReading>{"responses[].partitions[].partitionIndex",
                             [](Answer a, Leaf v) { addPartition(a.at, a.told, v); }},
    FactField<AnswerReading>{"responses[].partitions[].highWatermark", [](Answer a, Leaf v) { setNumber(a.told, v); }},
};

// Our own paths, which a test reads.
template <class Fields>
std::vector<FilterPath> pathsOf(const Fields& fields) {
    std::vector<FilterPath> paths;
    for (const auto& field : fields) {
        paths.push_back(FilterPath::parse(field.path).value());
    }
    return paths;
}

// Nothing where `read` found no body.
template <class Reading, class Fields, class Read>
std::optional<Reading> readFacts(const Fields& fields, const std::vector<FilterPath>& paths, ByteView frame,
                                 const Read& read) {
    Reading reading;
    std::vector<ColumnPath> columns;
    for (const FilterPath& path : paths) {
        columns.push_back({path.steps});
    }
    ColumnSink sink(frame, std::move(columns), [&](std::size_t column, const LeafValue& value, const WalkPath&) {
        fields[column].set(reading, value);
    });
    read(sink);
    return sink.hasBody() ? std::optional(std::move(reading)) : std::nullopt;
}

}  // namespace

std::optional<FetchRequestFacts> fetchRequestFacts(const SchemaRegistry& registry, ByteView frame,
                                                   const SchemaChoice& choice, const Limits& limits) {
    static const std::vector<FilterPath> s_paths = pathsOf(kRequestFields);
    return readFacts<RequestReading>(kRequestFields, s_paths, frame, [&](ColumnSink& sink) {
        FrameWalk<ColumnSink>(frame, 0, sink, limits).requestFrame(registry, choice);
    });
}

std::optional<FetchAnswerFacts> fetchAnswerFacts(const SchemaRegistry& registry, int version, ByteView frame,
                                                 const SchemaChoice& choice, const Limits& limits) {
    static const std::vector<FilterPath> s_paths = pathsOf(kAnswerFields);
    return readFacts<AnswerReading>(kAnswerFields, s_paths, frame, [&](ColumnSink& sink) {
        FrameWalk<ColumnSink>(frame, 0, sink, limits).responseFrame(registry, api_key::kFetch, version, choice);
    });
}

}  // namespace brokerscope
