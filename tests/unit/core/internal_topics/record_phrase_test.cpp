#include "core/internal_topics/record_phrase.h"

#include "core/base/hex.h"
#include "core/internal_topics/topic_record_reader.h"
#include "core/schema/field_path.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

const TopicRecordReader& phraseReader() {
    static const TopicRecordReader made(SchemaRegistry::embedded());
    return made;
}

RecordPhrase phrase(std::string_view word, std::string_view keyHex, std::string_view valueHex = {},
                    const TopicNameOf& nameOf = {}) {
    const ByteBuffer key = fromHex(keyHex).value();
    const ByteBuffer value = fromHex(valueHex).value();
    RecordView view;
    view.key = {key, keyHex.empty()};
    view.value = {value, valueHex.empty()};
    return phraseOf(phraseReader().read(*phraseReader().topicByWord(word), view.key, view.value), view, nameOf);
}

TEST(RecordPhrase, OffsetsGroupsAndMembers) {
    const RecordPhrase offset = phrase("offsets", "000100016700017400000003");
    EXPECT_EQ(offset.text, "offset g/t/3");
    EXPECT_EQ(*offset.group(), "g");
    EXPECT_EQ(*offset.field("partition"), "3");
    EXPECT_EQ(phrase("offsets", "0002000167").text, "group g");
    const RecordPhrase member = phrase("offsets", "0005000167"
                                                  "0003632d33");
    EXPECT_EQ(member.text, "group g: member c-3");
    EXPECT_EQ(*member.group(), "g");
    EXPECT_EQ(member.field("topic"), nullptr);
}

TEST(RecordPhrase, TransactionalIds) {
    const RecordPhrase read = phrase("transactions", "0000000474782d31");
    EXPECT_EQ(read.text, "transactional id tx-1");
    EXPECT_EQ(read.group(), nullptr);
}

TEST(RecordPhrase, TopicsHaveTheirNamesInThePhrase) {
    const std::string_view key = "0000000273670f1e2d3c4b5a49788796a5b4c3d2e1f000000000";
    EXPECT_EQ(phrase("share", key).text, "share partition sg/Dx4tPEtaSXiHlqW0w9Lh8A/0");
    const auto name = [](const Uuid&) { return std::optional<std::string>("orders"); };
    const RecordPhrase named = phrase("share", key, {}, name);
    EXPECT_EQ(named.text, "share partition sg/orders/0");
    EXPECT_EQ(*named.field("topicId"), "Dx4tPEtaSXiHlqW0w9Lh8A");
}

// FeatureLevelRecord v0: frame 1, type 12, version 0, name "metadata.version", level 29.
TEST(RecordPhrase, FramedRecordsTellItInTheirValue) {
    const RecordPhrase read = phrase("metadata", {}, "010c00116d657461646174612e76657273696f6e001d00");
    EXPECT_EQ(read.text, "feature metadata.version");
}

TEST(RecordPhrase, NothingIsSaidOfWhatCannotBeRead) {
    EXPECT_EQ(phrase("offsets", "00c8000167").text, "");  // nobody knows 200
    EXPECT_EQ(phrase("offsets", "0001000167").text, "");  // cut off behind the group
    EXPECT_EQ(phrase("offsets", "000100016700017400000003").fields.size(), 3u);
    EXPECT_TRUE(phrase("offsets", "0001000167").fields.empty());
}

// Each phrase names fields that the layouts of its type have, in whichever release.
TEST(RecordPhrase, FieldsOfEveryPhraseExist) {
    std::size_t phrases = 0;
    for (const std::string_view word : {"offsets", "transactions", "share", "metadata", "remote"}) {
        const InternalTopicFacts& topic = *phraseReader().topicByWord(word);
        for (const RecordTypeFacts& type : topic.types) {
            const auto layout = topic.form == RecordForm::Keyed ? phraseReader().keyLayout(topic, type.type)
                                                                : phraseReader().valueLayout(topic, type.type, 0);
            for (const SubjectPiece& piece : type.subject) {
                ASSERT_TRUE(!piece.isField || layout != nullptr) << topic.topic << ' ' << type.type;
                EXPECT_TRUE(!piece.isField || fieldAt(*layout->spec, piece.text) != nullptr)
                    << topic.topic << ' ' << type.type << ' ' << piece.text;
            }
            phrases += type.subject.empty() ? 0 : 1;
        }
    }
    EXPECT_GE(phrases, 50u);
}

TEST(RecordPhrase, PhrasesAreParsed) {
    EXPECT_EQ(parseSubject("group {groupId}: x"),
              (std::vector<SubjectPiece>{{"group ", false}, {"groupId", true}, {": x", false}}));
    EXPECT_EQ(parseSubject("{a}{b.c}"), (std::vector<SubjectPiece>{{"a", true}, {"b.c", true}}));
    EXPECT_TRUE(parseSubject("")->empty());
    for (const std::string_view wrong : {"{", "}", "{}", "{a", "a}", "{a{b}}", "x {a} }"}) {
        EXPECT_EQ(parseSubject(wrong), std::nullopt) << wrong;
    }
}

}  // namespace
}  // namespace brokerscope
