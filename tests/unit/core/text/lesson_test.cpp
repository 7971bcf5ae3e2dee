#include "core/schema/schema_registry.h"
#include "core/text/lesson.h"
#include "core/text/primitive_types.h"

#include <gmock/gmock.h>

#include <charconv>

namespace brokerscope {
namespace {

std::vector<std::string> splitTarget(const std::string& target) {
    std::vector<std::string> parts{""};
    for (const char c : target) {
        if (c == ':') {
            parts.emplace_back();
        } else {
            parts.back() += c;
        }
    }
    return parts;
}

int numberIn(const std::string& text) {
    int number = -1;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

// Whether what a link names is there.
bool leadsSomewhere(const std::string& target) {
    const SchemaRegistry& registry = SchemaRegistry::embedded();
    const std::vector<std::string> parts = splitTarget(target);
    const std::string name = parts.size() > 1 ? parts[1] : std::string();
    const int number = parts.size() > 2 ? numberIn(parts[2]) : -1;
    if (parts[0] == "api") {
        const ApiInfo* api = registry.apiByName(name);
        return api != nullptr && (number < 0 || api->request.contains(number));
    }
    if (parts[0] == "definition") {
        return registry.spec(name).has_value() && (number < 0 || registry.layout(name, number).has_value());
    }
    if (parts[0] == "errors") {
        return registry.errorCode(number) != nullptr;
    }
    if (parts[0] == "lesson") {
        return lessonByName(name) != nullptr;
    }
    if (parts[0] == "primitives") {
        return primitiveByName(name) != nullptr;
    }
    return parts[0] == "partition" || (parts[0] == "records" && name == "__consumer_offsets");
}

TEST(Lessons, AreAllRead) {
    EXPECT_EQ(lessons().size(), 24u);
    for (const Lesson& lesson : lessons()) {
        EXPECT_FALSE(lesson.title.empty());
        EXPECT_GE(lesson.blocks.size(), 2u) << lesson.name;
        EXPECT_EQ(lessonByName(lesson.name), &lesson);
    }
    EXPECT_EQ(lessonByName("no-such"), nullptr);
}

TEST(Lessons, LinksLeadSomewhere) {
    for (const Lesson& lesson : lessons()) {
        for (const LessonBlock& block : lesson.blocks) {
            if (const auto* links = std::get_if<LessonLinks>(&block)) {
                for (const LessonLink& link : links->links) {
                    EXPECT_TRUE(leadsSomewhere(link.target)) << lesson.name << ": " << link.target;
                }
            }
        }
    }
}

TEST(Lessons, ArrowsJoinBoxesAndTablesAreFull) {
    for (const Lesson& lesson : lessons()) {
        for (const LessonBlock& block : lesson.blocks) {
            if (const auto* table = std::get_if<LessonTable>(&block)) {
                for (const auto& row : table->rows) {
                    EXPECT_EQ(row.size(), table->columns.size()) << lesson.name;
                }
            }
            if (const auto* flow = std::get_if<LessonFlow>(&block)) {
                const auto isBox = [flow](const std::string& name) {
                    return std::ranges::any_of(flow->boxes, [&](const FlowBox& box) { return box.name == name; });
                };
                for (const FlowArrow& arrow : flow->arrows) {
                    EXPECT_TRUE(isBox(arrow.from) && isBox(arrow.to)) << lesson.name;
                }
            }
        }
    }
}

TEST(Lessons, DrawingsAreSaidInWordsToo) {
    const auto words = [](const LessonBlock& block) {
        const auto* strip = std::get_if<LessonStrip>(&block);
        const auto* bars = std::get_if<LessonBars>(&block);
        const auto* flow = std::get_if<LessonFlow>(&block);
        return strip != nullptr  ? strip->alternative
               : bars != nullptr ? bars->alternative
               : flow != nullptr ? flow->alternative
                                 : std::string("text");
    };
    for (const Lesson& lesson : lessons()) {
        for (const LessonBlock& block : lesson.blocks) {
            EXPECT_FALSE(words(block).empty()) << lesson.name;
        }
    }
    EXPECT_THAT(lessonByName("tag-section")->words(), ::testing::HasSubstr("Anatomy"));
}

}  // namespace
}  // namespace brokerscope
