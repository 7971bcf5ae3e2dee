#include "core/internal_topics/fact_list.h"

#include "core/base/utf8.h"
#include "core/schema/field_meanings.h"

#include <fmt/format.h>

namespace brokerscope {

void FactJson::text(std::string_view value) {
    m_json.text(displayUtf8(asBytes(value)));
}

std::string labelOf(std::string_view enumeration, std::int64_t number) {
    const EnumTable* table = FieldMeanings::embedded().enumeration(enumeration);
    const EnumTable::Value* known = table == nullptr ? nullptr : table->find(number);
    return known == nullptr ? fmt::format("unknown ({})", number) : known->name;
}

}  // namespace brokerscope
