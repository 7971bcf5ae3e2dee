#include "tests/kafka/record_comparison.h"

#include "core/base/base64.h"
#include "core/base/hex.h"
#include "tests/unit/app/cli/cli_run.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>
#include <regex>
#include <set>

namespace brokerscope::testing {
namespace {

using Json = nlohmann::json;

// Of TransactionLogValue, in Kafka's TransactionState.
constexpr std::array<const char*, 8> kTransactionStates{"Empty",        "Ongoing",          "PrepareCommit",
                                                        "PrepareAbort", "CompleteCommit",   "CompleteAbort",
                                                        "Dead",         "PrepareEpochFence"};

// How the names of the record types begin that a formatter of the console consumer is for.
const std::map<std::string, std::string> kTypesOfFormatters{
    {"OffsetsMessageFormatter", "OffsetCommit"},          {"GroupMetadataMessageFormatter", "GroupMetadata"},
    {"ShareGroupMessageFormatter", "ShareGroup"},         {"ShareGroupStateMessageFormatter", "Share"},
    {"TransactionLogMessageFormatter", "TransactionLog"},
};

// FEATURE_LEVEL_RECORD, FeatureLevelRecord and LeaderChange as one word of each.
std::string plainWord(const std::string& name) {
    std::string word;
    for (const char letter : name) {
        if (std::isalnum(static_cast<unsigned char>(letter)) != 0) {
            word += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
        }
    }
    return word;
}

std::string valueOr(const Json& object, const char* key, const std::string& otherwise) {
    return object.contains(key) && object[key].is_string() ? object[key].get<std::string>() : otherwise;
}

std::string countedAs(const Json& ours) {
    const std::string type =
        ours.contains("control") ? valueOr(ours["control"], "name", "?") : valueOr(ours, "type", "?");
    return ours.value("tombstone", false) ? type + " tombstone" : type;
}

bool isStructure(const Json& value) {
    return value.is_object() && value.contains("_type");
}

std::string bytesOf(const Json& structure);

// Kafka's JSON again: structures in the place of bytes become base64.
Json withoutStructures(const Json& value) {
    if (!value.is_structured()) {
        return value;
    }
    Json plain = value;
    for (Json& element : plain) {
        element = isStructure(element) ? Json(bytesOf(element)) : withoutStructures(element);
    }
    return plain;
}

// Base64 of what `bscope encode` makes of a structure that `bscope offsets` shows in the place of bytes.
std::string bytesOf(const Json& structure) {
    Json fields = withoutStructures(structure);
    const std::string type = fields["_type"];
    const int version = fields["_version"];
    fields.erase("_type");
    fields.erase("_version");
    const CliRun run = runBscope(
        {"encode", type, "--version", std::to_string(version), "--format", "hex", "--body", "-"}, fields.dump());
    // The messages of the consumer protocol have their version before them.
    const std::string prefix = type.starts_with("ConsumerProtocol") ? fmt::format("{:04x}", version) : "";
    const auto bytes = fromHex(prefix + run.out.substr(0, run.out.find('\n')));
    return run.status == 0 && bytes ? toBase64(*bytes) : "not encoded: " + run.err;
}

// "CreateTime: 1796007706683 keySize: 11 valueSize: 24 sequence: 0 headerKeys: [] REST"
const std::regex kDumpedRecord(
    R"((CreateTime|LogAppendTime): (-?\d+) keySize: -?\d+ valueSize: -?\d+ sequence: -?\d+ headerKeys: \[\] (.*))");
const std::regex kDumpedMarker(R"(endTxnMarker: (\w+) coordinatorEpoch: (\d+))");
// Before 4.0 the leader change is only named.
const std::regex kDumpedControlType(R"(controlType: (\w+)\(\d+\))");
const std::regex kDumpedControl(R"((\w+):? (\{"version".*))");
// Both parts are JSON, but for those of transactions before 4.0 and for tombstones.
const std::regex kDumpedParts(R"((?:key: (.*?) )?payload: (.*))");
const std::regex kOldTransactionKey("transaction_metadata::transactionalId=(.*)");
const std::regex kOldTransaction(
    R"(producerId:(-?\d+),producerEpoch:(-?\d+),state=(\w+),partitions=\[(.*)\],txnLastUpdateTimestamp=(-?\d+),txnTimeoutMs=(-?\d+))");

// "orders-0" and so on of a transaction's value, as far as Kafka prints them: in no order.
std::set<std::string> partitionsOf(const Json& topics) {
    std::set<std::string> names;
    for (const Json& topic : topics.is_array() ? topics : Json::array()) {
        for (const Json& partition : topic["partitionIds"]) {
            names.insert(fmt::format("{}-{}", topic["topic"].get<std::string>(), partition.get<int>()));
        }
    }
    return names;
}

std::set<std::string> commaSeparated(const std::string& text) {
    std::set<std::string> names;
    std::istringstream stream(text);
    for (std::string name; std::getline(stream >> std::ws, name, ',');) {
        names.insert(name);
    }
    return names;
}

}  // namespace

void RecordComparison::differ(const std::string& path, const std::string& theirs, const std::string& ours) {
    m_differences.push_back(fmt::format("{}, {}: Kafka {}, bscope {}", m_record, path, theirs, ours));
}

void RecordComparison::compare(const FormattedRecord& theirs, const Json& ours) {
    m_record = fmt::format("{} {} {} {}", theirs.tool, theirs.topic, theirs.partition, theirs.offset);
    if (const auto types = kTypesOfFormatters.find(theirs.tool); types != kTypesOfFormatters.end()) {
        if (!valueOr(ours, "type", "").starts_with(types->second)) {
            return;  // those of 3.9 print an unknown key of it, or fail
        }
        if (theirs.text.empty()) {
            differ("record", theirs.failure.empty() ? "nothing" : theirs.failure, ours.dump());
            return;
        }
    }
    ++m_counts[theirs.tool][countedAs(ours)];
    if (!theirs.file.empty()) {
        compareDumped(theirs.text, ours);
        return;
    }
    const Json formatted = Json::parse(theirs.text);
    compareCoordinator(formatted["key"], formatted["value"], ours);
}

void RecordComparison::compareDumped(const std::string& text, const Json& ours) {
    std::smatch record;
    if (!std::regex_match(text, record, kDumpedRecord)) {
        differ("line", text, "none");
        return;
    }
    compareValue("timestamp", Json::parse(record[2].str()), ours["timestamp"]);
    const std::string rest = record[3];
    std::smatch parts;
    if (std::regex_match(rest, parts, kDumpedMarker)) {
        compareValue("marker", parts[1].str(), ours["control"]["name"]);
        compareValue("coordinatorEpoch", Json::parse(parts[2].str()), ours["control"]["value"]["coordinatorEpoch"]);
    } else if (std::regex_match(rest, parts, kDumpedControlType)) {
        compareValue("control", parts[1].str(), ours["control"]["name"]);
    } else if (std::regex_match(rest, parts, kDumpedControl)) {
        compareValue("control", plainWord(parts[1]), plainWord(valueOr(ours["control"], "name", "")));
        compareValue("value", Json::parse(parts[2].str()), ours["control"]["value"]);
    } else if (std::regex_match(rest, parts, kDumpedParts)) {
        comparePayload(parts[1].matched ? std::optional(parts[1].str()) : std::nullopt, parts[2], ours);
    } else {
        differ("line", text, "none");
    }
}

void RecordComparison::comparePayload(const std::optional<std::string>& key, const std::string& payload,
                                      const Json& ours) {
    std::smatch transactionalId;
    if (!key) {
        compareMetadata(Json::parse(payload), ours);
    } else if (std::regex_match(*key, transactionalId, kOldTransactionKey)) {
        compareOldTransaction(transactionalId[1], payload, ours);
    } else {
        compareCoordinator(Json::parse(*key), payload == "<DELETE>" ? Json() : Json::parse(payload), ours);
    }
}

void RecordComparison::compareOldTransaction(const std::string& id, const std::string& payload, const Json& ours) {
    compareValue("key", Json{{"transactionalId", id}}, ours["key"]);
    std::smatch fields;
    if (!std::regex_match(payload, fields, kOldTransaction)) {
        differ("payload", payload, ours["value"].dump());
        return;
    }
    const Json& value = ours["value"];
    compareValue("producerId", Json::parse(fields[1].str()), value["producerId"]);
    compareValue("producerEpoch", Json::parse(fields[2].str()), value["producerEpoch"]);
    compareValue("state", fields[3].str(), kTransactionStates.at(value["transactionStatus"].get<std::size_t>()));
    compareValue("partitions", commaSeparated(fields[4]), partitionsOf(value["transactionPartitions"]));
    compareValue("txnLastUpdateTimestamp", Json::parse(fields[5].str()), value["transactionLastUpdateTimestampMs"]);
    compareValue("txnTimeoutMs", Json::parse(fields[6].str()), value["transactionTimeoutMs"]);
}

// {"type":1,"data":{…}} and {"version":4,"data":{…}}; the number of the type is text for kafka-dump-log, and was called
// version before 4.0.
void RecordComparison::compareCoordinator(const Json& key, const Json& value, const Json& ours) {
    const Json& type = key.contains("type") ? key["type"] : key["version"];
    compareValue("type", type.is_string() ? Json::parse(type.get<std::string>()) : type, ours["typeId"]);
    compareValue("key", key["data"], ours["key"]);
    compareValue("tombstone", value.is_null(), ours["tombstone"]);
    if (value.is_null() || ours["value"].is_null()) {
        compareValue("value", value, ours["value"]);
        return;
    }
    const Json& version = value["version"];
    compareValue("version", version.is_string() ? Json::parse(version.get<std::string>()) : version, ours["version"]);
    compareValue("value", value["data"], ours["value"]);
}

void RecordComparison::compareMetadata(const Json& theirs, const Json& ours) {
    compareValue("type", plainWord(theirs["type"]), plainWord(valueOr(ours, "type", "")));
    compareValue("version", theirs["version"], ours["version"]);
    compareValue("value", theirs["data"], ours["value"]);
}

void RecordComparison::compareValue(const std::string& path, const Json& theirs, const Json& ours) {
    if (theirs.is_string() && isStructure(ours)) {
        compareValue(path, theirs, bytesOf(ours));
    } else if (theirs.is_string() && path.ends_with("transactionStatus") && ours.is_number()) {
        compareValue(path, theirs, kTransactionStates.at(ours.get<std::size_t>()));
    } else if (theirs.is_object() && ours.is_object()) {
        for (const auto& [key, value] : theirs.items()) {
            compareValue(path + '.' + key, value, ours.contains(key) ? ours[key] : Json("absent"));
        }
        for (const auto& [key, value] : ours.items()) {
            if (!theirs.contains(key) && key != "_type" && key != "_version") {
                differ(path + '.' + key, "nothing", value.dump());
            }
        }
    } else if (theirs.is_array() && ours.is_array() && theirs.size() == ours.size()) {
        for (std::size_t i = 0; i < theirs.size(); ++i) {
            compareValue(fmt::format("{}[{}]", path, i), theirs[i], ours[i]);
        }
    } else if (theirs != ours) {
        differ(path, theirs.dump(), ours.dump());
    }
}

}  // namespace brokerscope::testing
