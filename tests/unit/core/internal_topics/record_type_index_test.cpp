#include "core/internal_topics/record_type_index.h"

#include "core/schema/overlays.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

const SchemaRegistry& registry() {
    return SchemaRegistry::embedded();
}

RecordTypeIndex indexOf(std::string_view word, const SchemaChoice& choice = {}) {
    for (const InternalTopicFacts& topic : registry().overlays().internalTopics()) {
        if (topic.word == word) {
            return {registry(), choice, topic};
        }
    }
    std::abort();
}

std::string source(const std::shared_ptr<const MessageLayout>& layout) {
    return layout == nullptr
               ? "none"
               : layout->spec->name + ' ' + std::to_string(layout->version) + " of " + layout->spec->release;
}

// The same name means different types in two releases: types come first.
TEST(RecordTypeIndex, TheDialectsOfBothReleasesMeetByNumber) {
    const RecordTypeIndex index = indexOf("offsets");
    EXPECT_EQ(index.name(0), "LegacyOffsetCommit");
    EXPECT_EQ(index.name(1), "OffsetCommit");
    EXPECT_EQ(source(index.keyLayout(0)), "LegacyOffsetCommitKey 0 of 4.4.0");
    EXPECT_EQ(source(index.keyLayout(1)), "OffsetCommitKey 0 of 4.4.0");
    EXPECT_EQ(source(index.valueLayout(1, 4)), "OffsetCommitValue 4 of 4.4.0");
    // What the newest release does not list for type 0 is taken from the older one, where type 0 was the key's version.
    EXPECT_EQ(source(index.valueLayout(0, 0)), "LegacyOffsetCommitValue 0 of 4.4.0");
    EXPECT_EQ(source(index.valueLayout(0, 1)), "OffsetCommitValue 1 of 3.9.2");
}

TEST(RecordTypeIndex, OneReleaseAlone) {
    const RecordTypeIndex old = indexOf("offsets", {"3.9.2", false});
    EXPECT_EQ(source(old.keyLayout(0)), "OffsetCommitKey 0 of 3.9.2");
    EXPECT_EQ(source(old.keyLayout(1)), "OffsetCommitKey 1 of 3.9.2");
    EXPECT_EQ(source(old.keyLayout(9)), "ShareGroupPartitionMetadataKey 9 of 3.9.2");
    EXPECT_EQ(source(old.keyLayout(17)), "none");
    const RecordTypeIndex newest = indexOf("offsets", {"4.4.0", false});
    EXPECT_EQ(source(newest.keyLayout(9)), "none");
    EXPECT_EQ(source(newest.keyLayout(17)), "StreamsGroupMetadataKey 0 of 4.4.0");
}

TEST(RecordTypeIndex, EveryRecordDefinitionIsReached) {
    std::size_t keys = 0;
    const RecordTypeIndex index = indexOf("offsets");
    for (const DefinitionHead& head : registry().definitions()) {
        if (head.type == MessageType::CoordinatorKey && head.component == "group-coordinator") {
            ++keys;
            EXPECT_EQ(index.name(*head.apiKey) + "Key", head.name);
            EXPECT_NE(index.keyLayout(*head.apiKey), nullptr) << head.name;
            EXPECT_FALSE(index.valueVersions(*head.apiKey).isEmpty()) << head.name;
        }
    }
    EXPECT_EQ(keys, 22u);
}

TEST(RecordTypeIndex, MetadataAndRemoteTypesOverlap) {
    EXPECT_EQ(indexOf("metadata").name(0), "RegisterBrokerRecord");
    EXPECT_EQ(indexOf("remote").name(0), "RemoteLogSegmentMetadataRecord");
    EXPECT_EQ(source(indexOf("metadata").valueLayout(12, 0)), "FeatureLevelRecord 0 of 4.4.0");
    EXPECT_EQ(indexOf("metadata").valueVersions(5), (VersionRange{0, 2}));
    EXPECT_EQ(indexOf("metadata").name(99), "");
    EXPECT_EQ(indexOf("metadata").keyLayout(12), nullptr);
}

TEST(RecordTypeIndex, LayoutsAreMadeOnce) {
    const RecordTypeIndex index = indexOf("share");
    EXPECT_EQ(index.valueLayout(0, 0), index.valueLayout(0, 0));
    EXPECT_EQ(index.valueLayout(0, 7), nullptr);
    EXPECT_EQ(index.name(1), "ShareUpdate");
}

}  // namespace
}  // namespace brokerscope
