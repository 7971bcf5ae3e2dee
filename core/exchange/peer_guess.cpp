#include "core/exchange/peer_guess.h"

#include "core/schema/message_spec.h"
#include "core/value/value_tree.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace brokerscope {
namespace {

struct Greeting {
    std::string_view begins;
    std::string_view says;
};

// Read as a size, every one of these is above 512 MiB: no greeting is mistaken for a frame by the usual limits.
constexpr std::array kGreetings{
    Greeting{"HTTP", "it answers with HTTP"},
    Greeting{"GET ", "it sends an HTTP request"},
    Greeting{"POST", "it sends an HTTP request"},
    Greeting{"SSH-", "it is an SSH server"},
    Greeting{"AMQP", "it speaks AMQP"},
    Greeting{"-ERR", "it is a text protocol's error (Redis or POP3)"},
    Greeting{"220 ", "it greets like a mail or FTP server"},
};

// RFC 8446, 5.1: content type 20-23, then the legacy version 3.x.
bool isTlsRecord(ByteView bytes) {
    return bytes[0] >= 20 && bytes[0] <= 23 && bytes[1] == 3 && bytes[2] <= 4;
}

std::string tlsSentence(ByteView bytes) {
    return bytes[0] == 21 ? "it answers with a TLS alert: this port wants TLS"
                          : "it sends a TLS record: this port wants TLS";
}

bool isPrintable(std::uint8_t byte) {
    return (byte >= 0x20 && byte < 0x7f) || byte == '\r' || byte == '\n' || byte == '\t';
}

std::string quoted(ByteView bytes) {
    std::string text;
    for (const std::uint8_t byte : bytes) {
        if (!isPrintable(byte) || byte < 0x20) {
            break;
        }
        text += static_cast<char>(byte);
    }
    return "it sends text that begins with \"" + text.substr(0, 40) + '"';
}

}  // namespace

std::optional<std::string> guessPeer(ByteView beginning, std::uint64_t frameLimit) {
    if (beginning.size() < 4) {
        return std::nullopt;
    }
    const std::int64_t size = readInteger(FieldType::Int32, beginning.data());
    const bool mayBeFrame = size >= 0 && static_cast<std::uint64_t>(size) <= frameLimit;
    if (mayBeFrame) {
        return std::nullopt;
    }
    for (const Greeting& greeting : kGreetings) {
        if (asText(beginning.first(4)) == greeting.begins) {
            return std::string(greeting.says);
        }
    }
    if (isTlsRecord(beginning)) {
        return tlsSentence(beginning);
    }
    if (std::all_of(beginning.begin(), beginning.begin() + 4, isPrintable)) {
        return quoted(beginning);
    }
    return std::nullopt;
}

}  // namespace brokerscope
