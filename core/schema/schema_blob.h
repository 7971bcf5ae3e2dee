#pragma once

#include "core/base/error.h"
#include "core/schema/definition_head.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// Reads the blob that cmake/schema_packer makes of schemas/ and resources/ at build time.
//
//   blob  = "brokerscope-blob 1" NL line* NL data
//   line  = "text" TAB place NL
//         | "definition" TAB place TAB type TAB name TAB key TAB valid TAB flexible TAB unstable TAB listeners NL
//   place = path TAB offset TAB size    offset counts bytes from the first one of data
//   key   = API key or "-"; unstable = "0" | "1"; listeners are separated by commas
//
// Lines ascend by path. Borrows the blob's bytes, which must outlive the reader and every text it gives. Immutable.
class SchemaBlob {
public:
    struct Definition {
        DefinitionHead head;
        std::string_view text;  // JSON without comments
    };
    struct Text {
        std::string_view path;  // "resources/minimal_requests.json"
        std::string_view text;
    };

    // Errors: SchemaUnreadable with the number of the line.
    static Result<SchemaBlob> read(std::string_view blob);
    // The blob within this program; empty of everything if it were damaged, which a test excludes.
    static const SchemaBlob& embedded();

    const std::vector<Definition>& definitions() const { return m_definitions; }
    const std::vector<Text>& texts() const { return m_texts; }
    std::optional<std::string_view> text(std::string_view path) const;
    std::vector<Text> textsUnder(std::string_view folder) const;  // "schemas/overlays/"
    // Kafka releases, newest first; previews are not among them.
    std::vector<std::string> releases() const;

private:
    bool readLine(std::string_view line, std::string_view data);

    std::vector<Definition> m_definitions;
    std::vector<Text> m_texts;
};

}  // namespace brokerscope
