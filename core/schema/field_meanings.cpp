#include "core/schema/field_meanings.h"

namespace brokerscope {

struct FieldMeanings::Impl {};

FieldMeanings::FieldMeanings(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
FieldMeanings::~FieldMeanings() = default;
FieldMeanings::FieldMeanings(FieldMeanings&&) noexcept = default;
FieldMeanings& FieldMeanings::operator=(FieldMeanings&&) noexcept = default;

const FieldMeanings& FieldMeanings::embedded() {
    static const FieldMeanings* const meanings = new FieldMeanings(std::make_unique<Impl>());
    return *meanings;
}

Result<FieldMeanings> FieldMeanings::read(const std::vector<OverlayText>&) {
    return FieldMeanings(std::make_unique<Impl>());
}

void FieldMeanings::bind(MessageSpec&) const {}

Result<void> FieldMeanings::validate(const SchemaRegistry&) const {
    return {};
}

const EnumTable* FieldMeanings::enumeration(std::string_view) const {
    return nullptr;
}

}  // namespace brokerscope
