#include "core/document/nested_opener.h"
#include "core/exchange/topic_names.h"
#include "core/groups/describe_events.h"
#include "core/groups/exchange_events.h"
#include "core/groups/group_config_events.h"
#include "core/groups/group_timeline.h"
#include "core/groups/replay_events.h"
#include "core/internal_topics/group_state_replay.h"
#include "core/records/batch_iterator.h"
#include "core/records/record_reader.h"
#include "core/text/group_event_json.h"
#include "core/text/group_event_text.h"
#include "core/text/group_report_json.h"

#include <algorithm>
#include <array>
#include <map>

// Requests, answers and entries of __consumer_offsets of any bytes, at any times, made into events and folded: nothing
// crashes, and the same events in another order give as many lanes. The input is pieces: one byte that says what it is
// (odd: an exchange, even: entries), one for the API and one for the version, two for the time in ms, two for the size
// of the request, or the entries, two for that of the answer, and the bytes of both.
namespace {

using namespace brokerscope;

constexpr std::size_t kPieceHead = 9;
// ListGroups, describe, members' own, commits, configurations.
constexpr std::array<std::int16_t, 15> kApis{8, 11, 12, 13, 14, 15, 16, 28, 68, 69, 76, 77, 88, 89, 32};

struct Makers {
    NestedOpener opener{SchemaRegistry::embedded()};
    std::shared_ptr<TopicNames> names = std::make_shared<TopicNames>();
    DescribeEvents describe{SchemaRegistry::embedded(), opener, names, {}, {}};
    ExchangeEvents exchanges{SchemaRegistry::embedded(), opener, names, {}, {}};
    GroupConfigEvents configs{SchemaRegistry::embedded(), {}, {}};
    MemberData data{opener};
    ReplayEvents records{data, names};
    TopicRecordReader reader{SchemaRegistry::embedded()};
    std::vector<GroupEvent> events;
    GroupStateReplay replay{reader, 0, [this](const GroupOperation& operation) { records.take(operation, events); }};
};

std::shared_ptr<const ByteBuffer> framed(ByteView head, ByteView body) {
    const auto size = static_cast<std::uint32_t>(head.size() + body.size());
    ByteBuffer frame{static_cast<std::uint8_t>(size >> 24U), static_cast<std::uint8_t>(size >> 16U),
                     static_cast<std::uint8_t>(size >> 8U), static_cast<std::uint8_t>(size)};
    frame.insert(frame.end(), head.begin(), head.end());
    frame.insert(frame.end(), body.begin(), body.end());
    return std::make_shared<const ByteBuffer>(std::move(frame));
}

// Bodies, the request's with what its header has behind the client id.
Exchange exchangeFrom(ByteView head, ByteView asked, ByteView answered, std::uint64_t number) {
    constexpr std::int64_t kNs = 1'000'000;
    const std::int16_t apiKey = kApis.at(head[1] % kApis.size());
    const auto version = static_cast<std::uint8_t>(head[2] % 11);
    const std::int64_t ms = head[3] << 8 | head[4];
    const std::array<std::uint8_t, 11> request{0, static_cast<std::uint8_t>(apiKey), 0, version, 0, 0, 0, 7, 0, 1, 'c'};
    const std::array<std::uint8_t, 4> response{0, 0, 0, 7};
    Exchange exchange;
    exchange.id = static_cast<ExchangeId>(number);
    exchange.connection = static_cast<ConnectionId>(1 + number % 2);
    exchange.brokerId = static_cast<std::int32_t>(number % 3) - 1;
    exchange.apiKey = apiKey;
    exchange.apiVersion = version;
    exchange.request = framed(request, asked);
    exchange.response = head[0] % 4 == 3 ? nullptr : framed(response, answered);
    exchange.times.wallMs = ms;
    exchange.times.sentNs = ms * kNs;
    exchange.times.lastByteNs = (ms + 3) * kNs;
    return exchange;
}

void takeEntry(Makers& makers, ByteView bytes) {
    BatchIterator iterator(bytes);
    BatchEntry entry;
    RecordReader opened;
    while (iterator.next(entry)) {
        if (opened.open(entry)) {
            makers.replay.entry(opened, bytes.size());
        }
    }
}

void takePiece(Makers& makers, ByteView head, ByteView asked, ByteView answered, std::uint64_t number) {
    if (head[0] % 2 == 0) {
        takeEntry(makers, asked);
        return;
    }
    const Exchange exchange = exchangeFrom(head, asked, answered, number);
    makers.describe.take(exchange, makers.events);
    makers.exchanges.take(exchange, makers.events);
    makers.configs.take(exchange, makers.events);
    if (head[0] > 250) {
        makers.exchanges.blind(exchange.connection, exchange.times.wallMs, "lost", makers.events);
    }
}

void fold(const std::string& group, const std::vector<GroupEvent>& events) {
    GroupTimeline timeline(group);
    timeline.append(events);
    std::string out;
    for (const TimelineEvent& event : timeline.takeEvents()) {
        appendEventJson(out, event);
        appendEventLine(out, event);
    }
    timeline.finish();
    const SharedTimeline held = timeline.snapshot();
    const TimelineSnapshot& facts = *held;
    out += timelineReport(facts) + timelineJson(facts);
    std::vector<GroupEvent> turned(events.rbegin(), events.rend());
    GroupTimeline other(group);
    other.append(turned);
    other.finish();
    if (out.empty() || other.lanes().members.size() != timeline.lanes().members.size()) {
        __builtin_trap();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Makers makers;
    ByteView left(data, size);
    for (std::uint64_t number = 1; left.size() > kPieceHead; ++number) {
        const ByteView head = left.first(kPieceHead);
        left = left.subspan(kPieceHead);
        const ByteView asked = left.first(std::min<std::size_t>(left.size(), head[5] << 8 | head[6]));
        left = left.subspan(asked.size());
        const ByteView answered = left.first(std::min<std::size_t>(left.size(), head[7] << 8 | head[8]));
        left = left.subspan(answered.size());
        takePiece(makers, head, asked, answered, number);
    }
    std::map<std::string, std::size_t> groups;
    for (const GroupEvent& event : makers.events) {
        ++groups[event.group];
    }
    constexpr std::size_t kMostGroups = 4;
    for (auto group = groups.begin(); group != groups.end() && groups.size() <= kMostGroups; ++group) {
        fold(group->first, makers.events);
    }
    return 0;
}
