#include "core/schema/schema_loader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace brokerscope {
namespace {

const DefinitionOrigin kOrigin{"Some.json", "1.0", "clients", false};

// A request whose versions 0-5 are flexible from 3 on, with these fields.
std::string requestWith(std::string_view fields, std::string_view more = "") {
    return fmt::format(
        R"({{"apiKey":1,"type":"request","name":"SomeRequest","validVersions":"0-5","flexibleVersions":"3+",{}"fields":[{}]}})",
        more, fields);
}

std::shared_ptr<MessageSpec> loaded(const std::string& text) {
    auto result = loadDefinition(text, kOrigin);
    EXPECT_TRUE(result.has_value()) << result.error().text();
    return result.value_or(std::make_shared<MessageSpec>());
}

std::shared_ptr<MessageSpec> loadedField(std::string_view field) {
    return loaded(requestWith(field));
}

// What the loader says of a definition that it must refuse: "field: reason".
std::string refusal(const std::string& text) {
    const auto result = loadDefinition(text, kOrigin);
    if (result) {
        return "accepted";
    }
    EXPECT_EQ(result.error().id, MessageId::SchemaInvalid);
    EXPECT_EQ(result.error().arguments.at(0), "Some.json");
    return result.error().arguments.at(1) + ": " + result.error().arguments.at(2);
}

std::string fieldRefusal(std::string_view field) {
    return refusal(requestWith(field));
}

TEST(SchemaLoader, ReadsAFieldWithEverything) {
    const auto spec = loadedField(
        R"({"name":"TopicName","type":"[]string","versions":"0+","nullableVersions":"0+","taggedVersions":"3+",
        "tag":0,"default":"null","ignorable":true,"mapKey":true,"entityType":"topicName","about":"help","zeroCopy":false})");
    const FieldSpec& field = spec->root.fields.at(0);
    EXPECT_EQ(field.name, "TopicName");
    EXPECT_EQ(field.jsonName, "topicName");
    EXPECT_EQ(field.type, FieldType::String);
    EXPECT_TRUE(field.isArray);
    EXPECT_EQ(field.tag, 0U);
    EXPECT_EQ(field.taggedVersions.toString(), "3+");
    EXPECT_TRUE(field.ignorable);
    EXPECT_TRUE(field.mapKey);
    EXPECT_EQ(field.entityType, "topicName");
    EXPECT_EQ(field.about, "help");
    EXPECT_EQ(spec->release, "1.0");
    EXPECT_EQ(spec->component, "clients");
    EXPECT_EQ(spec->root.find("topicName"), &field);
    EXPECT_EQ(spec->root.find("TopicName"), &field);
    EXPECT_EQ(spec->root.find("topicname"), nullptr);
}

TEST(SchemaLoader, AcceptsCommentsQuotedTagsAndTextBooleans) {
    const auto spec =
        loaded("// a licence\n" +
               requestWith(
                   R"({"name":"A","type":"int32","versions":"3+","taggedVersions":"3+","tag":"0"}, /* and */ // one more
           {"name":"B","type":"string","versions":"0+","ignorable":"false"})"));
    EXPECT_EQ(spec->root.fields.at(0).tag, 0U);
    EXPECT_FALSE(spec->root.fields.at(1).ignorable);
}

TEST(SchemaLoader, TakesTaggedVersionsWhereVersionsAreMissing) {
    EXPECT_EQ(
        loadedField(R"({"name":"A","type":"int32","taggedVersions":"4+","tag":0})")->root.fields[0].versions.toString(),
        "4+");
    EXPECT_EQ(fieldRefusal(R"({"name":"A","type":"int32"})"), "A: versions: is missing");
}

TEST(SchemaLoader, ReadsFlexibleVersionsOfAField) {
    const auto spec = loadedField(R"({"name":"A","type":"string","versions":"0+","flexibleVersions":"none"})");
    EXPECT_EQ(spec->root.fields[0].flexibleVersions, VersionRange::none());
    EXPECT_EQ(fieldRefusal(R"({"name":"A","type":"int32","versions":"0+","flexibleVersions":"none"})"),
              "A: flexibleVersions: \"none\": only strings and bytes differ from their message");
}

TEST(SchemaLoader, TakesAJsonNullDefaultAsNone) {
    EXPECT_EQ(
        loadedField(R"({"name":"A","type":"[]int32","versions":"0+","default":null})")->root.fields[0].defaultText, "");
}

TEST(SchemaLoader, KeepsDefaultsAsWritten) {
    const auto spec = loadedField(R"({"name":"A","type":"int32","versions":"0+","default":"0x7fffffff"},
        {"name":"B","type":"int32","versions":"0+","default":-1},{"name":"C","type":"bool","versions":"0+","default":true},
        {"name":"D","type":"int64","versions":"0+","default":"-9223372036854775808"},
        {"name":"E","type":"float64","versions":"0+","default":"1.5"},{"name":"F","type":"string","versions":"0+","default":"x"},
        {"name":"G","type":"uuid","versions":"0+","default":"6kySFknNRdG0J1E9XdO4sA"})");
    const char* const wanted[] = {
        "0x7fffffff", "-1", "true", "-9223372036854775808", "1.5", "x", "6kySFknNRdG0J1E9XdO4sA"};
    for (std::size_t i = 0; i < std::size(wanted); ++i) {
        EXPECT_EQ(spec->root.fields.at(i).defaultText, wanted[i]);
    }
}

TEST(SchemaLoader, RefusesDefaultsThatDoNotFit) {
    const auto field = [](const char* type, const char* value) {
        return fieldRefusal(fmt::format(R"({{"name":"A","type":"{}","versions":"0+","default":"{}"}})", type, value));
    };
    EXPECT_EQ(field("int8", "128"), "A: default: \"128\" is outside of -128 to 127 (int8)");
    EXPECT_EQ(field("uint16", "-1"), "A: default: \"-1\" is outside of 0 to 65535 (uint16)");
    EXPECT_EQ(field("int32", "many"), "A: default: \"many\" is not a whole number");
    EXPECT_EQ(field("int64", "9223372036854775808"), "A: default: \"9223372036854775808\" is not a whole number");
    EXPECT_EQ(field("bool", "1"), "A: default: \"1\" is neither true nor false");
    EXPECT_EQ(field("float64", "1.5x"), "A: default: \"1.5x\" is not a number");
    EXPECT_EQ(field("uuid", "zz"), "A: default: \"zz\" is not a uuid");
    EXPECT_EQ(field("bytes", "x"), "A: default: \"x\" can only be null or empty for this type");
    EXPECT_EQ(field("[]int32", "1"), "A: default: \"1\" can only be null or empty for this type");
    EXPECT_EQ(field("string", "null"),
              "A: default: \"null\" is not allowed: not every version is nullable (\"none\" of \"0+\")");
    EXPECT_EQ(fieldRefusal(R"({"name":"A","type":"int32","versions":"0+","default":[1]})"),
              "A: default: expected a value, found array");
}

TEST(SchemaLoader, RefusesNullWhereTheTypeHasNone) {
    for (const char* type : {"bool", "int8", "int16", "uint16", "int32", "uint32", "int64", "float64", "uuid"}) {
        EXPECT_EQ(
            fieldRefusal(fmt::format(R"({{"name":"A","type":"{}","versions":"0+","nullableVersions":"0+"}})", type)),
            fmt::format("A: nullableVersions: \"0+\": type \"{}\" has no null", type));
    }
    for (const char* type : {"string", "bytes", "records", "[]int32", "[]uuid"}) {
        loadedField(fmt::format(R"({{"name":"A","type":"{}","versions":"0+","nullableVersions":"0+"}})", type));
    }
}

TEST(SchemaLoader, RefusesBrokenTags) {
    EXPECT_EQ(fieldRefusal(R"({"name":"A","type":"int32","versions":"3+","tag":1})"),
              "A: taggedVersions: tag and taggedVersions stand together");
    EXPECT_EQ(fieldRefusal(R"({"name":"A","type":"int32","versions":"3+","taggedVersions":"3+"})"),
              "A: tag: tag and taggedVersions stand together");
    EXPECT_EQ(fieldRefusal(R"({"name":"A","type":"int32","versions":"0+","taggedVersions":"2+","tag":0})"),
              "A: taggedVersions: \"2+\" is not within the flexible versions \"3+\"");
    EXPECT_EQ(fieldRefusal(R"({"name":"A","type":"int32","versions":"4+","taggedVersions":"3+","tag":0})"),
              "A: taggedVersions: \"3+\" is not within versions \"4+\"");
    EXPECT_EQ(fieldRefusal(R"({"name":"A","type":"int32","versions":"3+","taggedVersions":"3+","tag":-1})"),
              "A: tag: -1 is not a number from 0 to 2147483647");
    EXPECT_EQ(fieldRefusal(R"({"name":"A","type":"int32","versions":"3+","taggedVersions":"3+","tag":1},
                              {"name":"B","type":"int32","versions":"3+","taggedVersions":"3+","tag":1})"),
              "B: tag: 1 is used by A already");
}

TEST(SchemaLoader, RefusesTagsWithAGap) {
    EXPECT_EQ(fieldRefusal(R"({"name":"A","type":"int32","versions":"3+","taggedVersions":"3+","tag":5})"),
              "SomeRequest: tag 5 is used, and 0 is not: tags count from 0");
    EXPECT_EQ(fieldRefusal(R"({"name":"A","type":"S","versions":"3+","fields":[
                  {"name":"B","type":"int32","versions":"3+","taggedVersions":"3+","tag":2},
                  {"name":"C","type":"int32","versions":"3+","taggedVersions":"3+","tag":0}]})"),
              "A: tag 2 is used, and 1 is not: tags count from 0");
}

TEST(SchemaLoader, RefusesEntitiesThatAreNone) {
    EXPECT_EQ(fieldRefusal(R"({"name":"A","type":"int32","versions":"0+","entityType":"bogus"})"),
              "A: entityType: \"bogus\" is none of transactionalId, producerId, groupId, topicName, brokerId");
    EXPECT_EQ(fieldRefusal(R"({"name":"A","type":"int64","versions":"0+","entityType":"brokerId"})"),
              "A: entityType: \"brokerId\" is of type \"int32\", not \"int64\"");
    loadedField(R"({"name":"A","type":"[]int32","versions":"0+","entityType":"brokerId"})");
}

TEST(SchemaLoader, RefusesZeroCopyOfWhatIsNoBytes) {
    EXPECT_EQ(fieldRefusal(R"({"name":"A","type":"string","versions":"0+","zeroCopy":true})"),
              "A: zeroCopy: type \"string\" has none: only bytes do");
    loadedField(R"({"name":"A","type":"bytes","versions":"0+","zeroCopy":true})");
}

TEST(SchemaLoader, SaysWhyATextIsNoJson) {
    const std::string said = refusal("{\"name\": }");
    EXPECT_NE(said.find("line 1, column 10: not valid JSON: "), std::string::npos) << said;
    EXPECT_NE(said.find("'}'"), std::string::npos) << said;
}

TEST(SchemaLoader, StartsTagsAnewInNestedStructs) {
    loadedField(R"({"name":"A","type":"int32","versions":"3+","taggedVersions":"3+","tag":0},
        {"name":"B","type":"S","versions":"3+","fields":[{"name":"C","type":"int32","versions":"3+","taggedVersions":"3+","tag":0}]})");
}

TEST(SchemaLoader, RefusesArraysOfArraysAndUnknownTypes) {
    EXPECT_EQ(fieldRefusal(R"({"name":"A","type":"[][]int32","versions":"0+"})"),
              "A: type: \"[][]int32\": arrays of arrays do not exist");
    EXPECT_EQ(fieldRefusal(R"({"name":"A","type":"[]records","versions":"0+"})"),
              "A: type: \"[]records\": arrays of records do not exist");
    EXPECT_EQ(fieldRefusal(R"({"name":"A","type":"[]Missing","versions":"0+"})"),
              "A: type: \"[]Missing\" is neither a type nor a declared struct");
    EXPECT_EQ(fieldRefusal(R"({"name":"A","type":"varint","versions":"0+"})"),
              "A: type: \"varint\" is neither a type nor a declared struct");
    EXPECT_EQ(fieldRefusal(R"({"name":"A","type":"int32","versions":"0+","fields":[]})"),
              "A: \"int32\" is not a name for a struct");
}

TEST(SchemaLoader, ResolvesStructs) {
    const auto spec = loaded(requestWith(
        R"({"name":"A","type":"[]Shared","versions":"0+"},{"name":"B","type":"Shared","versions":"0+"},
           {"name":"C","type":"Inline","versions":"0+","fields":[{"name":"D","type":"[]Shared","versions":"0+"}]})",
        R"("commonStructs":[{"name":"Shared","versions":"0+","fields":[{"name":"E","type":"Other","versions":"0+"}]},
           {"name":"Other","versions":"0+","fields":[{"name":"F","type":"int8","versions":"0+"}]}],)"));
    const StructSpec* shared = spec->root.fields[0].structure;
    ASSERT_NE(shared, nullptr);
    EXPECT_EQ(shared, spec->root.fields[1].structure);
    EXPECT_EQ(shared, spec->root.fields[2].structure->fields[0].structure);
    EXPECT_EQ(shared->fields[0].structure->name, "Other");
    EXPECT_EQ(spec->structs.size(), 3U);
}

TEST(SchemaLoader, RefusesBrokenStructs) {
    EXPECT_EQ(
        fieldRefusal(R"({"name":"A","type":"S","versions":"0+","fields":[{"name":"B","type":"int8","versions":"0+"}]},
                              {"name":"C","type":"S","versions":"0+","fields":[]})"),
        "C: struct \"S\" is declared twice");
    EXPECT_EQ(
        refusal(requestWith(
            R"({"name":"A","type":"S","versions":"0+"})",
            R"("commonStructs":[{"name":"S","versions":"0+","fields":[{"name":"B","type":"[]S","versions":"0+"}]}],)")),
        "S: the struct contains itself");
    EXPECT_EQ(fieldRefusal(R"({"name":"A","type":"int8","versions":"0+"},{"name":"a","type":"int8","versions":"0+"})"),
              "a: name: \"a\" is used twice in SomeRequest");
}

TEST(SchemaLoader, BoundsHowFarADefinitionUnfolds) {
    std::string structs;
    for (int i = 0; i < 24; ++i) {
        structs +=
            fmt::format(R"({}{{"name":"S{}","versions":"0+","fields":[{{"name":"A","type":"S{}","versions":"0+"}},
            {{"name":"B","type":"S{}","versions":"0+"}}]}})",
                        i == 0 ? "" : ",", i, i + 1, i + 1);
    }
    structs += R"(,{"name":"S24","versions":"0+","fields":[{"name":"A","type":"int8","versions":"0+"}]})";
    const std::string said =
        refusal(requestWith(R"({"name":"A","type":"S0","versions":"0+"})", "\"commonStructs\":[" + structs + "],"));
    EXPECT_NE(said.find("unfolds to more than 100000 fields"), std::string::npos) << said;

    std::string deep = R"({"name":"F","type":"int8","versions":"0+"})";
    for (int i = 0; i < 40; ++i) {
        deep = fmt::format(R"({{"name":"F","type":"D{}","versions":"0+","fields":[{}]}})", i, deep);
    }
    EXPECT_NE(fieldRefusal(deep).find("nested deeper than 32"), std::string::npos);
}

TEST(SchemaLoader, RefusesBrokenMessages) {
    const auto broken = [](std::string_view json) { return refusal(std::string(json)); };
    EXPECT_EQ(broken(R"([])"), "the whole file: expected an object, found array");
    EXPECT_EQ(broken(R"({"type":"data","name":"A","validVersions":"0","fields":[],"extra":3})"),
              "extra: unknown key with value 3");
    EXPECT_EQ(broken(R"({"type":"data","validVersions":"0","fields":[]})"), "name: is missing");
    EXPECT_EQ(broken(R"({"type":"date","name":"A","validVersions":"0","fields":[]})"),
              "type: \"date\" is not a type of message");
    EXPECT_EQ(broken(R"({"type":"request","name":"A","validVersions":"0","fields":[]})"),
              "apiKey: is missing for type \"request\"");
    EXPECT_EQ(broken(R"({"type":"data","apiKey":1,"name":"A","validVersions":"0","fields":[]})"),
              "apiKey: is not allowed for type \"data\"");
    EXPECT_EQ(broken(R"({"type":"data","name":"A","validVersions":"0-x","fields":[]})"),
              "validVersions: \"0-x\" is not a version range (such as \"3\", \"0-2\", \"3+\" or \"none\")");
    EXPECT_EQ(broken(R"({"type":"data","name":"A","validVersions":"0+","fields":[]})"),
              "validVersions: \"0+\" has no end");
    EXPECT_EQ(broken(R"({"type":"data","name":"A","validVersions":"0-4","flexibleVersions":"1-2","fields":[]})"),
              "flexibleVersions: \"1-2\" is neither none nor open-ended");
    EXPECT_EQ(broken(R"({"type":"data","name":"A","validVersions":"0"})"), "fields: is missing");
    EXPECT_EQ(broken(R"({"type":"data","name":"A b","validVersions":"0","fields":[]})"), "name: \"A b\" is not a name");
    EXPECT_EQ(broken("{\n  \"type\": oops"), "line 2, column 11: not valid JSON: syntax error while parsing value - "
                                             "invalid literal; last read: '\"type\": o'");
    EXPECT_EQ(refusal(R"({"apiKey":1e999})"), "the whole file: not valid JSON: a number is out of range");
}

TEST(SchemaLoader, RefusesDeepAndLongTextsInOneSentence) {
    const auto nested = [](std::size_t levels) {
        return R"({"oops":)" + std::string(levels, '[') + std::string(levels, ']') + '}';
    };
    EXPECT_EQ(refusal(nested(100'000)), "the whole file: nested deeper than 256");
    EXPECT_EQ(refusal(nested(2)), "oops: unknown key with value an array of 1 entries");
    const std::string sentence = refusal(R"({"oops":")" + std::string(100'000, 'x') + R"("})");
    EXPECT_TRUE(sentence.starts_with("oops: unknown key with value \"xxx")) << sentence;
    EXPECT_LT(sentence.size(), 300U);
}

TEST(SchemaLoader, AcceptsMessagesWithoutVersions) {
    const auto spec = loaded(R"({"apiKey":4,"type":"request","name":"GoneRequest","validVersions":"none"})");
    EXPECT_TRUE(spec->validVersions.isEmpty());
    EXPECT_TRUE(spec->root.fields.empty());
}

TEST(SchemaLoader, ReadsAndChecksHeaderVersions) {
    const auto spec = loaded(requestWith("", R"("headerVersions":{"0-2":"1","3-4":"2","5+":3},)"));
    ASSERT_EQ(spec->headerVersions.size(), 3U);
    EXPECT_EQ(refusal(requestWith("", R"("headerVersions":{"0-2":"1","3":"2"},)")),
              "headerVersions: version 4 has 0 header versions");
    EXPECT_EQ(refusal(requestWith("", R"("headerVersions":{"0-4":"1","4+":"2"},)")),
              "headerVersions: version 4 has 2 header versions");
    EXPECT_EQ(refusal(requestWith("", R"("headerVersions":{"0+":"new"},)")),
              "headerVersions: \"new\" is not a header version");
    const auto response = [](int apiKey) {
        return fmt::format(R"({{"apiKey":{},"type":"response","name":"R","validVersions":"0-1","flexibleVersions":"1+",
            "headerVersions":{{"0+":"0"}},"fields":[]}})",
                           apiKey);
    };
    EXPECT_EQ(refusal(response(3)),
              "headerVersions: header version 0 of version 1: a flexible response needs 1 or more");
    loaded(response(18));
    EXPECT_EQ(refusal(R"({"type":"data","name":"A","validVersions":"0","headerVersions":{"0":"1"},"fields":[]})"),
              "headerVersions: is a map from version ranges to header versions, for requests and responses only");
}

TEST(SchemaLoader, ReadsVersionsWithUnknownBodies) {
    EXPECT_EQ(loaded(requestWith("", R"("base":"1.0","unknownBody":"5",)"))->unknownBodyVersions.toString(), "5");
    EXPECT_EQ(refusal(requestWith("", R"("unknownBody":"6",)")),
              "unknownBody: \"6\" is not within the valid versions \"0-5\"");
}

}  // namespace
}  // namespace brokerscope
