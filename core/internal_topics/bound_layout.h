#pragma once

#include "core/schema/message_layout.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// Where the fields of a layout stand in a table of paths. Immutable, thread safe, keeps the layout alive.
class BoundLayout {
public:
    static constexpr std::int16_t kNone = -1;
    struct Target {
        std::int16_t row = kNone;
        std::int16_t node = kNone;  // of the fields within
    };

    static constexpr Target kRoot{kNone, 0};

    BoundLayout(std::shared_ptr<const MessageLayout> layout, std::span<const std::string_view> paths);

    const MessageLayout& layout() const { return *m_layout; }
    // `field` is one of the structure at `node`; 0 is the message. kNone has no fields.
    Target target(std::int16_t node, const FieldLayout* field) const {
        if (node == kNone) {
            return {};
        }
        const Node& within = m_nodes[static_cast<std::size_t>(node)];
        if (field >= within.fields && field < within.fields + within.count) {
            return within.targets[static_cast<std::size_t>(field - within.fields)];
        }
        return within.targets[within.count + static_cast<std::size_t>(field - within.tagged)];
    }

private:
    struct Node {
        const FieldLayout* fields = nullptr;
        const FieldLayout* tagged = nullptr;
        std::size_t count = 0;        // of the fields
        std::vector<Target> targets;  // fields, then tagged ones
    };
    std::int16_t add(const StructLayout& structure, const std::string& prefix, std::span<const std::string_view> paths);

    std::shared_ptr<const MessageLayout> m_layout;
    std::vector<Node> m_nodes;
};

}  // namespace brokerscope
