#pragma once

#include "core/schema/overlay_condition.h"
#include "core/value/node_ref.h"

#include <vector>

namespace brokerscope {

// What the overlays' conditions see of a decoded message: values by path, from the message's own structure (`body`, not
// a frame). Fields that the version lacks, and tagged fields that are absent, give the definition's default. Keeps the
// tree alive.
ReadOverlayValues overlayValues(const NodeRef& body);

// Whether the overlays call this value a secret, with the conditions of its rules looked at in the message around it.
// Null is none.
bool isSecret(const NodeRef& node);

// The same of a field's value at `path` ("resources[0].configs[2].value") of the message `body` (its own structure, not
// a frame). Null must be told apart by the caller.
bool isSecretAt(const FieldSpec& field, const NodeRef& body, std::string_view path);

// Whether some field of the message may be a secret.
bool mayHoldSecrets(const MessageSpec& message);
bool mayHoldSecrets(const ValueTree& tree);

// What is hidden where secrets are masked, the one rule of all that shows or keeps bytes: secrets, and in messages that
// may hold some whatever nobody described: gaps and unknown tags. Prefixes are shown.
bool isHidden(const NodeRef& node);
// Where hidden bytes are below a node, without their prefixes, ascending.
std::vector<ByteSpan> hiddenSpans(const NodeRef& node);

}  // namespace brokerscope
