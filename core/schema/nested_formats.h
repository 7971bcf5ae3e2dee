#pragma once

#include "core/schema/message_layout.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// Layouts of structures that group members put into bytes fields and that Kafka has no definition for: user data of the
// sticky assignors, the assignment of Streams, subscription and assignment of Connect. They are data, in
// resources/nested, in the language of the definitions. Immutable, thread safe.
class NestedFormats {
public:
    // Made on first call; the texts are part of the program and a test reads them all.
    static const NestedFormats& embedded();

    // Null: no such structure, or not in that version.
    std::shared_ptr<const MessageLayout> layout(std::string_view name, int version) const;
    VersionRange versionsOf(std::string_view name) const;  // empty: no such structure
    std::vector<std::string> names() const;                // sorted

private:
    NestedFormats();

    std::map<std::string, std::vector<std::shared_ptr<const MessageLayout>>, std::less<>> m_layouts;  // by version
};

}  // namespace brokerscope
