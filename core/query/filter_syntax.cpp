#include "core/query/filter_syntax.h"

#include "core/base/utf8.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr std::size_t kLongestExcerpt = 20;

}  // namespace

bool isFilterSpace(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

tl::unexpected<Error> expectedAt(std::string_view text, std::size_t at, std::string_view what) {
    const std::string_view rest = text.substr(at);
    const auto end = std::find_if(rest.begin(), rest.end(), isFilterSpace);
    std::size_t length = std::min(static_cast<std::size_t>(end - rest.begin()), kLongestExcerpt);
    // Blank where something was expected: the blank itself is shown.
    length = rest.empty() ? 0 : std::max<std::size_t>(length, 1);
    const std::string found =
        rest.empty() ? std::string("the end") : '"' + displayUtf8(asBytes(rest.substr(0, length))) + '"';
    return tl::unexpected(
        Error{MessageId::FilterExpected, {std::string(what), found}, ByteSpan{BufferId::Main, at, length}, {}});
}

}  // namespace brokerscope
