#pragma once

#include "core/base/written_time.h"
#include "core/schema/schema_registry.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// How the values of a column are read and compared.
// Time: values are ms since 1970.
enum class FilterKind : std::uint8_t { Text, Integer, Duration, Size, Api, ErrorCode, Flag, Time };

// "text", "a number", "a duration such as 100ms" …: continues "is not".
std::string_view filterKindSays(FilterKind kind);
// Whether < and > mean something.
bool isOrdered(FilterKind kind);

// A name that a filter may use: one of a row's summary columns.
struct FilterColumn {
    std::string name;
    FilterKind kind = FilterKind::Text;
    std::string about;  // one line, for completion
};

// The names of one kind of row. `registry` outlives whatever uses the vocabulary.
struct FilterVocabulary {
    std::vector<FilterColumn> columns;
    const SchemaRegistry* registry =
        nullptr;                    // names of APIs, errors and fields; null: paths and names are not checked
    bool hasExchangePaths = false;  // request., response. and header. paths
    bool hasMessagePaths = false;   // paths without such a prefix
    ZoneOffset zone = {};           // that times without one are written in

    // By name, case ignored.
    std::optional<std::size_t> columnIndex(std::string_view name) const;
};

}  // namespace brokerscope
