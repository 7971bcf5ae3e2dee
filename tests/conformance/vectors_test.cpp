#include "core/codec/encoder.h"
#include "core/value/json_reader.h"
#include "tests/conformance/vector_file.h"
#include "tests/support/decoding.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <set>

namespace brokerscope {
namespace {

using namespace testing;
using nlohmann::json;

// What Kafka's JSON cannot say is taken out of ours: unknown tags, and the bytes of records.
void dropWhatKafkaLoses(json& ours, const json& kafka) {
    if (ours.is_object()) {
        ours.erase("_unknownTags");
        for (auto& [key, value] : ours.items()) {
            if (!kafka.is_object() || !kafka.contains(key)) {
                continue;
            }
            const bool isRecords = key == "records" || key == "unalignedRecords";
            if (isRecords && value.is_string() && kafka[key] == "") {
                value = "";
            } else {
                dropWhatKafkaLoses(value, kafka[key]);
            }
        }
    } else if (ours.is_array() && kafka.is_array()) {
        for (std::size_t i = 0; i < ours.size() && i < kafka.size(); ++i) {
            dropWhatKafkaLoses(ours[i], kafka[i]);
        }
    }
}

// Checks one vector; the first fault as text, or nothing.
std::string faultOf(const json& vector, const SchemaChoice& choice) {
    const std::string name = vector["name"];
    const auto layout = SchemaRegistry::embedded().layout(name, vector["version"].get<int>(), choice);
    if (!layout) {
        return layout.error().text();
    }
    const auto bytes = bytesOf(vector["hex"].get<std::string>());
    const auto tree = decodeMessage(*layout, bytes);
    if (tree->hasErrors() || tree->unread != 0) {
        return "decode: " +
               (tree->diagnostics.empty() ? std::string("unread") : tree->diagnostics.front().diagnostic.text());
    }
    if (!everyByteOnce(tree)) {
        return "annotations do not name every byte once";
    }
    const std::string text = bodyJson(tree);
    json ours = json::parse(text);
    dropWhatKafkaLoses(ours, vector["json"]);
    if (ours != vector["json"]) {
        return "JSON differs: " + json::diff(vector["json"], ours).dump();
    }
    const auto draft = draftFromJson((*layout)->spec, text);
    if (!draft) {
        return "JSON is refused: " + draft.error().text() + " at " + draft.error().path;
    }
    if (encodeBytes(**layout, draft->draft) != *bytes) {
        return "encode from JSON: " + toHex(encodeBytes(**layout, draft->draft));
    }
    const auto again = encodeMessage(*layout, draftFromTree(*tree));
    if (*again->bytes != *bytes) {
        return "encode from the tree: " + toHex(*again->bytes);
    }
    return bodyJson(again) == text ? "" : "the encoder's tree says otherwise than the decoder's";
}

class ReleaseVectors : public ::testing::TestWithParam<std::pair<const char*, std::size_t>> {};

// Byte-exact encode and equal decode of every message version of a release, against what Kafka's own classes wrote.
TEST_P(ReleaseVectors, AgreeWithKafkasClasses) {
    const auto& [release, expected] = GetParam();
    std::set<std::pair<std::string, int>> versions;
    std::size_t faults = 0;
    const bool whole = forEachLine(std::string(VECTORS_DIR "/") + release + ".jsonl.zst", [&](std::string_view line) {
        const json vector = json::parse(line);
        const std::string fault = faultOf(vector, {release, false});
        versions.emplace(vector["name"], vector["version"]);
        if (!fault.empty() && ++faults <= 20) {
            ADD_FAILURE() << vector["name"] << " v" << vector["version"] << " " << vector["kind"] << ": "
                          << fault.substr(0, 600) << "\n"
                          << vector["hex"].get<std::string>().substr(0, 400);
        }
    });
    EXPECT_TRUE(whole);
    EXPECT_EQ(faults, 0U);
    EXPECT_EQ(versions.size(), expected);
}

INSTANTIATE_TEST_SUITE_P(Kafka, ReleaseVectors,
                         ::testing::Values(std::pair{"4.4.0", std::size_t{744}}, std::pair{"3.9.2", std::size_t{740}}),
                         [](const auto& instance) {
                             return std::string(instance.param.first[0] == '4' ? "V4_4_0" : "V3_9_2");
                         });

// Both releases together, by type, name and version: 899, of them 738 requests and responses.
TEST(ConformanceCount, CoversEveryMessageVersion) {
    std::set<std::tuple<MessageType, std::string, int>> all;
    for (const char* release : {"4.4.0", "3.9.2"}) {
        ASSERT_TRUE(forEachLine(std::string(VECTORS_DIR "/") + release + ".jsonl.zst", [&](std::string_view line) {
            const json vector = json::parse(line);
            const auto layout = SchemaRegistry::embedded().layout(vector["name"].get<std::string>(),
                                                                  vector["version"].get<int>(), {release, false});
            ASSERT_TRUE(layout.has_value());
            all.emplace((*layout)->spec->type, vector["name"], vector["version"]);
        }));
    }
    EXPECT_EQ(all.size(), 899U);
    const auto isClient = [](const auto& key) {
        return std::get<0>(key) == MessageType::Request || std::get<0>(key) == MessageType::Response;
    };
    EXPECT_EQ(std::count_if(all.begin(), all.end(), isClient), 738);
}

}  // namespace
}  // namespace brokerscope
