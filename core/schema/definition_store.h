#pragma once

#include "core/base/error.h"
#include "core/schema/definition_head.h"
#include "core/schema/message_layout.h"
#include "core/schema/schema_blob.h"
#include "core/schema/schema_sources.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace brokerscope {

// All definitions in order of precedence: those of --schemas in the order given, the releases from new to old,
// previews. Those of the blob are parsed when first asked for, the others when added. Thread safe once everything is
// added; specs and layouts are kept and shared.
class DefinitionStore {
public:
    using Index = std::size_t;  // position in heads()

    DefinitionStore();
    ~DefinitionStore();
    DefinitionStore(DefinitionStore&&) noexcept;
    DefinitionStore& operator=(DefinitionStore&&) noexcept;

    // Errors: SchemaInvalid, also where a source defines one message twice.
    Result<void> add(const SchemaFiles& files);
    // `blob` must outlive the store. A preview request whose response has fewer versions gets a response with an
    // unknown body.
    void add(const SchemaBlob& blob);

    const std::vector<DefinitionHead>& heads() const;
    std::span<const Index> byName(std::string_view name) const;           // in order of precedence
    std::span<const Index> byApiKey(MessageType type, int apiKey) const;  // requests and responses

    Result<std::shared_ptr<const MessageSpec>> spec(Index index) const;
    // `version` must be one of the definition's valid versions.
    Result<std::shared_ptr<const MessageLayout>> layout(Index index, int version) const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace brokerscope
