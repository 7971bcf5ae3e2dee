#pragma once

#include "core/base/limits.h"
#include "core/exchange/recording_format.h"
#include "core/schema/schema_registry.h"

namespace brokerscope {

// The exchange with '*' in place of every byte of a secret, as many as there were, so that it decodes as before.
// Secrets are what the overlays call so; raw SASL tokens as a whole; and in messages that may hold secrets whatever
// nobody described (isHidden). What is not known to have secrets stays: bytes of unknown APIs, answers that nobody
// asked for, the contents of records. Frames without secrets are shared, not copied.
RecordedExchange withoutSecrets(const SchemaRegistry& registry, const Exchange& exchange, const SchemaChoice& choice,
                                const Limits& limits);

}  // namespace brokerscope
