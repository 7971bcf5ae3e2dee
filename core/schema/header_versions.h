#pragma once

#include "core/schema/message_spec.h"

#include <string_view>

namespace brokerscope {

// Which header version a message has: every exception of the protocol lives in this one file pair.
//
//   rule                     flexible request 2, else 1; flexible response 1, else 0
//   ControlledShutdown v0    request 0: no client id (Kafka's ApiKeys)
//   ApiVersions              response 0 at every version: it is read before anything is known of the peer (KIP-511)
//   `headerVersions`         where a definition has this key, it says what holds and the rule above does not apply
//
// `version` is one of the definition's valid versions; outside of `headerVersions` the rule answers.
int requestHeaderVersion(const MessageSpec& request, int version);
int responseHeaderVersion(const MessageSpec& response, int version);

// Why the header version differs from the rule, such as "fixed for ApiVersions"; empty where it does not.
std::string_view headerVersionReason(const MessageSpec& message, int version);

}  // namespace brokerscope
