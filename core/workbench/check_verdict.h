#pragma once

#include "core/schema/schema_registry.h"
#include "core/workbench/check.h"
#include "core/workbench/send_request.h"

#include <string>
#include <vector>

namespace brokerscope {

// What a sent request came to, without what the table says about it.
CheckOutcome outcomeOf(const SendResult& sent);
// The same of one that could not be sent: no connection, no time left.
CheckOutcome outcomeOfUnsent(const Error& error);

// Whether what happened is one of the possible outcomes: the same kind and, when refused, the same error codes.
bool isExpected(const SchemaRegistry& registry, const CheckOutcome& outcome,
                const std::vector<ExpectedOutcome>& possible);

// Whether an error is among them that no possible outcome has and that passes by itself, and none that stays.
bool mayPass(const SchemaRegistry& registry, const CheckOutcome& outcome, const std::vector<ExpectedOutcome>& possible);

// A broker that does not know a version closes, or says so where the API lets it.
bool isRefusalOfUnknown(const CheckOutcome& outcome);

}  // namespace brokerscope
