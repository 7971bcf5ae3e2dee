#include "core/collections/text_place.h"

#include <algorithm>
#include <fmt/format.h>

namespace brokerscope {

TextPlace placeOf(std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, std::min(offset, text.size()));
    const auto lines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    const std::size_t lineBegin = before.rfind('\n') + 1;
    return {lines + 1, before.size() - lineBegin + 1};
}

std::string FileRemark::line() const {
    const std::string where = place ? fmt::format("{}:{}:{}", file, place->line, place->column) : file;
    const std::string mark = isError() ? "" : std::string(severityName(diagnostic.severity)) + ": ";
    return fmt::format("{}: {}{}", where, mark, diagnostic.text());
}

FileRemark remarkOn(std::string file, std::string_view text, const Error& error) {
    FileRemark remark;
    remark.file = std::move(file);
    if (error.where) {
        remark.place = placeOf(text, static_cast<std::size_t>(error.where->offset));
    }
    remark.diagnostic = {Severity::Error, error.id, error.arguments, error.where.value_or(ByteSpan()), error.path};
    return remark;
}

FileRemark remarkOn(std::string file, std::string_view text, Diagnostic diagnostic) {
    FileRemark remark;
    remark.file = std::move(file);
    remark.place = placeOf(text, static_cast<std::size_t>(diagnostic.span.offset));
    remark.diagnostic = std::move(diagnostic);
    return remark;
}

tl::unexpected<Error> errorAt(std::size_t begin, std::size_t end, MessageId id, std::vector<std::string> arguments) {
    return tl::unexpected(Error{id, std::move(arguments), ByteSpan{BufferId::Main, begin, end - begin}, {}});
}

Error movedBy(Error error, std::size_t offset, std::size_t length) {
    if (error.where) {
        error.where->offset += offset;
    } else {
        error.where = ByteSpan{BufferId::Main, offset, length};
    }
    return error;
}

}  // namespace brokerscope
