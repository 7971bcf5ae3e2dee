#include "ui/pages/filter_texts.h"

#include <gtest/gtest.h>

namespace brokerscope {
namespace {

class FilterTextsTest : public ::testing::Test {
protected:
    bool has(FilterTexts& within, std::uint64_t id, const char* filter) {
        return within.haveAll(ExchangeId{id}, FilterTexts::wordsOf(QString::fromUtf8(filter)), [this] {
            ++made;
            return text;
        });
    }
    bool has(std::uint64_t id, const char* filter) { return has(texts, id, filter); }

    FilterTexts texts;
    QString text = QStringLiteral("Metadata\nv12\nGRÜN");
    int made = 0;
};

TEST_F(FilterTextsTest, EveryWordInAnyCase) {
    EXPECT_TRUE(has(1, "  META v12 "));
    EXPECT_TRUE(has(1, "grün"));
    EXPECT_FALSE(has(1, "meta v13"));
    EXPECT_FALSE(has(1, "metadatav12")) << "over the end of a column";
    EXPECT_TRUE(has(1, ""));
}

TEST_F(FilterTextsTest, ATextIsMadeOnce) {
    has(1, "a");
    has(1, "b");
    has(3, "c");
    EXPECT_EQ(made, 2);
    texts.forget(ExchangeId{1});
    text = QStringLiteral("other");
    EXPECT_TRUE(has(1, "other"));
    EXPECT_EQ(made, 3);
    EXPECT_FALSE(has(3, "other"));
    EXPECT_EQ(made, 3);
}

TEST_F(FilterTextsTest, WhatIsGoneTakesNoMemory) {
    for (std::uint64_t id = 1; id <= 100; ++id) {
        has(id, "a");
    }
    const std::size_t all = texts.bytes();
    texts.dropUpTo(ExchangeId{40});
    EXPECT_EQ(texts.bytes(), all / 100 * 60);
    EXPECT_TRUE(has(50, "v12"));
    EXPECT_EQ(made, 100) << "the others are still there";
    EXPECT_TRUE(has(40, "v12")) << "made, not kept";
    texts.dropUpTo(ExchangeId{1000});
    EXPECT_EQ(texts.bytes(), 0u);
    EXPECT_TRUE(has(1001, "v12"));
    texts.clear();
    EXPECT_TRUE(has(1, "v12"));
}

TEST_F(FilterTextsTest, TheMemoryIsBounded) {
    FilterTexts few(1000);
    for (std::uint64_t id = 1; id <= 100; ++id) {
        EXPECT_TRUE(has(few, id, "v12")) << id;
    }
    EXPECT_LE(few.bytes(), 1000u);
    EXPECT_GT(few.bytes(), 500u);
    made = 0;
    for (std::uint64_t id = 1; id <= 100; ++id) {
        EXPECT_TRUE(has(few, id, "v12")) << id;
    }
    EXPECT_GT(made, 0);
    EXPECT_LT(made, 100);
}

}  // namespace
}  // namespace brokerscope
