#include "core/internal_topics/record_fields.h"

namespace brokerscope {

std::optional<std::string> FieldValue::textOrNothing() const {
    return isNull ? std::nullopt : std::optional<std::string>(text());
}

namespace {

std::vector<std::int32_t> numbersIn(ByteView bytes, FieldType type, std::size_t size) {
    std::vector<std::int32_t> numbers;
    numbers.reserve(bytes.size() / size);
    for (std::size_t at = 0; at + size <= bytes.size(); at += size) {
        numbers.push_back(static_cast<std::int32_t>(readInteger(type, bytes.data() + at)));
    }
    return numbers;
}

}  // namespace

std::vector<std::int32_t> FieldValue::int16s() const {
    return numbersIn(bytes, FieldType::Int16, sizeof(std::int16_t));
}

std::vector<std::int32_t> FieldValue::int32s() const {
    return numbersIn(bytes, FieldType::Int32, sizeof(std::int32_t));
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
