// Two JSON texts with comments, a zero byte between them: the first is changed to say what the second says.
#include "core/collections/json_merge.h"

#include <cstdlib>

#include <set>

using namespace brokerscope;

namespace {

bool hasNamesTwice(const JsonPart& part) {
    std::set<std::string> names;
    for (const JsonPart& child : part.children) {
        const bool isTwice = part.kind == JsonPart::Kind::Object && !names.insert(child.name).second;
        if (isTwice || hasNamesTwice(child)) {
            return true;
        }
    }
    return false;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::size_t middle = text.find('\0');
    if (middle == std::string_view::npos) {
        return 0;
    }
    Limits limits;
    limits.jsonInput = 65536;
    const auto old = CommentedJson::parse(std::string(text.substr(0, middle)), limits);
    const auto fresh = CommentedJson::parse(std::string(text.substr(middle + 1)), limits);
    for (const auto* one : {&old, &fresh}) {
        if (!*one && one->error().where && one->error().where->offset > size) {
            std::abort();
        }
    }
    if (!old || !fresh || hasNamesTwice(fresh->root())) {
        return 0;
    }
    const auto merged = CommentedJson::parse(mergeJson(*old, *fresh), limits);
    if (!merged) {
        // Indentation may make it longer than it may be.
        return merged.error().id == MessageId::LimitExceeded ? 0 : (std::abort(), 0);
    }
    if (!isSameJson(*merged, *fresh) || mergeJson(*merged, *fresh) != merged->text() ||
        (isSameJson(*old, *fresh) && merged->text() != old->text())) {
        std::abort();
    }
    return 0;
}
