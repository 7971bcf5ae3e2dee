#include "core/collections/environment_file.h"

#include "core/collections/commented_json.h"
#include "core/collections/text_place.h"
#include "core/value/json_reader_document.h"

#include <set>
#include <string_view>

namespace brokerscope {

Result<std::vector<std::pair<std::string, VariableValue>>> readEnvironment(const std::string& text,
                                                                           const Limits& limits) {
    const auto json = CommentedJson::parse(text, limits);
    if (!json) {
        return tl::unexpected(json.error());
    }
    const JsonPart& root = json->root();
    if (root.kind != JsonPart::Kind::Object) {
        return errorAt(root.begin, root.end, MessageId::JsonWrongType,
                       {"environment", "an object of names and values", "something else"});
    }
    std::vector<std::pair<std::string, VariableValue>> variables;
    std::set<std::string_view> names;
    for (const JsonPart& member : root.children) {
        const bool isTwice = !names.insert(member.name).second;
        if (!isVariableName(member.name) || isTwice) {
            return errorAt(member.nameBegin, member.nameEnd, MessageId::InvalidValue,
                           {"environment", member.name,
                            isTwice ? "allowed twice" : "a name of letters, digits, \"_\", \"-\" and \".\""});
        }
        VariableValue value;
        value.json = json->plain().substr(member.begin, member.end - member.begin);
        value.where = ByteSpan{BufferId::Main, member.begin, member.end - member.begin};
        variables.emplace_back(member.name, std::move(value));
    }
    return variables;
}

Result<std::pair<std::string, VariableValue>> readAssignment(std::string_view text) {
    const std::size_t equals = text.find('=');
    std::string name(text.substr(0, equals));
    if (equals == std::string_view::npos || !isVariableName(name)) {
        return failure(MessageId::InvalidValue, {"--set", std::string(text),
                                                 "NAME=VALUE with a name of letters, digits, \"_\", \"-\" and \".\""});
    }
    const std::string value(text.substr(equals + 1));
    return std::pair{std::move(name), parseJson(value, {}) ? VariableValue{value} : VariableValue::ofText(value)};
}

}  // namespace brokerscope
