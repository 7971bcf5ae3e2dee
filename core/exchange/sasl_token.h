#pragma once

#include "core/base/bytes.h"
#include "core/schema/schema_registry.h"

#include <memory>

namespace brokerscope {

// A raw SASL token as a message of its own, so that everything that shows, masks or writes messages can do so with it:
//   token = size:int32 bytes
// The size prefix of the frame is the length of the one field, "token", which is a secret as a whole.
std::shared_ptr<const MessageLayout> saslTokenLayout();

// Whether a frame begins as a request of the registry's does: a known API at a known version, and a client id that ends
// within the frame and is text. False for anything shorter than a header.
bool readsAsRequest(const SchemaRegistry& registry, ByteView frame);

}  // namespace brokerscope
