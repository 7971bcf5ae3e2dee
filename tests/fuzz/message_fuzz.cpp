// Any layout over any bytes: the first two bytes choose the definition, the third the version, the rest is the message.
#include "tests/support/fuzzed_tree.h"

#include "core/codec/encoder.h"

#include <cstdlib>

using namespace brokerscope;

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
    // What decoded without a fault can be said again, byte for byte.
    if (tree->diagnostics.empty() && encodeBytes(**layout, draftFromTree(*tree)) != *bytes) {
        std::abort();
    }
    return 0;
}
