#pragma once

#include "app/cli/captured_values.h"
#include "core/query/filter_path.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// What `--fields` asks of each exchange: top-level keys of its JSON object ("api"), parts of them ("api.version"),
// columns that filters know beside ("latency", "topic"), and paths into its messages ("request.topics[].name").
// Secrets are masked unless --unmask is given.
class CapturedFields {
public:
    // Names with commas between. Errors: UnknownField with the nearest name, FilterExpected.
    static Result<CapturedFields> parse(std::string_view names, const SchemaRegistry& registry);

    // The values with tabs between: a value as its JSON text without quotes, several with commas between, none empty.
    // An object is called by its name or code where it has one. Control characters and backslashes are escaped, so that
    // an exchange is one line.
    std::string textLine(const CapturedMessages& messages) const;
    // {"frame":4,"request.topics[].name":["orders"]}; a path with "[]" is an array, and so are topic and note;
    // others are their value or null.
    std::string jsonLine(const CapturedMessages& messages) const;

private:
    struct Field {
        std::string name;
        std::vector<PathStep> steps;
        std::optional<std::size_t> key;     // index in the table of keys
        std::optional<std::size_t> column;  // index in exchangeVocabulary()
        std::optional<std::size_t> path;    // index in m_paths

        bool isMessage() const;
        bool hasMany() const;
    };
    // What one exchange has at the paths.
    struct Values {
        const CapturedMessages& messages;
        std::vector<JsonTexts> texts;  // by position in m_paths
    };
    using TakeJson = std::function<void(std::string_view)>;

    Result<void> add(const std::string& name, const SchemaRegistry& registry);
    Values values(const CapturedMessages& messages) const;
    // The values of a field as JSON texts.
    static void visit(const Field& field, const Values& all, const TakeJson& take);

    std::vector<Field> m_fields;
    std::vector<FilterPath> m_paths;  // into messages
};

}  // namespace brokerscope
