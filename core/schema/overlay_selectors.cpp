#include "core/schema/overlay_selectors.h"

#include "core/schema/overlay_reader.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace brokerscope {
namespace {

constexpr std::array<std::string_view, 3> kNestedFileKeys{"overlay", "facts", "rules"};
constexpr std::array<std::string_view, 4> kNestedRuleKeys{"message", "path", "versions", "selectors"};
constexpr std::array<std::string_view, 8> kSelectorKeys{"as",      "version",     "versionFrom", "frame",
                                                        "answers", "readNewerAs", "when",        "tells"};
constexpr std::array<std::string_view, 3> kToldKeys{"fact", "path", "from"};
constexpr std::array<std::string_view, 3> kRecordFileKeys{"overlay", "topics", "records"};
constexpr std::array<std::string_view, 6> kTopicKeys{"topic", "decode", "component", "topicId", "form", "types"};
constexpr std::array<std::string_view, 6> kTypeKeys{"type", "name", "status", "readNewerAs", "variants", "subject"};
constexpr std::array<std::string_view, 2> kVariantKeys{"as", "says"};
constexpr std::array<std::string_view, 3> kRecordsKeys{"message", "path", "topic"};

constexpr std::array<std::string_view, 4> kSources{"message", "request", "connection", "group"};
constexpr std::array<std::string_view, 3> kVersionPlaces{"int16", "firstField", "size"};
constexpr std::array<std::string_view, 2> kFrames{"request", "response"};
constexpr std::array<std::string_view, 2> kForms{"keyed", "framed"};
constexpr std::array<std::string_view, 3> kStatuses{"current", "retired", "reserved"};

template <std::size_t N>
std::size_t wordIndex(const SchemaObject& object, std::string_view key, const std::array<std::string_view, N>& words,
                      std::string_view word) {
    const auto found = std::find(words.begin(), words.end(), word);
    if (found == words.end()) {
        object.refuse(key, fmt::format("\"{}\" is none of {}", word, fmt::join(words, ", ")));
    }
    return static_cast<std::size_t>(found - words.begin());
}

FactSource sourceOf(const SchemaObject& object, const nlohmann::json& json) {
    if (!json.is_string()) {
        object.refuse("from", "expected texts");
    }
    return static_cast<FactSource>(wordIndex(object, "from", kSources, json.get<std::string>()));
}

// A word, or a list of them in order; absent: the message.
std::vector<FactSource> readSources(const SchemaObject& object) {
    const nlohmann::json* from = object.find("from");
    if (from == nullptr) {
        return {FactSource::Message};
    }
    std::vector<FactSource> sources;
    if (from->is_string()) {
        sources.push_back(sourceOf(object, *from));
    } else {
        for (const nlohmann::json& json : object.array("from")) {
            sources.push_back(sourceOf(object, json));
        }
    }
    return sources;
}

bool readsNewer(const SchemaObject& object) {
    const std::string word = object.text("readNewerAs", {});
    if (!word.empty() && word != "newest") {
        object.refuse("readNewerAs", fmt::format("\"{}\" is not newest", word));
    }
    return !word.empty();
}

// Facts of connections and groups have names that the file lists, so that a slip does not go unseen.
void checkFact(const SchemaObject& object, const std::vector<FactSource>& sources, const std::string& name,
               const std::vector<std::string>& facts) {
    const bool isFact = std::any_of(sources.begin(), sources.end(), [](FactSource source) {
        return source == FactSource::Connection || source == FactSource::Group;
    });
    if (isFact && std::find(facts.begin(), facts.end(), name) == facts.end()) {
        object.refuse("path", fmt::format("\"{}\" is no fact that the file lists", name));
    }
}

NestedCondition readCondition(const SchemaObject& object, const std::vector<std::string>& facts) {
    NestedCondition condition{readOverlayCondition(object), readSources(object)};
    checkFact(object, condition.sources, condition.test.path, facts);
    return condition;
}

ToldFact readTold(const SchemaObject& object, const std::vector<std::string>& facts) {
    ToldFact told{object.text("fact"), {object.text("path"), readSources(object)}};
    checkFact(object, {FactSource::Group}, told.name, facts);
    return told;
}

void readVersion(const SchemaObject& object, NestedSelector& selector) {
    const bool isFixed = object.has("version");
    if (isFixed == object.has("versionFrom")) {
        object.refuse("version", "either version or versionFrom");
    }
    if (isFixed) {
        selector.versionFrom = NestedVersion::Fixed;
        selector.version = static_cast<std::int16_t>(object.number("version", VersionRange::kOpenEnd).value_or(0));
    } else {
        constexpr std::array<NestedVersion, 3> kPlaces{NestedVersion::Prefix, NestedVersion::Field,
                                                       NestedVersion::Size};
        selector.versionFrom = kPlaces[wordIndex(object, "versionFrom", kVersionPlaces, object.text("versionFrom"))];
    }
}

// Which structure: a definition with its version, or a message that says itself what it is.
void readStructure(const SchemaObject& object, NestedSelector& selector) {
    if (!object.has("frame")) {
        selector.definition = object.text("as");
        readVersion(object, selector);
        selector.readNewerAsNewest = readsNewer(object);
        return;
    }
    for (const std::string_view key : {"as", "version", "versionFrom", "readNewerAs"}) {
        if (object.has(key)) {
            object.refuse(key, "a frame says what it is");
        }
    }
    constexpr std::array<NestedFrame, 2> kKinds{NestedFrame::Request, NestedFrame::Response};
    selector.frame = kKinds[wordIndex(object, "frame", kFrames, object.text("frame"))];
    if (selector.frame == NestedFrame::Response) {
        selector.answers = object.text("answers");
    } else if (object.has("answers")) {
        object.refuse("answers", "a request answers nothing");
    }
}

NestedSelector readSelector(const SchemaObject& object, const std::vector<std::string>& facts) {
    std::vector<std::string_view> conditionKeys(overlayConditionKeys().begin(), overlayConditionKeys().end());
    conditionKeys.emplace_back("from");
    NestedSelector selector;
    readStructure(object, selector);
    for (const nlohmann::json& json : object.array("when")) {
        selector.when.push_back(
            readCondition(SchemaObject(json, object.file(), object.place() + ".when", conditionKeys), facts));
    }
    for (const nlohmann::json& json : object.array("tells")) {
        selector.tells.push_back(
            readTold(SchemaObject(json, object.file(), object.place() + ".tells", kToldKeys), facts));
    }
    return selector;
}

std::vector<std::string> texts(const SchemaObject& object, std::string_view key) {
    std::vector<std::string> result;
    for (const nlohmann::json& json : object.array(key)) {
        if (!json.is_string()) {
            object.refuse(key, "expected texts");
        }
        result.push_back(json.get<std::string>());
    }
    return result;
}

RecordTypeFacts readRecordType(const SchemaObject& object) {
    RecordTypeFacts facts;
    facts.type = static_cast<std::int32_t>(readOverlayNumber(object, "type"));
    facts.name = object.text("name", {});
    facts.status =
        static_cast<RecordTypeFacts::Status>(wordIndex(object, "status", kStatuses, object.text("status", "current")));
    facts.readNewerAsNewest = readsNewer(object);
    auto subject = parseSubject(object.text("subject", {}));
    if (!subject) {
        object.refuse("subject", "braces stand around the path of a field");
    }
    facts.subject = std::move(*subject);
    for (const nlohmann::json& json : object.array("variants")) {
        const SchemaObject variant(json, object.file(), object.place() + ".variants", kVariantKeys);
        facts.variants.push_back({variant.text("as"), variant.text("says")});
    }
    if (facts.name.empty() && facts.status != RecordTypeFacts::Status::Current) {
        object.refuse("name", "is missing");
    }
    return facts;
}

InternalTopicFacts readTopic(const SchemaObject& object) {
    InternalTopicFacts facts;
    facts.topic = object.text("topic");
    facts.word = object.text("decode");
    facts.component = object.text("component");
    facts.topicId = object.text("topicId", {});
    facts.form = static_cast<RecordForm>(wordIndex(object, "form", kForms, object.text("form")));
    std::size_t position = 0;
    for (const nlohmann::json& json : object.array("types")) {
        const std::string place = object.place() + '.' + rulePlace("types", position++);
        const SchemaObject type(json, object.file(), place, kTypeKeys);
        RecordTypeFacts read = readRecordType(type);
        if (facts.find(read.type) != nullptr) {
            type.refuse("type", fmt::format("{} is there twice", read.type));
        }
        facts.types.push_back(std::move(read));
    }
    return facts;
}

}  // namespace

std::string_view recordTypeStatusName(RecordTypeFacts::Status status) {
    return kStatuses[static_cast<std::size_t>(status)];
}

std::optional<std::vector<SubjectPiece>> parseSubject(std::string_view phrase) {
    std::vector<SubjectPiece> pieces;
    while (!phrase.empty()) {
        const bool isField = phrase.front() == '{';
        phrase.remove_prefix(isField ? 1 : 0);
        const std::size_t end = phrase.find_first_of("{}");
        const bool isGood = isField ? end != std::string_view::npos && end > 0 && phrase[end] == '}'
                                    : end == std::string_view::npos || phrase[end] == '{';
        if (!isGood) {
            return std::nullopt;
        }
        pieces.push_back({std::string(phrase.substr(0, end)), isField});
        phrase.remove_prefix(std::min(phrase.size(), end == std::string_view::npos ? end : end + (isField ? 1 : 0)));
    }
    return pieces;
}

const RecordTypeFacts* InternalTopicFacts::find(int type) const {
    const auto found =
        std::find_if(types.begin(), types.end(), [&](const RecordTypeFacts& facts) { return facts.type == type; });
    return found == types.end() ? nullptr : &*found;
}

std::span<const std::string_view> nestedFileKeys() {
    return kNestedFileKeys;
}

std::span<const std::string_view> recordTypesFileKeys() {
    return kRecordFileKeys;
}

void readNestedRules(const SchemaObject& file, OverlayTables& tables) {
    const std::vector<std::string> facts = texts(file, "facts");
    std::for_each(facts.begin(), facts.end(), [&](const std::string& fact) { tables.nested.addFact(fact); });
    std::size_t position = 0;
    for (const nlohmann::json& json : file.array("rules")) {
        const SchemaObject object(json, file.file(), rulePlace("rules", position++), kNestedRuleKeys);
        NestedRule rule{
            object.text("message"), object.text("path"), object.versions("versions", VersionRange::all()), {}};
        std::size_t number = 0;
        for (const nlohmann::json& selector : object.array("selectors")) {
            const std::string place = object.place() + '.' + rulePlace("selectors", number++);
            rule.selectors.push_back(readSelector(SchemaObject(selector, file.file(), place, kSelectorKeys), facts));
        }
        if (rule.selectors.empty()) {
            object.refuse("selectors", "at least one");
        }
        tables.nested.add(std::move(rule));
    }
}

void readRecordTypes(const SchemaObject& file, OverlayTables& tables) {
    std::size_t position = 0;
    for (const nlohmann::json& json : file.array("topics")) {
        tables.internalTopics.push_back(
            readTopic(SchemaObject(json, file.file(), rulePlace("topics", position++), kTopicKeys)));
    }
    position = 0;
    for (const nlohmann::json& json : file.array("records")) {
        const SchemaObject object(json, file.file(), rulePlace("records", position++), kRecordsKeys);
        tables.recordsFields.push_back({object.text("message"), object.text("path"), texts(object, "topic")});
    }
}

}  // namespace brokerscope
