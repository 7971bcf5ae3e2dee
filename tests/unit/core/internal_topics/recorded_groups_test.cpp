#include "tests/unit/core/internal_topics/replayed_log.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <sstream>

namespace brokerscope {
namespace {

// What real members made a broker write (tests/kafka/members/README.md, "Recorded lives of groups"): the names of the
// operations in turn. Reconciliations are left out: how many there are is a matter of heartbeats.
std::string storyOf(const std::string& scenario) {
    testing::ReplayedLog log;
    const auto folder = std::filesystem::path(BROKERSCOPE_SOURCE_DIR) / "tests/kafka/data/groups";
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
        const std::string name = file.path().filename().string();
        if (name.starts_with(scenario + '.') && name.ends_with(".log")) {
            std::ifstream in(file.path(), std::ios::binary);
            log.writeBytes({std::istreambuf_iterator<char>(in), {}});
        }
    }
    EXPECT_EQ(log.replay().counts().doubtful, 0u);
    EXPECT_EQ(log.replay().counts().unknownTypes, 0u);
    EXPECT_EQ(log.state(scenario), "Empty");
    EXPECT_EQ(log.replay().groups().size(), 1u);
    std::istringstream lines(log.operations());
    std::string story;
    for (std::string line; std::getline(lines, line);) {
        const std::size_t begin = scenario.size() + 2;
        std::string name = line.substr(begin, line.find(" {") - begin);
        // Members are named by ids of 22 characters.
        const std::size_t id = name.rfind(' ') + 1;
        name = name.size() - id == 22 ? name.substr(0, id - 1) : name;
        story += name == "member reconciled" ? "" : name + ", ";
    }
    return story;
}

TEST(RecordedGroups, ClassicRange) {
    EXPECT_EQ(storyOf("classic-range"),
              "group created, generation synced, generation synced, generation synced, group emptied, ");
}

// A join that moves a partition makes two generations.
TEST(RecordedGroups, CooperativeSticky) {
    EXPECT_EQ(storyOf("cooperative-sticky"),
              "group created, generation synced, generation synced, generation synced, generation synced, "
              "group emptied, ");
}

TEST(RecordedGroups, ConsumerUniformWithAKillAndAStaticMember) {
    EXPECT_EQ(storyOf("consumer-uniform"),
              "group created, member joined, member gone, target computed, member joined, static member away, "
              "static member replaced, member gone, target computed, group emptied, ");
}

TEST(RecordedGroups, Share) {
    EXPECT_EQ(storyOf("share"),
              "group created, other, epoch bumped, member joined, member gone, target computed, group emptied, ");
}

TEST(RecordedGroups, Streams) {
    EXPECT_EQ(storyOf("streams"), "group created, member joined, member gone, target computed, group emptied, ");
}

}  // namespace
}  // namespace brokerscope
