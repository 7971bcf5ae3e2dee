#include "ui/models/draft_model.h"

#include "tests/support/decoding.h"
#include "tests/unit/ui/models/model_text.h"
#include "ui/models/roles.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <gtest/gtest.h>

namespace brokerscope {
namespace {

using testing::modelText;

class DraftModelTest : public ::testing::Test {
protected:
    DraftModelTest() { model.setAutomatic(QStringLiteral("me"), 7); }

    void show(const char* name, int version) {
        model.setDraft(ValueDraft::fromDefaults(SchemaRegistry::embedded().spec(name).value()), version);
    }
    QModelIndex at(const char* path, int column = TreeColumn::Value) const {
        return model.indexOfPath(QString::fromLatin1(path)).siblingAtColumn(column);
    }
    std::string hex() const { return toHex(*model.preview()->bytes); }
    QString text(const char* path, int column = TreeColumn::Value) const { return at(path, column).data().toString(); }

    DraftModel model{FieldTexts(SchemaRegistry::embedded())};
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
};

TEST_F(DraftModelTest, showsEveryFieldOfEveryVersion) {
    show("MetadataRequest", 12);
    EXPECT_EQ(modelText(model), "Request header | v2 |  | 4+13\n"
                                "  RequestApiKey | 3~Metadata | int16 | 4+2\n"
                                "  RequestApiVersion | 12 | int16 | 6+2\n"
                                "  CorrelationId | 7 | int32 | 8+4\n"
                                "  ClientId | me | nullable string | 12+4\n"
                                "  tagged fields | none | tag section | 16+1\n"
                                "Body | MetadataRequest v12 |  | 17+4\n"
                                "  Topics | 0 elements~no topics | compact nullable array | 17+1\n"
                                "  AllowAutoTopicCreation | true | bool · 4+ | 18+1\n"
                                "  IncludeClusterAuthorizedOperations | false | bool · 8–10 | not in v12\n"
                                "  IncludeTopicAuthorizedOperations | false | bool · 8+ | 19+1\n"
                                "  tagged fields | none | tag section | 20+1\n");
}

TEST_F(DraftModelTest, theEditedDraftIsWhatIsSent) {
    show("MetadataRequest", 12);
    QSignalSpy changes(&model, &DraftModel::draftChanged);
    const QModelIndex topic = model.addElement(at("topics", TreeColumn::Field));
    ASSERT_TRUE(topic.isValid());
    EXPECT_TRUE(model.setData(at("topics[0].name"), QStringLiteral("orders")));
    EXPECT_EQ(changes.count(), 2);
    const auto tree = decodeRequestFrame(SchemaRegistry::embedded(), model.preview()->bytes);
    EXPECT_EQ(testing::jsonAt(tree, "header.clientId"), "\"me\"");
    EXPECT_EQ(testing::bodyJson(tree), R"({"topics":[{"topicId":"AAAAAAAAAAAAAAAAAAAAAA","name":"orders"}],)"
                                       R"("allowAutoTopicCreation":true,"includeTopicAuthorizedOperations":false})");
    EXPECT_EQ(text("topics[0].name", TreeColumn::Bytes), QStringLiteral("34+7"));
}

TEST_F(DraftModelTest, changingTheVersionKeepsRowsAndValues) {
    show("MetadataRequest", 10);
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    const QPersistentModelIndex kept = at("includeClusterAuthorizedOperations");
    EXPECT_TRUE(model.setData(kept, true));
    model.setVersion(12);
    EXPECT_EQ(resets.count(), 0);
    ASSERT_TRUE(kept.isValid());
    EXPECT_EQ(kept.data().toString(), QStringLiteral("true"));
    EXPECT_FALSE(kept.data(InVersionRole).toBool());
    EXPECT_EQ(kept.sibling(kept.row(), TreeColumn::Bytes).data().toString(), QStringLiteral("not in v12"));
    model.setVersion(9);
    EXPECT_TRUE(kept.data(InVersionRole).toBool());
}

TEST_F(DraftModelTest, marksValuesThatAVersionWouldRefuseOrDrop) {
    show("MetadataRequest", 10);
    model.setData(at("includeClusterAuthorizedOperations"), true);
    EXPECT_EQ(at("includeClusterAuthorizedOperations").data(LossRole).toInt(), static_cast<int>(Loss::None));
    model.setVersion(12);
    EXPECT_EQ(at("includeClusterAuthorizedOperations").data(LossRole).toInt(), static_cast<int>(Loss::Refused));
    EXPECT_FALSE(model.problems().empty());
    EXPECT_FALSE(at("includeClusterAuthorizedOperations").data(OwnRemarksRole).toStringList().isEmpty());
    // ApiVersions: the client's name may be left out.
    show("ApiVersionsRequest", 3);
    model.setData(at("clientSoftwareName"), QStringLiteral("app"));
    model.setVersion(2);
    EXPECT_EQ(at("clientSoftwareName").data(LossRole).toInt(), static_cast<int>(Loss::Dropped));
}

TEST_F(DraftModelTest, versionsThatOnlyAnOlderReleaseHasBindTheDraftToIt) {
    show("ProduceRequest", 13);
    model.setData(at("timeoutMs"), QStringLiteral("1234"));
    model.setVersion(2);
    ASSERT_NE(model.preview(), nullptr);
    EXPECT_EQ(text("timeoutMs").section(QChar(kMeaningSeparator), 0, 0), QStringLiteral("1\u202f234 ms"));
    EXPECT_EQ(model.body().spec->release, "3.9.2");
    const auto tree = decodeRequestFrame(SchemaRegistry::embedded(), model.preview()->bytes);
    EXPECT_EQ(toJson(*NodeRef::root(tree).child(2).find("timeoutMs")), "1234");
}

TEST_F(DraftModelTest, refusesWhatADraftCannotHold) {
    show("HeartbeatRequest", 4);
    QSignalSpy refusals(&model, &DraftModel::editRefused);
    EXPECT_FALSE(model.setData(at("generationId"), QStringLiteral("2147483648")));
    EXPECT_FALSE(model.setData(at("generationId"), QStringLiteral("many")));
    EXPECT_EQ(refusals.count(), 2);
    EXPECT_FALSE(at("generationId").data(TouchedRole).toBool());
    EXPECT_TRUE(model.setData(at("generationId"), QStringLiteral("-0x80000000")));
    EXPECT_EQ(text("generationId"), QStringLiteral("-2147483648"));
}

TEST_F(DraftModelTest, defaultsAreUntouchedUntilEditedAndComeBack) {
    show("ApiVersionsRequest", 3);
    const std::string before = hex();
    EXPECT_FALSE(at("clientSoftwareName").data(TouchedRole).toBool());
    model.setData(at("clientSoftwareName"), QStringLiteral("x"));
    EXPECT_TRUE(at("clientSoftwareName").data(TouchedRole).toBool());
    EXPECT_NE(hex(), before);
    EXPECT_TRUE(model.resetToDefault(at("clientSoftwareName")));
    EXPECT_FALSE(at("clientSoftwareName").data(TouchedRole).toBool());
    EXPECT_EQ(hex(), before);
    EXPECT_FALSE(model.resetToDefault(at("clientSoftwareName")));
}

TEST_F(DraftModelTest, headerFieldsFollowTheMessageUntilTheyAreSet) {
    show("MetadataRequest", 12);
    model.setVersion(5);
    EXPECT_EQ(text("header.requestApiVersion"), QStringLiteral("5"));
    EXPECT_TRUE(model.setData(at("header.requestApiVersion"), QStringLiteral("99")));
    model.setVersion(6);
    EXPECT_EQ(text("header.requestApiVersion"), QStringLiteral("99"));
    EXPECT_EQ(hex().substr(8, 8), "00030063");
    model.resetToDefault(at("header.requestApiVersion"));
    EXPECT_EQ(hex().substr(8, 8), "00030006");
}

TEST_F(DraftModelTest, nullSwitchOpensAndClosesArrays) {
    show("MetadataRequest", 12);
    model.addElement(at("topics", TreeColumn::Field));
    EXPECT_TRUE(at("topics").data(NullableRole).toBool());
    EXPECT_TRUE(model.setData(at("topics"), true, IsNullRole));
    EXPECT_EQ(text("topics"), QStringLiteral("null\u2003all topics"));
    EXPECT_EQ(model.rowCount(at("topics", TreeColumn::Field)), 0);
    EXPECT_FALSE(model.isArray(at("topics", TreeColumn::Field)));
    EXPECT_TRUE(model.setData(at("topics"), false, IsNullRole));
    EXPECT_EQ(text("topics"), QStringLiteral("0 elements\u2003no topics"));
}

// C012: all, none or a list, and each version has its own bytes for them.
TEST_F(DraftModelTest, whatAListSaysIsChosenAndWrittenAsTheVersionWritesIt) {
    show("MetadataRequest", 1);
    const auto choose = [this](ListChoice choice) { return model.setData(at("topics"), static_cast<int>(choice)); };
    const auto chosen = [this] { return static_cast<ListChoice>(at("topics").data(Qt::EditRole).toInt()); };
    const auto body = [this] { return hex().substr(2 * (4 + 8 + 2 + 2)); };  // after size and header v1 of client me
    EXPECT_EQ(static_cast<EditorKind>(at("topics").data(EditorRole).toInt()), EditorKind::ListChoice);
    EXPECT_EQ(chosen(), ListChoice::Empty);
    EXPECT_TRUE(choose(ListChoice::Null));
    EXPECT_EQ(body(), "ffffffff");
    EXPECT_EQ(text("topics"), QStringLiteral("null\u2003all topics"));
    model.setVersion(0);
    EXPECT_EQ(body(), "00000000");
    EXPECT_EQ(text("topics"), QStringLiteral("0 elements\u2003all topics"));
    EXPECT_EQ(chosen(), ListChoice::Null);
    EXPECT_TRUE(model.problems().empty()) << "nothing is refused: v0 says it by an empty list";
    model.setVersion(9);
    EXPECT_EQ(hex().substr(hex().size() - 10), "0001000000");
    model.setVersion(1);
    EXPECT_TRUE(choose(ListChoice::Empty));
    EXPECT_EQ(body(), "00000000");
    EXPECT_EQ(text("topics"), QStringLiteral("0 elements\u2003no topics"));
    EXPECT_TRUE(choose(ListChoice::Elements));
    EXPECT_EQ(model.rowCount(at("topics", TreeColumn::Field)), 1);
    EXPECT_EQ(body(), "000000010000");
    EXPECT_FALSE(choose(ListChoice::Elements)) << "it is one";
    model.undo();
    EXPECT_EQ(chosen(), ListChoice::Empty);
    EXPECT_EQ(toHex(*encodeMessage(SchemaRegistry::embedded().layout("MetadataRequest", 1).value(), model.writtenBody())
                         ->bytes),
              "00000000")
        << "what is sent";
}

// Each step has all of the draft: of large ones only those are kept that there is room for.
TEST_F(DraftModelTest, stepsOfLargeDraftsGiveWayToNewerOnes) {
    show("SaslAuthenticateRequest", 2);
    constexpr qsizetype kLarge = 60'000'000;
    for (const char fill : {'a', 'b', 'c', 'd', 'e', 'f', 'g'}) {
        EXPECT_TRUE(model.setData(at("authBytes"), QByteArray(kLarge, fill)));
        model.endTyping();
    }
    int steps = 0;
    for (; model.canUndo(); ++steps) {
        model.undo();
    }
    EXPECT_EQ(steps, 4) << "of 60 MB each, within 256 MiB";
    EXPECT_EQ(at("authBytes").data(Qt::EditRole).toByteArray().front(), 'c') << "not further back";
}

QStringList choicesOf(const DraftModel& model, const char* path) {
    QStringList choices;
    const QModelIndex field = model.indexOfPath(QString::fromLatin1(path));
    for (const QVariant& entry : field.data(ChoicesRole).toList()) {
        const auto choice = entry.value<Choice>();
        choices.append(choice.literal.isEmpty() ? choice.label
                                                : QStringLiteral("%1: %2").arg(choice.label, choice.literal));
    }
    return choices;
}

// From the overlay, whatever the message; what only other versions can say is there with the reason.
TEST_F(DraftModelTest, listsWhoseNullOrEmptinessMeansSomethingSayIt) {
    show("MetadataRequest", 12);
    EXPECT_EQ(choicesOf(model, "topics"), (QStringList{QStringLiteral("all topics (null)"),
                                                       QStringLiteral("no topics (empty)"), QStringLiteral("a list")}));
    model.setVersion(0);
    EXPECT_EQ(choicesOf(model, "topics"),
              (QStringList{QStringLiteral("all topics (empty)"),
                           QStringLiteral("no topics: v0 cannot say it: an empty list says all topics there"),
                           QStringLiteral("a list")}));
    show("OffsetFetchRequest", 2);
    EXPECT_EQ(choicesOf(model, "topics"), (QStringList{QStringLiteral("all topics (null)"),
                                                       QStringLiteral("none (empty)"), QStringLiteral("a list")}));
    model.setVersion(1);
    EXPECT_EQ(choicesOf(model, "topics"), (QStringList{QStringLiteral("all topics: v1 has no null"),
                                                       QStringLiteral("none (empty)"), QStringLiteral("a list")}));
    show("ListGroupsRequest", 5);
    EXPECT_EQ(choicesOf(model, "statesFilter"),
              (QStringList{QStringLiteral("any state (empty)"), QStringLiteral("a list")}));
    show("DescribeConfigsRequest", 4);
    model.addElement(at("resources", TreeColumn::Field));
    EXPECT_EQ(choicesOf(model, "resources[0].configurationKeys"),
              (QStringList{QStringLiteral("all settings (null)"), QStringLiteral("all settings (empty)"),
                           QStringLiteral("a list")}));
    EXPECT_TRUE(choicesOf(model, "resources").isEmpty()) << "a list like any other";
}

TEST_F(DraftModelTest, elementsAreDuplicatedMovedAndRemoved) {
    show("MetadataRequest", 12);
    ASSERT_TRUE(model.addElements(at("topics", TreeColumn::Field), 2));
    model.setData(at("topics[0].name"), QStringLiteral("a"));
    model.setData(at("topics[1].name"), QStringLiteral("b"));
    EXPECT_TRUE(model.duplicate(at("topics[0]", TreeColumn::Field)).isValid());
    model.setData(at("topics[1].name"), QStringLiteral("c"));
    const auto names = [this] {
        QString all;
        for (int i = 0; i < model.rowCount(at("topics", TreeColumn::Field)); ++i) {
            all += text(QStringLiteral("topics[%1].name").arg(i).toLatin1().constData());
        }
        return all;
    };
    EXPECT_EQ(names(), QStringLiteral("acb"));
    EXPECT_TRUE(model.move(at("topics[0]", TreeColumn::Field), 1));
    EXPECT_EQ(names(), QStringLiteral("cab"));
    EXPECT_TRUE(model.move(at("topics[2]", TreeColumn::Field), -1));
    EXPECT_EQ(names(), QStringLiteral("cba"));
    EXPECT_FALSE(model.move(at("topics[0]", TreeColumn::Field), -1));
    EXPECT_TRUE(model.removeElement(at("topics[1]", TreeColumn::Field)));
    EXPECT_EQ(names(), QStringLiteral("ca"));
}

TEST_F(DraftModelTest, unknownTagsAreWrittenInOrder) {
    show("ApiVersionsRequest", 4);
    const QModelIndex tags = model.index(model.rowCount(model.index(1, 0)) - 1, 0, model.index(1, 0));
    ASSERT_TRUE(model.canHoldTags(tags));
    EXPECT_TRUE(model.addTag(tags, 100, {0xff}).isValid());
    const QModelIndex hello = model.addTag(tags, 99, {});
    EXPECT_TRUE(model.setData(hello.siblingAtColumn(TreeColumn::Value), QByteArray("hello")));
    EXPECT_EQ(hello.data().toString(), QStringLiteral("tag 99"));
    EXPECT_EQ(hex().substr(hex().size() - 22), "02630568656c6c6f6401ff");
    EXPECT_TRUE(model.removeElement(hello));
    EXPECT_EQ(hex().substr(hex().size() - 8), "016401ff");
}

TEST_F(DraftModelTest, undoesAndRedoesWholeSteps) {
    show("MetadataRequest", 12);
    const std::string empty = hex();
    model.addElement(at("topics", TreeColumn::Field));
    const std::string added = hex();
    for (const char* typed : {"o", "or", "ord"}) {
        model.setData(at("topics[0].name"), QString::fromLatin1(typed));
    }
    const std::string typedIn = hex();
    model.undo();
    EXPECT_EQ(hex(), added);
    model.undo();
    EXPECT_EQ(hex(), empty);
    EXPECT_FALSE(model.canUndo());
    model.redo();
    model.redo();
    EXPECT_EQ(hex(), typedIn);
    EXPECT_FALSE(model.canRedo());
}

TEST_F(DraftModelTest, rowsAndPreviewFindEachOther) {
    show("MetadataRequest", 12);
    model.addElement(at("topics", TreeColumn::Field));
    const QModelIndex name = at("topics[0].name", TreeColumn::Field);
    const NodeRef node = model.node(name);
    ASSERT_TRUE(node.isValid());
    EXPECT_EQ(node.path(), "topics[0].name");
    EXPECT_EQ(model.indexOf(node), name);
    EXPECT_EQ(model.indexOf(node.parent()), name.parent());
    EXPECT_FALSE(model.node(at("includeClusterAuthorizedOperations")).isValid());
}

TEST_F(DraftModelTest, choosesEditorsByTypeAndMeaning) {
    show("FindCoordinatorRequest", 6);
    EXPECT_EQ(at("keyType").data(EditorRole).toInt(), static_cast<int>(EditorKind::Enumeration));
    EXPECT_EQ(text("keyType"), QStringLiteral("0") + QChar(kMeaningSeparator) + QStringLiteral("GROUP"));
    show("MetadataRequest", 12);
    model.addElement(at("topics", TreeColumn::Field));
    EXPECT_EQ(at("topics[0].name").data(EditorRole).toInt(), static_cast<int>(EditorKind::Entity));
    EXPECT_EQ(at("topics[0].name").data(EntityRole).toString(), QStringLiteral("topicName"));
    EXPECT_EQ(at("topics[0].topicId").data(EditorRole).toInt(), static_cast<int>(EditorKind::Uuid));
    EXPECT_EQ(at("allowAutoTopicCreation").data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Checked));
    EXPECT_TRUE(model.setData(at("allowAutoTopicCreation"), Qt::Unchecked, Qt::CheckStateRole));
    EXPECT_EQ(text("allowAutoTopicCreation"), QStringLiteral("false"));
}

TEST_F(DraftModelTest, everyRequestAtEveryVersionHasRows) {
    for (const ApiInfo& api : SchemaRegistry::embedded().apis()) {
        if (api.request.isEmpty()) {
            continue;
        }
        show((api.name + "Request").c_str(), api.request.max);
        EXPECT_EQ(model.rowCount(), 2) << api.name;
        model.setVersion(api.request.min);
        EXPECT_NE(model.preview(), nullptr) << api.name;
        EXPECT_FALSE(modelText(model).empty());
    }
}

TEST_F(DraftModelTest, rowsHaveTheHelpOfTheirFields) {
    show("MetadataRequest", 12);
    const QString help = at("allowAutoTopicCreation").data(HelpRole).toString();
    ASSERT_FALSE(help.isEmpty());
    EXPECT_EQ(at("allowAutoTopicCreation", TreeColumn::Field).data(Qt::ToolTipRole).toString(),
              QStringLiteral("AllowAutoTopicCreation\n") + help);
    EXPECT_FALSE(at("header.clientId").data(HelpRole).toString().isEmpty());
    EXPECT_NE(at("header.clientId").data(HelpRole).toString(), help);
}

// How edited bytes come: a name whose length says more than there is.
ValueDraft withWrongLength(const ValueDraft& body) {
    ValueDraft draft = body.clone();
    const std::uint32_t name = draft.root.spec->find("groupId")->index;
    draft.root.fields[name] = DraftText{"g"};
    draft.root.overrides.emplace_back(name, FieldOverride{{}, 300, {}, false});
    return draft;
}

TEST_F(DraftModelTest, adoptedDraftsAreOneStepWithTheirVersion) {
    show("HeartbeatRequest", 4);
    model.adopt(model.writtenHeader().clone(), withWrongLength(model.body()), 3);
    EXPECT_EQ(model.version(), 3);
    EXPECT_EQ(text("groupId"), QStringLiteral("g") + QChar(kMeaningSeparator) + QStringLiteral("length 300 written"));
    EXPECT_TRUE(at("groupId").siblingAtColumn(0).data(TouchedRole).toBool());
    model.undo();
    EXPECT_EQ(model.version(), 4);
    EXPECT_EQ(text("groupId"), QStringLiteral("\"\""));
    model.redo();
    EXPECT_EQ(model.version(), 3);
}

TEST_F(DraftModelTest, theDefaultTakesAnOverrideBack) {
    show("HeartbeatRequest", 4);
    model.adopt(model.writtenHeader().clone(), withWrongLength(model.body()), 4);
    EXPECT_TRUE(model.setData(at("groupId"), QStringLiteral("h")));
    EXPECT_TRUE(text("groupId").endsWith(QStringLiteral("length 300 written"))) << "it was meant so";
    EXPECT_TRUE(model.resetToDefault(at("groupId")));
    EXPECT_EQ(text("groupId"), QStringLiteral("\"\""));
}

TEST_F(DraftModelTest, editingAFieldTakesItsOwnBytesBack) {
    show("HeartbeatRequest", 4);
    ValueDraft body = model.body().clone();
    body.root.overrides.emplace_back(body.root.spec->find("groupId")->index,
                                     FieldOverride{ByteBuffer{5, 0x61}, {}, {}, false});
    model.adopt(model.writtenHeader().clone(), std::move(body), 4);
    EXPECT_TRUE(text("groupId").endsWith(QStringLiteral("written as 05 61")));
    EXPECT_TRUE(model.setData(at("groupId"), QStringLiteral("h")));
    EXPECT_EQ(text("groupId"), QStringLiteral("h"));
    EXPECT_NE(hex().find("0268"), std::string::npos);
}

TEST_F(DraftModelTest, bytesAfterTheMessageAreSaid) {
    show("HeartbeatRequest", 4);
    ValueDraft body = model.body().clone();
    body.trailing = {1, 2, 3};
    model.adopt(model.writtenHeader().clone(), std::move(body), 4);
    EXPECT_TRUE(model.index(1, TreeColumn::Value).data().toString().endsWith(QStringLiteral("and 3 bytes more")));
}

TEST_F(DraftModelTest, typingThatWasEndedIsAStepOfItsOwn) {
    show("HeartbeatRequest", 4);
    model.setData(at("groupId"), QStringLiteral("a"));
    model.endTyping();
    model.setData(at("groupId"), QStringLiteral("ab"));
    model.undo();
    EXPECT_EQ(text("groupId"), QStringLiteral("a"));
}

}  // namespace
}  // namespace brokerscope
