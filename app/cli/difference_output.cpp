#include "app/cli/difference_output.h"

#include "core/text/json_object.h"

#include <algorithm>
#include <fmt/format.h>

namespace brokerscope {
namespace {

// Of a value on a line for people.
constexpr std::size_t kLongestValue = 200;

void addValue(JsonObject& object, std::string_view key, const std::string& value) {
    if (value.empty()) {
        object.addNull(key);
    } else {
        object.addJson(key, value);
    }
}

std::string shortened(const std::string& value) {
    if (value.empty()) {
        return "nothing";
    }
    std::size_t end = std::min(value.size(), kLongestValue);
    // Not within a character.
    while (end < value.size() && (static_cast<unsigned char>(value[end]) & 0xc0) == 0x80) {
        --end;
    }
    return end < value.size() ? value.substr(0, end) + " …" : value;
}

}  // namespace

std::string differencesJson(const ExchangeDifferences& differences) {
    std::string out;
    {
        JsonArray array(out);
        for (const ExchangeDifference& difference : differences.all) {
            array.next();
            JsonObject object(out);
            object.add("path", difference.path);
            object.add("change", difference.change);
            addValue(object, "from", difference.from);
            addValue(object, "to", difference.to);
            object.add("volatile", difference.isVolatile());
            if (difference.isVolatile()) {
                object.add("why", difference.volatileWhy);
            }
        }
    }
    return out;
}

void printDifferences(const CommandContext& context, const ExchangeDifferences& differences, std::string_view indent,
                      bool withVolatile) {
    for (const ExchangeDifference& difference : differences.all) {
        if (withVolatile || !difference.isVolatile()) {
            context.line(fmt::format("{}{}: {} -> {}{}", indent, difference.path, shortened(difference.from),
                                     shortened(difference.to),
                                     difference.isVolatile() ? " (" + difference.volatileWhy + ')' : std::string()));
        }
    }
    if (differences.isCut) {
        context.line(fmt::format("{}… there are more", indent));
    }
}

}  // namespace brokerscope
