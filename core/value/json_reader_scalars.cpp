#include "core/value/json_reader_scalars.h"

#include "core/base/base64.h"
#include "core/base/hex.h"
#include "core/base/utf8.h"
#include "core/schema/default_value.h"

#include <array>
#include <cmath>
#include <limits>

namespace brokerscope {
namespace {

tl::unexpected<Error> failureAt(const std::string& path, MessageId id, std::vector<std::string> arguments) {
    return tl::unexpected<Error>(Error{id, std::move(arguments), std::nullopt, path});
}

// A pasted value may be long; its beginning is enough to find it.
std::string shortened(std::string_view text) {
    constexpr std::size_t kShown = 60;
    return text.size() <= kShown ? std::string(text) : displayUtf8(asBytes(text.substr(0, kShown))) + "…";
}

Result<DraftValue> boolFromJson(const JsonValue& json, const std::string& path) {
    if (const bool* value = json.as<bool>()) {
        return std::int64_t{*value ? 1 : 0};
    }
    if (json.as<std::int64_t>() == nullptr && json.as<JsonBigInteger>() == nullptr) {
        return wrongType(path, "true or false", json);
    }
    return integerFromJson(json, 0, 255, path).map([](std::int64_t value) { return DraftValue(value); });
}

Result<DraftValue> realFromJson(const JsonValue& json, const std::string& path) {
    if (const double* value = json.as<double>()) {
        return *value;
    }
    if (const auto* value = json.as<std::int64_t>()) {
        return static_cast<double>(*value);
    }
    if (const auto* value = json.as<JsonBigInteger>()) {
        return std::strtod(value->digits.c_str(), nullptr);
    }
    struct Special {
        std::string_view text;
        double value;
    };
    static constexpr std::array kSpecials{
        Special{"NaN", std::numeric_limits<double>::quiet_NaN()},
        Special{"Infinity", std::numeric_limits<double>::infinity()},
        Special{"-Infinity", -std::numeric_limits<double>::infinity()},
    };
    const auto* text = json.as<std::string>();
    if (text == nullptr) {
        return wrongType(path, "a number", json);
    }
    for (const Special& special : kSpecials) {
        if (*text == special.text) {
            return special.value;
        }
    }
    return failureAt(path, MessageId::InvalidValue, {path, shortened(*text), "a number, NaN, Infinity or -Infinity"});
}

Result<DraftValue> textualFromJson(FieldType type, const JsonValue& json, const std::string& path) {
    const auto* text = json.as<std::string>();
    if (type == FieldType::String) {
        return text != nullptr ? Result<DraftValue>(DraftText{*text}) : wrongType(path, "a string", json);
    }
    if (type == FieldType::Uuid) {
        if (text == nullptr) {
            return wrongType(path, "a uuid in quotes", json);
        }
        if (const auto id = Uuid::fromString(*text)) {
            return *id;
        }
        return failureAt(
            path, MessageId::InvalidValue,
            {path, shortened(*text), "a uuid (22 characters of base64, or hyphenated hexadecimal digits)"});
    }
    if (text == nullptr) {
        return wrongType(path, "bytes as base64 in quotes", json);
    }
    if (auto bytes = fromBase64(*text)) {
        return std::move(*bytes);
    }
    return failureAt(path, MessageId::InvalidValue, {path, shortened(*text), "base64"});
}

}  // namespace

tl::unexpected<Error> wrongType(const std::string& path, std::string expected, const JsonValue& found) {
    return failureAt(path, MessageId::JsonWrongType, {path, std::move(expected), std::string(found.kindName())});
}

Result<std::int64_t> integerFromJson(const JsonValue& json, std::int64_t least, std::int64_t greatest,
                                     const std::string& path) {
    std::string digits;
    if (const auto* value = json.as<std::int64_t>()) {
        if (*value >= least && *value <= greatest) {
            return *value;
        }
        digits = std::to_string(*value);
    } else if (const auto* big = json.as<JsonBigInteger>()) {
        digits = shortened(big->digits);
    } else if (json.as<double>() != nullptr) {
        return failureAt(path, MessageId::JsonWrongType,
                         {path, "a whole number", "a number with fraction or exponent"});
    } else {
        return wrongType(path, "a whole number", json);
    }
    return failureAt(path, MessageId::ValueOutOfRange, {path, digits, std::to_string(least), std::to_string(greatest)});
}

Result<ByteBuffer> hexFromJson(const JsonValue& json, const std::string& path) {
    const auto* text = json.as<std::string>();
    if (text == nullptr) {
        return wrongType(path, "hexadecimal digits in quotes", json);
    }
    return fromHex(*text).map_error([&path](Error error) {
        error.path = path;
        return error;
    });
}

Result<DraftValue> scalarFromJson(FieldType type, const JsonValue& json, const std::string& path) {
    if (json.isNull()) {
        return DraftNull{};
    }
    switch (type) {
        case FieldType::Bool:
            return boolFromJson(json, path);
        case FieldType::Float64:
            return realFromJson(json, path);
        case FieldType::Uuid:
        case FieldType::String:
        case FieldType::Bytes:
        case FieldType::Records:
            return textualFromJson(type, json, path);
        default:
            break;
    }
    const IntegerLimits limits = integerLimits(type).value_or(IntegerLimits{});
    return integerFromJson(json, limits.least, limits.greatest, path).map([](std::int64_t value) {
        return DraftValue(value);
    });
}

}  // namespace brokerscope
