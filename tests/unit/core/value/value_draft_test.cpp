#include "core/value/value_draft.h"

#include "core/schema/schema_loader.h"
#include "core/value/draft_defaults.h"
#include "core/value/draft_rebind.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

constexpr std::string_view kDefinition =
    R"({"type":"data","name":"All","validVersions":"0","flexibleVersions":"0+","fields":[
    {"name":"Flag","type":"bool","versions":"0+","default":"true"},
    {"name":"Most","type":"int32","versions":"0+","default":"0x7fffffff"},
    {"name":"Less","type":"int64","versions":"0+","default":"-9223372036854775808"},
    {"name":"Real","type":"float64","versions":"0+","default":"-1.5"},
    {"name":"Id","type":"uuid","versions":"0+","default":"AAAAAAAAAAAAAAAAAAAAAQ"},
    {"name":"Text","type":"string","versions":"0+","default":"range"},
    {"name":"NoText","type":"string","versions":"0+","nullableVersions":"0+","default":"null"},
    {"name":"Data","type":"bytes","versions":"0+"},
    {"name":"Log","type":"records","versions":"0+","nullableVersions":"0+"},
    {"name":"WholeLog","type":"records","versions":"0+"},
    {"name":"Numbers","type":"[]int32","versions":"0+"},
    {"name":"NoNumbers","type":"[]int32","versions":"0+","nullableVersions":"0+","default":"null"},
    {"name":"Inner","type":"Inner","versions":"0+","fields":[{"name":"Depth","type":"int8","versions":"0+","default":"3"}]},
    {"name":"NoInner","type":"Other","versions":"0+","nullableVersions":"0+","default":"null",
     "fields":[{"name":"Depth","type":"int8","versions":"0+"}]}]})";

std::shared_ptr<const MessageSpec> load(std::string_view definition) {
    return loadDefinition(definition, {"test.json", "test", "test", false}).value();
}

class Defaults : public ::testing::Test {
protected:
    const FieldSpec& field(std::string_view name) const { return *m_spec->root.find(name); }
    template <class T>
    T valueOf(std::string_view name) const {
        const DraftValue value = defaultValue(field(name));
        return std::get<T>(value);
    }
    bool isNull(std::string_view name) const { return std::holds_alternative<DraftNull>(defaultValue(field(name))); }

    std::shared_ptr<const MessageSpec> m_spec = load(kDefinition);
};

TEST_F(Defaults, OfEveryType) {
    EXPECT_EQ(valueOf<std::int64_t>("flag"), 1);
    EXPECT_EQ(valueOf<std::int64_t>("most"), 2147483647);
    EXPECT_EQ(valueOf<std::int64_t>("less"), std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(valueOf<double>("real"), -1.5);
    EXPECT_EQ(valueOf<Uuid>("id").bytes[15], 1);
    EXPECT_EQ(valueOf<DraftText>("text").bytes, "range");
    EXPECT_EQ(valueOf<ByteBuffer>("data"), ByteBuffer());
    EXPECT_EQ(valueOf<ByteBuffer>("wholeLog"), ByteBuffer());
    EXPECT_TRUE(isNull("noText"));
    EXPECT_TRUE(isNull("log"));
    EXPECT_TRUE(isNull("noNumbers"));
    EXPECT_TRUE(isNull("noInner"));
    EXPECT_TRUE(std::get<std::unique_ptr<DraftArray>>(defaultValue(field("numbers")))->elements.empty());
    const DraftValue inner = defaultValue(field("inner"));
    EXPECT_TRUE(isDefault(*std::get<std::unique_ptr<DraftStruct>>(inner)));
}

TEST_F(Defaults, AreRecognized) {
    for (const FieldSpec& spec : m_spec->root.fields) {
        EXPECT_TRUE(isDefault(spec, DraftValue())) << spec.name;
        EXPECT_TRUE(isDefault(spec, defaultValue(spec))) << spec.name;
    }
    EXPECT_FALSE(isDefault(field("flag"), std::int64_t{0}));
    EXPECT_FALSE(isDefault(field("flag"), std::int64_t{2}));
    EXPECT_FALSE(isDefault(field("most"), std::int64_t{0}));
    EXPECT_FALSE(isDefault(field("real"), 1.5));
    EXPECT_FALSE(isDefault(field("id"), Uuid{}));
    EXPECT_FALSE(isDefault(field("text"), DraftText{""}));
    EXPECT_FALSE(isDefault(field("text"), DraftNull{}));
    EXPECT_FALSE(isDefault(field("noText"), DraftText{""}));
    EXPECT_FALSE(isDefault(field("data"), ByteBuffer{0}));
    EXPECT_FALSE(isDefault(field("log"), ByteBuffer{}));
    EXPECT_FALSE(isDefault(field("noNumbers"), std::make_unique<DraftArray>()));
    EXPECT_FALSE(isDefault(field("noInner"), std::make_unique<DraftStruct>(makeStruct(*field("noInner").structure))));
    // A value of another kind is nobody's default.
    EXPECT_FALSE(isDefault(field("most"), DraftText{""}));
    EXPECT_FALSE(isDefault(field("numbers"), std::int64_t{0}));
}

TEST_F(Defaults, OfStructuresLookAtEverything) {
    DraftStruct inner = makeStruct(*field("inner").structure);
    inner.fields[0] = std::int64_t{3};
    EXPECT_TRUE(isDefault(inner));
    inner.fields[0] = std::int64_t{0};
    EXPECT_FALSE(isDefault(inner));
    DraftStruct tagged = makeStruct(*field("inner").structure);
    tagged.unknownTags.push_back({1, {}});
    EXPECT_FALSE(isDefault(tagged));
    DraftStruct told = makeStruct(*field("inner").structure);
    told.overrides.emplace_back(0, FieldOverride{});
    EXPECT_FALSE(isDefault(told));
}

TEST(ValueDraft, FromDefaultsIsUntouched) {
    const auto spec = load(kDefinition);
    const ValueDraft draft = ValueDraft::fromDefaults(spec);
    EXPECT_EQ(draft.spec, spec);
    EXPECT_EQ(draft.root.spec, &spec->root);
    ASSERT_EQ(draft.root.fields.size(), spec->root.fields.size());
    for (const DraftValue& value : draft.root.fields) {
        EXPECT_TRUE(std::holds_alternative<std::monostate>(value));
    }
}

TEST(ValueDraft, ClonesShareNothing) {
    const auto spec = load(kDefinition);
    ValueDraft draft = ValueDraft::fromDefaults(spec);
    auto inner = std::make_unique<DraftStruct>(makeStruct(*spec->root.find("inner")->structure));
    inner->fields[0] = std::int64_t{1};
    auto numbers = std::make_unique<DraftArray>();
    numbers->elements.emplace_back(std::int64_t{5});
    draft.root.fields[spec->root.find("inner")->index] = std::move(inner);
    draft.root.fields[spec->root.find("numbers")->index] = std::move(numbers);
    draft.root.unknownTags.push_back({9, {1}});
    draft.root.overrides.emplace_back(0, FieldOverride{ByteBuffer{7}, 1, 2, true});
    draft.trailing = {3};
    const ValueDraft copy = draft.clone();

    const auto innerOf = [&](const ValueDraft& of) -> DraftStruct& {
        return *std::get<std::unique_ptr<DraftStruct>>(of.root.fields[spec->root.find("inner")->index]);
    };
    const auto numbersOf = [&](const ValueDraft& of) -> DraftArray& {
        return *std::get<std::unique_ptr<DraftArray>>(of.root.fields[spec->root.find("numbers")->index]);
    };
    innerOf(draft).fields[0] = std::int64_t{2};
    numbersOf(draft).elements.clear();
    draft.root.unknownTags.clear();
    draft.root.overrides.clear();
    draft.trailing.clear();
    EXPECT_EQ(std::get<std::int64_t>(innerOf(copy).fields[0]), 1);
    EXPECT_EQ(std::get<std::int64_t>(numbersOf(copy).elements.at(0)), 5);
    EXPECT_EQ(copy.root.unknownTags.at(0).tag, 9U);
    EXPECT_EQ(copy.root.overrides.at(0).second.length, 1);
    EXPECT_EQ(copy.trailing, ByteBuffer{3});
    EXPECT_EQ(copy.spec, spec);
}

TEST(ValueDraft, RebindingMatchesFieldsByName) {
    const auto older = load(R"({"type":"data","name":"M","validVersions":"0","flexibleVersions":"none","fields":[
        {"name":"Gone","type":"int8","versions":"0+"},
        {"name":"Items","type":"[]Item","versions":"0+","fields":[{"name":"A","type":"int8","versions":"0+"},
            {"name":"B","type":"int8","versions":"0+"}]}]})");
    const auto newer = load(R"({"type":"data","name":"M","validVersions":"0-1","flexibleVersions":"none","fields":[
        {"name":"Items","type":"[]Thing","versions":"0+","fields":[{"name":"New","type":"int8","versions":"1+"},
            {"name":"B","type":"int8","versions":"0+"}]}]})");
    ValueDraft draft = ValueDraft::fromDefaults(older);
    auto item = std::make_unique<DraftStruct>(makeStruct(*older->root.fields[1].structure));
    item->fields[1] = std::int64_t{4};
    item->overrides.emplace_back(1, FieldOverride{{}, 6, {}, false});
    auto items = std::make_unique<DraftArray>();
    items->elements.emplace_back(std::move(item));
    items->elements.emplace_back(DraftNull{});
    draft.root.fields[0] = std::int64_t{1};
    draft.root.fields[1] = std::move(items);
    draft.root.overrides.emplace_back(0, FieldOverride{{}, {}, {}, true});
    draft.root.overrides.emplace_back(DraftStruct::kTagSection, FieldOverride{ByteBuffer{8}, {}, {}, false});
    draft.trailing = {2};

    const ValueDraft bound = rebindDraft(draft, newer);
    EXPECT_EQ(bound.spec, newer);
    EXPECT_EQ(bound.trailing, ByteBuffer{2});
    ASSERT_EQ(bound.root.fields.size(), 1U);
    ASSERT_EQ(bound.root.overrides.size(), 1U);
    EXPECT_EQ(bound.root.overrides[0].first, DraftStruct::kTagSection);
    const DraftArray& array = *std::get<std::unique_ptr<DraftArray>>(bound.root.fields[0]);
    EXPECT_TRUE(std::holds_alternative<DraftNull>(array.elements.at(1)));
    const DraftStruct& first = *std::get<std::unique_ptr<DraftStruct>>(array.elements.at(0));
    EXPECT_EQ(first.spec, newer->root.fields[0].structure);
    EXPECT_TRUE(std::holds_alternative<std::monostate>(first.fields[0]));
    EXPECT_EQ(std::get<std::int64_t>(first.fields[1]), 4);
    EXPECT_EQ(first.overrides.at(0).first, 1U);
}

}  // namespace
}  // namespace brokerscope
