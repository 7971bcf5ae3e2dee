#pragma once

#include "core/base/diagnostic.h"
#include "core/base/error.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace brokerscope {

// A place as editors count it: lines end with "\n", both numbers begin with 1, columns count bytes.
struct TextPlace {
    std::size_t line = 1;
    std::size_t column = 1;

    bool operator==(const TextPlace&) const = default;
};

// The place of a byte; of one behind the text: its end.
TextPlace placeOf(std::string_view text, std::size_t offset);

// A remark on a file of a collection. `diagnostic.span` counts bytes of the file.
struct FileRemark {
    std::string file;                // as the user calls it
    std::optional<TextPlace> place;  // nothing: of the file as a whole
    Diagnostic diagnostic;

    // "orders/1-create.request:4:9: no field is called …"; a remark above a note has no other mark.
    std::string line() const;
    bool isError() const { return diagnostic.severity == Severity::Error; }
};

// An error about a text as a remark; its `where`, where it has one, is a span of `text`.
FileRemark remarkOn(std::string file, std::string_view text, const Error& error);
FileRemark remarkOn(std::string file, std::string_view text, Diagnostic diagnostic);

// An error at [begin, end) of a text.
tl::unexpected<Error> errorAt(std::size_t begin, std::size_t end, MessageId id, std::vector<std::string> arguments);
// The same error, its place moved from a part of a text that begins at `offset` to the whole; of an error without a
// place: the part itself, which has `length` bytes.
Error movedBy(Error error, std::size_t offset, std::size_t length);

}  // namespace brokerscope
