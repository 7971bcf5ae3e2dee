#include "ui/selection/selection_link.h"

#include <QObject>

#include <gtest/gtest.h>

#include <vector>

namespace brokerscope {
namespace {

// A view that tells the link what it shows, and shows what others tell.
class View : public QObject {
public:
    explicit View(SelectionLink& link) : m_link(link) {
        QObject::connect(&link, &SelectionLink::selectionChanged, this,
                         [this](const LinkedSelection& selection, const QObject* origin) {
                             if (origin != this) {
                                 shown.push_back(selection);
                                 // A view that shows a selection says so, as item views do.
                                 m_link.select(selection, this);
                             }
                         });
        QObject::connect(&link, &SelectionLink::hoverChanged, this,
                         [this](const LinkedSelection& selection, const QObject* origin) {
                             if (origin != this) {
                                 hovered.push_back(selection);
                             }
                         });
    }
    std::vector<LinkedSelection> shown;
    std::vector<LinkedSelection> hovered;

private:
    SelectionLink& m_link;
};

const LinkedSelection Name{{BufferId::Main, 43, 7}, NodeKey{0, {2, 0, 0, 1}}};
const LinkedSelection Topics{{BufferId::Main, 26, 25}, NodeKey{0, {2, 0}}};

TEST(SelectionLink, ReachesOthersOnceAndNotTheOrigin) {
    SelectionLink link;
    View tree(link);
    View hex(link);
    View explanation(link);
    link.select(Name, &tree);
    EXPECT_TRUE(tree.shown.empty());
    EXPECT_EQ(hex.shown, std::vector{Name});
    EXPECT_EQ(explanation.shown, std::vector{Name});
    EXPECT_EQ(link.selection(), Name);
}

TEST(SelectionLink, SaysNothingWhereNothingChanges) {
    SelectionLink link;
    View tree(link);
    View hex(link);
    link.select(Name, &tree);
    link.select(Name, &tree);
    link.select(Name, nullptr);
    EXPECT_EQ(hex.shown.size(), 1U);
    // Another node over the same bytes is another selection.
    link.select({Name.span, NodeKey{0, {2, 0, 0}}}, &tree);
    EXPECT_EQ(hex.shown.size(), 2U);
    // The same node of another tree too.
    link.select({Name.span, NodeKey{1, {2, 0, 0}}}, &tree);
    EXPECT_EQ(hex.shown.size(), 3U);
}

TEST(SelectionLink, HoverIsApartFromSelection) {
    SelectionLink link;
    View tree(link);
    View hex(link);
    link.select(Topics, &tree);
    link.hover(Name, &hex);
    EXPECT_EQ(tree.hovered, std::vector{Name});
    EXPECT_TRUE(hex.hovered.empty());
    EXPECT_EQ(link.selection(), Topics);
    link.hover({}, &hex);
    EXPECT_EQ(tree.hovered.size(), 2U);
    EXPECT_TRUE(tree.hovered.back().isEmpty());
}

TEST(SelectionLink, ClearAnnouncesOnlyWhatWasThere) {
    SelectionLink link;
    View tree(link);
    View hex(link);
    link.clear(&tree);
    EXPECT_TRUE(hex.shown.empty());
    link.select(Name, &tree);
    link.clear(&tree);
    ASSERT_EQ(hex.shown.size(), 2U);
    EXPECT_TRUE(hex.shown.back().isEmpty());
    EXPECT_TRUE(hex.hovered.empty());
}

TEST(SelectionLink, AnswerWhileAnnouncingKeepsTheAnnouncedValue) {
    SelectionLink link;
    QObject first;
    // Makes the selection narrower as soon as it hears of it.
    QObject::connect(&link, &SelectionLink::selectionChanged, &first,
                     [&](const LinkedSelection& selection, const QObject*) {
                         if (selection == Topics) {
                             link.select(Name, &first);
                         }
                     });
    std::vector<LinkedSelection> heard;
    QObject second;
    QObject::connect(&link, &SelectionLink::selectionChanged, &second,
                     [&](const LinkedSelection& selection, const QObject*) { heard.push_back(selection); });
    link.select(Topics, nullptr);
    EXPECT_EQ(heard, (std::vector{Name, Topics}));
    EXPECT_EQ(link.selection(), Name);
}

TEST(SelectionLink, NodeWithoutBytesIsNotEmpty) {
    EXPECT_TRUE(LinkedSelection{}.isEmpty());
    EXPECT_FALSE((LinkedSelection{{}, NodeKey{}}.isEmpty()));
    EXPECT_FALSE((LinkedSelection{{BufferId::Main, 0, 1}, std::nullopt}.isEmpty()));
}

}  // namespace
}  // namespace brokerscope
