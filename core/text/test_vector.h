#pragma once

#include "core/base/limits.h"
#include "core/document/nested_opener.h"
#include "core/value/node_ref.h"

#include <string>

namespace brokerscope {

// A message as one line for tests in other languages: what `bscope batch` takes, with what it answers as "expect".
//   {"op":"decode","name":"MetadataRequest","version":12,"frame":true,"hex":"…","expect":{"ok":true,…}}
// `root` is the root of a tree: a frame, or a message without one. Nothing is masked. Empty where no definition of the
// message is known, so that nobody could decode it again. No line feed.
std::string testVector(const NodeRef& root, const NestedOpener& opener, const Limits& limits);

}  // namespace brokerscope
