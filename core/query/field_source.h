#pragma once

#include "core/query/filter_path.h"
#include "core/query/filter_value.h"

#include <cstddef>

namespace brokerscope {

// What a filter asks of one row: an exchange, a record. Columns are cheap, paths may decode. A field that the row lacks
// has no values; one that stands for several things (the topics of a request, "[]" in a path) has several.
class FieldSource {
public:
    virtual ~FieldSource() = default;

    // `column` is an index in the vocabulary that the filter was parsed with. Durations are in ms, sizes in bytes, APIs
    // by their key, error codes by number.
    virtual void visitColumn(std::size_t column, const FieldVisitor& visit) const = 0;
    virtual void visitPath(const FilterPath& path, const FieldVisitor& visit) const = 0;
};

}  // namespace brokerscope
