#pragma once

#include "core/base/message_id.h"

#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// The text of a message is made at the edge, from the English table in message_text.cpp or by an installed translator.

// The stable SCREAMING name of a message, such as "TRUNCATED_VALUE".
std::string_view messageCode(MessageId id);

// The English template with {0}, {1} … places.
std::string_view messageTemplate(MessageId id);

// A function that gives the template in another language; it must outlive the program's use of texts. Set once, before
// threads start.
using MessageTranslator = std::string (*)(MessageId, std::string_view english);
void installMessageTranslator(MessageTranslator translator);

// The sentence for `id` with `arguments` put in: at {0} the first one, at {0:bytes} with that noun behind it, which
// loses its plural s where the argument is "1". A place without an argument stays empty.
std::string messageText(MessageId id, const std::vector<std::string>& arguments);

}  // namespace brokerscope
