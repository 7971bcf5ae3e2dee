#pragma once

#include "core/exchange/exchange.h"
#include "core/schema/schema_registry.h"

#include <cstdint>
#include <string>

namespace brokerscope {

// How an exchange is called above its bytes.
struct ExchangeTitle {
    std::uint64_t number = 0;  // in its list
    std::string time;          // empty: not known
    std::string connection;
    bool isRequestMasked = false;
    bool isResponseMasked = false;
};

// The frames of an exchange as hex dumps with remarks around them; what is no offset and no byte stands behind a #, as
// text2pcap and others want it. Ends in an empty line.
//   # 3 2023-11-14T22:13:25.001Z connection:3-broker-1:9092 Metadata v12 correlation id 7
//   # request, 41 bytes
//   00000000  00 00 00 25 …
//   # response, 142 bytes, secrets masked
//   00000000  …
std::string exchangeHex(const SchemaRegistry& registry, const Exchange& exchange, const ExchangeTitle& title);

}  // namespace brokerscope
