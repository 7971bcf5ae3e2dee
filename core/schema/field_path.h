#pragma once

#include "core/schema/message_spec.h"

#include <string_view>

namespace brokerscope {

// The field at a path of JSON names with [] for any element: "topics[].partitions[].errorCode". A trailing [] names the
// elements of an array, without it the array itself. Null: no such field, or [] where there is no array, or none where
// the path goes on into one.
const FieldSpec* fieldAt(const MessageSpec& spec, std::string_view path);

// The struct at such a path; the empty path is the message itself. Null: no such struct.
const StructSpec* structAt(const MessageSpec& spec, std::string_view path);

}  // namespace brokerscope
