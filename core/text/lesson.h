#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace brokerscope {

// A lesson: a short page on one idea of the protocol, text with small drawings. Drawings are data (resources/lessons);
// whoever shows them chooses sizes and colours. Tints are numbers of field tints, -1 for none.

struct LessonText {
    std::string text;
};
struct LessonPoints {
    std::vector<std::string> points;
};
struct LessonTable {
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;  // as many cells as columns
};

// Runs of bytes side by side, in rows.
struct StripCell {
    std::string text;     // the bytes, or a name
    std::string caption;  // what they say
    double size = 1;      // share of the row's width
    int tint = -1;
};
struct StripRow {
    std::string label;
    double indent = 0;  // share of the row's width before the first cell
    std::vector<StripCell> cells;
};
struct LessonStrip {
    std::string alternative;  // the drawing in words, for those who do not see it
    std::vector<StripRow> rows;
};

// Intervals on one axis: versions, times.
struct BarSpan {
    double from = 0;
    double to = 0;
    std::string text;
    int tint = -1;
    bool isGap = false;  // drawn as an absence
};
struct BarRow {
    std::string label;
    std::vector<BarSpan> spans;
};
struct LessonBars {
    std::string alternative;
    double from = 0;
    double to = 1;
    std::vector<std::pair<double, std::string>> ticks;
    std::vector<BarRow> rows;
};

// Boxes on a grid, joined by arrows.
struct FlowBox {
    enum class Kind { Plain, Decision, Good, Bad };
    std::string name;  // for arrows
    std::string text;
    double column = 0;
    double row = 0;
    Kind kind = Kind::Plain;
};
struct FlowArrow {
    std::string from;
    std::string to;
    std::string text;
};
struct LessonFlow {
    std::string alternative;
    std::vector<FlowBox> boxes;
    std::vector<FlowArrow> arrows;
};

// Where to go on: "definition:ApiVersionsRequest:3", "errors:35", "primitive:COMPACT_STRING", "partition",
// "records:__consumer_offsets", "lesson:tag-section".
struct LessonLink {
    std::string text;
    std::string target;
};
struct LessonLinks {
    std::vector<LessonLink> links;
};

using LessonBlock =
    std::variant<LessonText, LessonPoints, LessonTable, LessonStrip, LessonBars, LessonFlow, LessonLinks>;

struct Lesson {
    std::string name;  // "tag-section": of its file, and in links
    std::string title;
    std::vector<LessonBlock> blocks;

    // All words of it, for searching.
    std::string words() const;
};

// In the order in which they are to be read. Read from the program on first use. Thread safe.
const std::vector<Lesson>& lessons();
const Lesson* lessonByName(std::string_view name);  // null: there is none

}  // namespace brokerscope
