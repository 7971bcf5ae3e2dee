#include "core/text/test_vector.h"

#include "core/base/hex.h"
#include "core/document/record_sets.h"
#include "core/text/decode_answer.h"
#include "core/text/json_object.h"

namespace brokerscope {

std::string testVector(const NodeRef& root, const NestedOpener& opener, const Limits& limits) {
    const ValueTree& tree = root.tree();
    if (tree.layouts.empty() || tree.layouts.back()->unknownBody) {
        return {};
    }
    const MessageLayout& layout = *tree.layouts.back();
    const std::vector<Diagnostic> records = recordSetsRemarks(root, limits);
    std::string line;
    {
        JsonObject object(line);
        object.add("op", "decode");
        object.add("name", layout.spec->name);
        object.add("version", int{layout.version});
        object.add("frame", root.kind() == NodeKind::Frame);
        object.add("hex", toHex(*tree.bytes));
        object.addJson("expect", decodeAnswer(root, {false, false, {&opener, {}}, nullptr, records}));
    }
    return line;
}

}  // namespace brokerscope
