#include "ui/inspector/bookmarks.h"

#include <gmock/gmock.h>

namespace brokerscope {
namespace {

using ::testing::ElementsAre;

constexpr auto kOther = static_cast<BufferId>(1);

Bookmark at(std::string path, std::uint64_t offset, BufferId buffer = BufferId::Main) {
    return {std::move(path), 0, Bookmark::Place{buffer, offset}};
}

Bookmarks three() {
    Bookmarks bookmarks;
    bookmarks.toggle(at("c", 30));
    bookmarks.toggle(at("a", 10));
    bookmarks.toggle(at("inner", 5, kOther));
    return bookmarks;
}

std::string nextOf(const Bookmarks& bookmarks, std::uint64_t offset, bool backwards = false) {
    const Bookmark* found = bookmarks.next({BufferId::Main, offset}, backwards);
    return found != nullptr ? found->path : "none";
}

TEST(Bookmarks, AreInTheOrderOfTheirPlaces) {
    EXPECT_THAT(three().offsetsIn(BufferId::Main), ElementsAre(10, 30));
    EXPECT_THAT(three().offsetsIn(kOther), ElementsAre(5));
}

TEST(Bookmarks, TheSamePlaceTwiceTakesItAway) {
    Bookmarks bookmarks = three();
    EXPECT_FALSE(bookmarks.toggle(at("a", 10)));
    EXPECT_THAT(bookmarks.offsetsIn(BufferId::Main), ElementsAre(30));
    EXPECT_TRUE(bookmarks.toggle(at("a", 10)));
}

TEST(Bookmarks, GoRoundInBothDirections) {
    EXPECT_EQ(nextOf(three(), 0), "a");
    EXPECT_EQ(nextOf(three(), 10), "c");
    EXPECT_EQ(nextOf(three(), 30), "inner") << "in the next buffer";
    EXPECT_EQ(three().next({kOther, 5}, false)->path, "a") << "around the end";
    EXPECT_EQ(nextOf(three(), 30, true), "a");
    EXPECT_EQ(nextOf(three(), 10, true), "inner");
    EXPECT_EQ(nextOf(Bookmarks(), 0), "none");
}

TEST(Bookmarks, StandAtTheirFieldsInTheNextMessage) {
    Bookmarks bookmarks = three();
    bookmarks.place([](const std::string& path) -> std::optional<Bookmark::Place> {
        return path == "a" ? std::optional(Bookmark::Place{BufferId::Main, 40}) : std::nullopt;
    });
    EXPECT_THAT(bookmarks.offsetsIn(BufferId::Main), ElementsAre(40));
    EXPECT_EQ(nextOf(bookmarks, 0), "a");
    EXPECT_EQ(bookmarks.all().size(), 3U) << "those without a place are kept";
    bookmarks.place([](const std::string& path) -> std::optional<Bookmark::Place> {
        return path == "c" ? std::optional(Bookmark::Place{BufferId::Main, 3}) : std::nullopt;
    });
    EXPECT_THAT(bookmarks.offsetsIn(BufferId::Main), ElementsAre(3));
}

TEST(Bookmarks, KeepTheirPlaceWithinTheField) {
    Bookmarks bookmarks;
    bookmarks.toggle({"name", 2, Bookmark::Place{BufferId::Main, 12}});
    bookmarks.place([](const std::string&) { return std::optional(Bookmark::Place{BufferId::Main, 100}); });
    EXPECT_THAT(bookmarks.offsetsIn(BufferId::Main), ElementsAre(102));
}

}  // namespace
}  // namespace brokerscope
