#pragma once

#include "app/cli/command_context.h"
#include "app/cli/send_options.h"
#include "core/workbench/send_request.h"

#include <initializer_list>
#include <string>
#include <string_view>

namespace brokerscope {

class JsonObject;

// An exchange from whatever source, with the trees of its messages; null where there is no message.
struct ShownExchange {
    const Exchange& exchange;
    std::shared_ptr<const ValueTree> request;
    std::shared_ptr<const ValueTree> response;
    bool isCaptured = false;                      // the request was not made here: nothing is known of connecting
    std::vector<Diagnostic> requestRemarks = {};  // on the draft that the request was made from
};

// Everything that was remarked on an exchange, on its messages and on what lies within them: records, and structures
// within bytes fields.
struct ExchangeRemarks {
    std::vector<Diagnostic> remarks;
    bool isWithinGood = true;  // false: bytes of what lies within are malformed
};
ExchangeRemarks exchangeRemarks(const CommandContext& context, const ShownExchange& shown);
// Of those the ones on what lies within the messages.
ExchangeRemarks remarksWithin(const CommandContext& context, const ShownExchange& shown);

// The facts that every exchange has as JSON: "api" to "timing". Secrets are masked unless --unmask is given. False
// where bytes of what lies within the messages are malformed.
bool addExchangeJson(JsonObject& object, const CommandContext& context, const ShownExchange& shown);
// "Metadata v12, broker 1 127.0.0.1:9092, correlation id 3, 41 bytes sent, 142 received"; `who` stands where the broker
// does.
std::string exchangeHeading(const CommandContext& context, const Exchange& exchange, std::string_view who);
// Lines about what was odd or went wrong, each behind `indent`. What trees that were printed have said already is left
// out; null ones are none.
void printOutcome(const CommandContext& context, const Exchange& exchange, std::string_view indent = {},
                  std::initializer_list<const ValueTree*> printed = {});
// Why there is no answer by design: "acks=0"; "SASL token" for one that the server had nothing more to say to.
std::string_view noResponseReason(const Exchange& exchange);

// One exchange as the JSON object of `send`, on one line. Secrets are masked unless --unmask is given.
struct ExchangeJson {
    std::string text;
    bool areRecordsGood = true;  // false: bytes of records are malformed
};
ExchangeJson exchangeJson(const CommandContext& context, const SendResult& sent);
// The same to stdout; false where bytes of records are malformed.
bool printExchangeJson(const CommandContext& context, const SendResult& sent);

// What stands for the JSON object of a live command that ends without one: {"error":{…},"broker":{…},"received":"hex",
// "diagnostics":[…]}, the broker and all bytes that came from it null where the error is of no exchange (`last` is
// null); of `send` with the API that was meant and, as in its object, "request" and "response" (null).
std::string unreachedJson(const Error& error, const Exchange* last);
std::string unsentJson(const CommandContext& context, std::optional<std::int16_t> apiKey, const Error& error,
                       const std::vector<Diagnostic>& remarks);

// One exchange for people: a heading, then the parts that are to be shown. False where records that were printed are
// malformed.
bool printExchange(const CommandContext& context, const SendResult& sent, const ShownParts& shown);

// 3 without an answer that should have come; 1 where something of the exchange is a fault (holdsFault); else 0.
int statusOf(const SendResult& sent);

// {"key":3,"name":"Metadata","version":13}; null where the request said no API.
std::string apiReferenceJson(const CommandContext& context, std::optional<std::int16_t> key,
                             std::optional<std::int16_t> version);
// [{"path":"topics[0].errorCode","code":3,"name":"UNKNOWN_TOPIC_OR_PARTITION"}]
std::string errorFindingsJson(const CommandContext& context, const std::vector<ErrorFinding>& findings);
// {"id":1,"host":"…","port":9092}; without an id where none can be known (not -1: the bootstrap broker).
std::string brokerJson(std::optional<std::int32_t> id, const Endpoint& endpoint);
// {"connectMs":…,"queuedMs":…,…}; times that are not known are null.
std::string timingJson(const ShownExchange& shown);
// exchangeRemarks() as an array.
std::string remarksJson(const CommandContext& context, const ShownExchange& shown);
// The body of a message in Kafka's JSON form; null: there is none.
std::string bodyJson(const CommandContext& context, const std::shared_ptr<const ValueTree>& tree);
// {"code":"CONNECTION_CLOSED","message":"…","cause":"…","logLine":"…"}
std::string transportErrorJson(const TransportError& error);

}  // namespace brokerscope
