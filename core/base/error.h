#pragma once

#include "core/base/bytes.h"
#include "core/base/message_text.h"

#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace brokerscope {

// Why a call could not do its work: what (id and arguments), and where if it is about bytes or a field.
// It is a value; the sentence is made by text(). Not for Kafka's error codes nor for remarks on decoded data
// (Diagnostic).
struct Error {
    MessageId id = MessageId::Other;
    std::vector<std::string> arguments;
    std::optional<ByteSpan> where;
    std::string path;  // field path such as topics[0].name, empty where none applies

    std::string text() const { return messageText(id, arguments); }
    std::string_view code() const { return messageCode(id); }
    bool operator==(const Error&) const = default;
};

template <typename T>
using Result = tl::expected<T, Error>;

// `return failure(MessageId::UnknownApiKey, {"95"});`
inline tl::unexpected<Error> failure(MessageId id, std::vector<std::string> arguments = {}) {
    return tl::unexpected<Error>(Error{id, std::move(arguments), std::nullopt, {}});
}

}  // namespace brokerscope
