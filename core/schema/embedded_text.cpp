#include "core/schema/embedded_text.h"

#include "core/schema/schema_blob.h"

namespace brokerscope {

std::optional<std::string_view> embeddedText(std::string_view path) {
    return SchemaBlob::embedded().text(path);
}

}  // namespace brokerscope
