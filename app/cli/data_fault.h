#pragma once

#include "core/base/diagnostic.h"
#include "core/exchange/exchange.h"
#include "core/value/value_tree.h"

#include <vector>

namespace brokerscope {

// What makes status 1 (kDataError), one rule for all commands that read or write messages: an error code in an answer,
// bytes that nobody described, and a fault among the remarks. Of bytes a warning is one too: it is said of what other
// readers need not take, such as text that is not UTF-8. Of a draft it is none: brokers judge what it warns of.
bool isFault(const Diagnostic& remark);
bool holdsFault(const ValueTree& message);
// Of its request, its answer or their pairing. What an answer says whose request is not known is no fault of its bytes.
bool holdsFault(const Exchange& exchange);
// Whether there is an error among the remarks on a draft.
bool isRefused(const std::vector<Diagnostic>& remarks);

}  // namespace brokerscope
