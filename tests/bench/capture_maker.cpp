// capture_maker FILE BYTES: a capture of at least so many bytes for scripts/bench.sh capture, as one of loopback looks:
// segments of up to 65483 bytes. Eight connections take turns in producing (Produce v8, a batch of 150 records) and
// fetching (Fetch v11, four partitions of two such batches), with Metadata v8 in each round: uncompressed, lz4, zstd,
// gzip and snappy batches. All versions are ones that the tshark of Debian 12 knows.
#include "core/base/base64.h"
#include "core/codec/byte_writer.h"
#include "core/codec/encoder.h"
#include "core/value/json_reader.h"
#include "tests/bench/bench_batches.h"
#include "tests/support/capture_writer.h"

#include <cstdlib>
#include <fmt/format.h>
#include <fstream>

using namespace brokerscope;
using testing::TestTalk;

namespace {

constexpr int kRecords = 150;
constexpr std::size_t kSegment = 65483;  // what the loopback device takes at once
constexpr int kConnections = 8;
constexpr std::size_t kAnswerId = 4;  // places of the correlation id
constexpr std::size_t kRequestId = 8;

struct Talked {
    ByteBuffer request;
    ByteBuffer answer;
};

ByteBuffer frameOf(std::string_view name, int version, int headerVersion, std::string_view header,
                   std::string_view body) {
    const SchemaRegistry& registry = SchemaRegistry::embedded();
    const bool isRequest = name.ends_with("Request");
    const auto headerLayout = registry.layout(isRequest ? "RequestHeader" : "ResponseHeader", headerVersion).value();
    const auto bodyLayout = registry.layout(std::string(name), version).value();
    return *encodeFrame(headerLayout, draftFromJson(headerLayout->spec, header)->draft, bodyLayout,
                        draftFromJson(bodyLayout->spec, body)->draft)
                ->bytes;
}

std::string requestHeader(int key, int version) {
    return fmt::format(R"({{"requestApiKey":{},"requestApiVersion":{},"correlationId":0,"clientId":"bench-client"}})",
                       key, version);
}

Talked produced(const ByteBuffer& batch) {
    const std::string body = fmt::format(
        R"({{"acks":-1,"timeoutMs":30000,"topicData":[{{"name":"orders","partitionData":[{{"index":0,"records":"{}"}}]}}]}})",
        toBase64(batch));
    return {
        frameOf("ProduceRequest", 8, 1, requestHeader(0, 8), body),
        frameOf(
            "ProduceResponse", 8, 0, "{}",
            R"({"responses":[{"name":"orders","partitionResponses":[{"index":0,"errorCode":0,"baseOffset":4711}]}]})")};
}

Talked fetched(const std::vector<ByteBuffer>& batches) {
    std::string asked;
    std::string answered;
    for (std::size_t i = 0; i + 1 < batches.size(); i += 2) {
        ByteBuffer set = batches[i];
        set.insert(set.end(), batches[i + 1].begin(), batches[i + 1].end());
        ByteWriter::storeFixed(set.data() + batches[i].size(), kRecords, 8);
        asked += fmt::format(R"({}{{"partition":{},"fetchOffset":0,"partitionMaxBytes":1048576}})", i == 0 ? "" : ",",
                             i / 2);
        answered += fmt::format(
            R"({}{{"partitionIndex":{},"errorCode":0,"highWatermark":900000,"lastStableOffset":900000,"records":"{}"}})",
            i == 0 ? "" : ",", i / 2, toBase64(set));
    }
    return {frameOf("FetchRequest", 11, 1, requestHeader(1, 11),
                    fmt::format(R"({{"maxWaitMs":500,"minBytes":1,"topics":[{{"topic":"orders","partitions":[{}]}}]}})",
                                asked)),
            frameOf("FetchResponse", 11, 0, "{}",
                    fmt::format(R"({{"responses":[{{"topic":"orders","partitions":[{}]}}]}})", answered))};
}

Talked metadata() {
    std::string partitions;
    for (int i = 0; i < 12; ++i) {
        partitions += fmt::format(
            R"({}{{"errorCode":0,"partitionIndex":{},"leaderId":1,"leaderEpoch":3,"replicaNodes":[1,2,3],"isrNodes":[1,2,3]}})",
            i == 0 ? "" : ",", i);
    }
    return {
        frameOf("MetadataRequest", 8, 1, requestHeader(3, 8), R"({"topics":[{"name":"orders"}]})"),
        frameOf(
            "MetadataResponse", 8, 0, "{}",
            fmt::format(
                R"({{"brokers":[{{"nodeId":1,"host":"broker-1","port":9092}}],"clusterId":"bench","controllerId":1,"topics":[{{"errorCode":0,"name":"orders","partitions":[{}]}}]}})",
                partitions))};
}

// One round: each compression once produced and once fetched. Uncompressed bytes are about three times as many, so
// compressed ones come more often.
std::vector<Talked> exchangesOfARound() {
    std::vector<Talked> round{metadata()};
    const std::pair<CompressionType, int> turns[] = {{CompressionType::None, 1},
                                                     {CompressionType::Lz4, 2},
                                                     {CompressionType::Zstd, 3},
                                                     {CompressionType::Gzip, 1},
                                                     {CompressionType::Snappy, 1}};
    for (const auto& [compression, times] : turns) {
        const std::vector<ByteBuffer> batches = bench::composeBenchBatches(compression, kRecords, 8);
        for (int i = 0; i < times; ++i) {
            for (const ByteBuffer& batch : batches) {
                round.push_back(produced(batch));
            }
            round.push_back(fetched(batches));
        }
    }
    return round;
}

template <typename Send>
void inSegments(ByteView bytes, Send send) {
    for (; !bytes.empty(); bytes = bytes.subspan(std::min(bytes.size(), kSegment))) {
        send(bytes.first(std::min(bytes.size(), kSegment)));
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        fmt::print(stderr, "usage: capture_maker FILE BYTES\n");
        return 2;
    }
    const std::uint64_t wanted = std::strtoull(argv[2], nullptr, 10);
    std::vector<Talked> round = exchangesOfARound();
    std::vector<TestTalk> talks(kConnections);
    std::ofstream out(argv[1], std::ios::binary);
    std::uint64_t size = 0;
    std::uint64_t exchanges = 0;
    std::uint64_t packets = 0;
    // The file's header is the first talk's.
    const auto flush = [&](TestTalk& talk) {
        out.write(reinterpret_cast<const char*>(talk.file.bytes.data()),
                  static_cast<std::streamsize>(talk.file.bytes.size()));
        size += talk.file.bytes.size();
        talk.file.bytes.clear();
        packets = talk.packets;
    };
    const auto turn = [&](std::size_t which) -> TestTalk& {
        talks[which].packets = packets;
        return talks[which];
    };
    for (std::size_t i = 0; i < talks.size(); ++i) {
        TestTalk& talk = turn(i);
        talk.clientPort = static_cast<std::uint16_t>(talk.clientPort + i);
        if (i > 0) {
            talk.file.bytes.clear();
        }
        talk.open();
        flush(talk);
    }
    for (std::uint32_t id = 0; size < wanted && out; ++id) {
        TestTalk& talk = turn(id % talks.size());
        Talked& next = round[id % round.size()];
        ByteWriter::storeFixed(next.request.data() + kRequestId, id, 4);
        ByteWriter::storeFixed(next.answer.data() + kAnswerId, id, 4);
        inSegments(next.request, [&](ByteView bytes) { talk.client(bytes); });
        inSegments(next.answer, [&](ByteView bytes) { talk.server(bytes); });
        flush(talk);
        ++exchanges;
    }
    out.close();
    fmt::print("{} bytes, {} packets, {} exchanges\n", size, packets, exchanges);
    return out ? 0 : 1;
}
