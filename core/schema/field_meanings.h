#pragma once

#include "core/base/error.h"
#include "core/schema/field_meaning.h"
#include "core/schema/message_spec.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

class SchemaRegistry;

// One overlay file.
struct OverlayText {
    std::string file;
    std::string_view text;
};

// The overlays' rules about fields (bits, entities, enums, errors, secrets, times), bound to the fields of each
// definition when it is parsed. Immutable, thread safe.
class FieldMeanings {
public:
    // Those embedded in the program; made on first call.
    static const FieldMeanings& embedded();
    // Errors: OverlayInvalid with file, rule and reason.
    static Result<FieldMeanings> read(const std::vector<OverlayText>& texts);
    ~FieldMeanings();
    FieldMeanings(FieldMeanings&&) noexcept;
    FieldMeanings& operator=(FieldMeanings&&) noexcept;

    // Sets FieldSpec::meaning and MessageSpec::meanings. Rules whose path the definition lacks are left out: releases
    // differ.
    void bind(MessageSpec& spec) const;
    // Whether every rule meets a field of a type that it can speak of, somewhere in the registry. Errors:
    // OverlayInvalid.
    Result<void> validate(const SchemaRegistry& registry) const;
    const EnumTable* enumeration(std::string_view name) const;  // null: no such list

private:
    struct Impl;
    explicit FieldMeanings(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

}  // namespace brokerscope
