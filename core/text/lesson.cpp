#include "core/text/lesson.h"

#include "core/schema/embedded_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace brokerscope {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kFolder = "resources/lessons/";

std::string textIn(const Json& object, const char* key) {
    return object.value(key, std::string());
}

std::vector<std::string> textsIn(const Json& array) {
    return array.get<std::vector<std::string>>();
}

LessonBlock readTable(const Json& json) {
    LessonTable table{textsIn(json.at("columns")), {}};
    for (const Json& row : json.at("rows")) {
        table.rows.push_back(textsIn(row));
    }
    return table;
}

LessonBlock readStrip(const Json& json) {
    LessonStrip strip{textIn(json, "alternative"), {}};
    for (const Json& row : json.at("rows")) {
        StripRow made{textIn(row, "label"), row.value("indent", 0.0), {}};
        for (const Json& cell : row.at("cells")) {
            made.cells.push_back(
                {textIn(cell, "text"), textIn(cell, "caption"), cell.value("size", 1.0), cell.value("tint", -1)});
        }
        strip.rows.push_back(std::move(made));
    }
    return strip;
}

LessonBlock readBars(const Json& json) {
    LessonBars bars{textIn(json, "alternative"), json.at("from").get<double>(), json.at("to").get<double>(), {}, {}};
    for (const Json& tick : json.at("ticks")) {
        bars.ticks.emplace_back(tick.at(0).get<double>(), tick.at(1).get<std::string>());
    }
    for (const Json& row : json.at("rows")) {
        BarRow made{textIn(row, "label"), {}};
        for (const Json& span : row.at("spans")) {
            made.spans.push_back({span.at("from").get<double>(), span.at("to").get<double>(), textIn(span, "text"),
                                  span.value("tint", -1), span.value("gap", false)});
        }
        bars.rows.push_back(std::move(made));
    }
    return bars;
}

FlowBox::Kind kindOf(const std::string& word) {
    return word == "decision" ? FlowBox::Kind::Decision
           : word == "good"   ? FlowBox::Kind::Good
           : word == "bad"    ? FlowBox::Kind::Bad
                              : FlowBox::Kind::Plain;
}

LessonBlock readFlow(const Json& json) {
    LessonFlow flow{textIn(json, "alternative"), {}, {}};
    for (const Json& box : json.at("boxes")) {
        flow.boxes.push_back({box.at("name").get<std::string>(), box.at("text").get<std::string>(),
                              box.value("column", 0.0), box.value("row", 0.0), kindOf(textIn(box, "kind"))});
    }
    for (const Json& arrow : json.at("arrows")) {
        flow.arrows.push_back({arrow.at(0).get<std::string>(), arrow.at(1).get<std::string>(),
                               arrow.size() > 2 ? arrow.at(2).get<std::string>() : std::string()});
    }
    return flow;
}

LessonBlock readLinks(const Json& json) {
    LessonLinks links;
    for (const Json& link : json) {
        links.links.push_back({link.at(0).get<std::string>(), link.at(1).get<std::string>()});
    }
    return links;
}

// Every block is an object with one key, which says what it is.
LessonBlock readBlock(const Json& json) {
    const std::string key = json.begin().key();
    const Json& value = json.begin().value();
    if (key == "points") {
        return LessonPoints{textsIn(value)};
    }
    if (key == "table") {
        return readTable(value);
    }
    if (key == "strip") {
        return readStrip(value);
    }
    if (key == "bars") {
        return readBars(value);
    }
    if (key == "flow") {
        return readFlow(value);
    }
    if (key == "see") {
        return readLinks(value);
    }
    return LessonText{value.get<std::string>()};
}

std::vector<Lesson> readLessons() {
    std::vector<Lesson> all;
    const auto order = embeddedText(std::string(kFolder) + "order.json");
    if (!order) {
        return all;
    }
    for (const std::string& name : textsIn(Json::parse(*order))) {
        const auto text = embeddedText(std::string(kFolder) + name + ".json");
        if (!text) {
            continue;
        }
        const Json json = Json::parse(*text);
        Lesson lesson{name, json.at("title").get<std::string>(), {}};
        for (const Json& block : json.at("blocks")) {
            lesson.blocks.push_back(readBlock(block));
        }
        all.push_back(std::move(lesson));
    }
    return all;
}

struct Words {
    void operator()(const LessonText& block) { add(block.text); }
    void operator()(const LessonPoints& block) { addAll(block.points); }
    void operator()(const LessonTable& block) {
        addAll(block.columns);
        for (const auto& row : block.rows) {
            addAll(row);
        }
    }
    void operator()(const LessonStrip& block) {
        add(block.alternative);
        for (const StripRow& row : block.rows) {
            for (const StripCell& cell : row.cells) {
                add(cell.text);
                add(cell.caption);
            }
        }
    }
    void operator()(const LessonBars& block) { add(block.alternative); }
    void operator()(const LessonFlow& block) {
        for (const FlowBox& box : block.boxes) {
            add(box.text);
        }
    }
    void operator()(const LessonLinks& block) {
        for (const LessonLink& link : block.links) {
            add(link.text);
        }
    }

    void add(const std::string& more) { text += ' ' + more; }
    void addAll(const std::vector<std::string>& more) {
        for (const std::string& one : more) {
            add(one);
        }
    }
    std::string text;
};

}  // namespace

std::string Lesson::words() const {
    Words words{title};
    for (const LessonBlock& block : blocks) {
        std::visit([&words](const auto& one) { words(one); }, block);
    }
    return words.text;
}

const std::vector<Lesson>& lessons() {
    static const std::vector<Lesson> all = readLessons();
    return all;
}

const Lesson* lessonByName(std::string_view name) {
    const auto found = std::ranges::find(lessons(), name, &Lesson::name);
    return found != lessons().end() ? &*found : nullptr;
}

}  // namespace brokerscope
