#pragma once

#include "core/schema/message_layout.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// Layouts that Kafka has no definition for. They are data, in the language of the definitions:
//
//   resources/nested   what group members put into bytes fields: user data of the sticky assignors, the assignment of
//                      Streams, subscription and assignment of Connect
//   resources/formats  record batches and messages, index files, producer snapshots; with the keys that these need
//                      (schemas/README.md, "Formats") and overlays of their own
//
// Immutable, thread safe.
class OwnFormats {
public:
    // Made on first call; the texts are part of the program and a test reads them all.
    static const OwnFormats& embedded();

    // Null: no such structure, or not in that version.
    std::shared_ptr<const MessageLayout> layout(std::string_view name, int version) const;
    std::shared_ptr<const MessageSpec> spec(std::string_view name) const;  // null: no such structure
    VersionRange versionsOf(std::string_view name) const;                  // empty: no such structure
    std::vector<std::string> names() const;                                // sorted

private:
    OwnFormats();
    void add(std::shared_ptr<const MessageSpec> spec);

    std::map<std::string, std::vector<std::shared_ptr<const MessageLayout>>, std::less<>> m_layouts;  // by version
};

}  // namespace brokerscope
