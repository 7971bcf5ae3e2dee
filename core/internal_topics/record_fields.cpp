#include "core/internal_topics/record_fields.h"

namespace brokerscope {

std::optional<std::string> FieldValue::textOrNothing() const {
    return isNull ? std::nullopt : std::optional<std::string>(text());
}

std::vector<std::int32_t> FieldValue::int32s() const {
    std::vector<std::int32_t> numbers;
    numbers.reserve(bytes.size() / 4);
    for (std::size_t at = 0; at + 4 <= bytes.size(); at += 4) {
        numbers.push_back(static_cast<std::int32_t>(readInteger(FieldType::Int32, bytes.data() + at)));
    }
    return numbers;
}

std::vector<Uuid> FieldValue::uuids() const {
    constexpr std::size_t kUuidBytes = sizeof(Uuid::bytes);
    std::vector<Uuid> all;
    all.reserve(bytes.size() / kUuidBytes);
    for (std::size_t at = 0; at + kUuidBytes <= bytes.size(); at += kUuidBytes) {
        all.push_back(Uuid::fromBytes(bytes.subspan(at)));
    }
    return all;
}

Uuid FieldValue::uuid() const {
    return bytes.size() == Uuid().bytes.size() ? Uuid::fromBytes(bytes) : Uuid();
}

}  // namespace brokerscope
