// Any layout over any bytes: the first two bytes choose the definition, the third the version, the rest is the message.
#include "tests/support/fuzzed_tree.h"

#include "core/codec/column_sink.h"
#include "core/codec/encoder.h"
#include "core/codec/frame_walk.h"
#include "core/query/filter_path.h"

#include <cstdlib>

using namespace brokerscope;

namespace {

constexpr std::size_t kColumns = 32;

void addLeaves(const NodeRef& node, std::vector<FilterPath>& paths) {
    if (leafOf(node)) {
        if (auto path = FilterPath::parse(node.path()); path && node.field() != nullptr) {
            paths.push_back(std::move(*path));
        }
        return;
    }
    const NodeKind kind = node.kind();
    const bool isInner = kind == NodeKind::Struct || kind == NodeKind::Array || kind == NodeKind::Tags;
    const std::size_t count = isInner ? node.childCount() : 0;
    for (std::size_t i = 0; i < count && paths.size() < kColumns; ++i) {
        addLeaves(node.child(i), paths);
    }
}

// The sink for columns says of a value what the tree says of it.
void useColumns(const std::shared_ptr<const MessageLayout>& layout, const std::shared_ptr<const ValueTree>& tree) {
    const NodeRef root = NodeRef::root(tree);
    std::vector<FilterPath> paths;
    addLeaves(root, paths);
    std::vector<ColumnPath> columns;
    for (const FilterPath& path : paths) {
        columns.push_back({path.steps});
    }
    std::vector<std::string> found(paths.size());
    ColumnSink sink(*tree->bytes, std::move(columns), [&](std::size_t column, const LeafValue& value, const WalkPath&) {
        // Of a tag that is repeated the tree finds the first.
        found[column] = found[column].empty() ? leafJson(value) : found[column];
    });
    const Limits limits = testing::fuzzLimits();
    FrameWalk<ColumnSink>(*tree->bytes, 0, sink, limits).message(layout);
    for (std::size_t i = 0; i < paths.size(); ++i) {
        const auto node = root.find(paths[i].toString());
        const auto leaf = node ? leafOf(*node) : std::nullopt;
        if (leaf && found[i] != leafJson(*leaf)) {
            std::abort();
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const std::vector<std::string> names = SchemaRegistry::embedded().messageNames();
    if (size < 3) {
        return 0;
    }
    const std::string& name = names[(data[0] * 256U + data[1]) % names.size()];
    const VersionRange versions = SchemaRegistry::embedded().versionsOf(name);
    if (versions.isEmpty()) {
        return 0;
    }
    const int version = versions.min + data[2] % (versions.max - versions.min + 1);
    const auto layout = SchemaRegistry::embedded().layout(name, version);
    if (!layout) {
        return 0;
    }
    const auto bytes = std::make_shared<const ByteBuffer>(data + 3, data + size);
    const auto tree = decodeMessage(*layout, bytes, testing::fuzzLimits());
    testing::useTree(tree);
    useColumns(*layout, tree);
    // What decoded without a fault can be said again, byte for byte.
    if (tree->diagnostics.empty() && encodeBytes(**layout, draftFromTree(*tree)) != *bytes) {
        std::abort();
    }
    return 0;
}
