#pragma once

#include "app/cli/command_context.h"
#include "app/cli/send_options.h"
#include "core/workbench/send_request.h"

#include <string>

namespace brokerscope {

// One exchange as the JSON object of `send`, on one line. Secrets are masked unless --unmask is given.
std::string exchangeJson(const CommandContext& context, const SendResult& sent);

// One exchange for people: a heading, then the parts that are to be shown.
void printExchange(const CommandContext& context, const SendResult& sent, const ShownParts& shown);

// 3 without an answer that should have come; 1 where it holds an error code or was not decoded whole; else 0.
int statusOf(const SendResult& sent);

// {"key":3,"name":"Metadata","version":13}; null where the request said no API.
std::string apiReferenceJson(const CommandContext& context, std::optional<std::int16_t> key,
                             std::optional<std::int16_t> version);
// [{"path":"topics[0].errorCode","code":3,"name":"UNKNOWN_TOPIC_OR_PARTITION"}]
std::string errorFindingsJson(const CommandContext& context, const std::vector<ErrorFinding>& findings);
// {"code":"CONNECTION_CLOSED","message":"…","cause":"…","logLine":"…"}
std::string transportErrorJson(const TransportError& error);

}  // namespace brokerscope
