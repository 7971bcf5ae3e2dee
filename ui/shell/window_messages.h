#pragma once

namespace brokerscope {

// Has messages of the offline half say what to do in the window where they name an option of `bscope`, and what they
// are about where `bscope` writes the name of a field before them. Once, before threads start.
void installWindowMessages();

}  // namespace brokerscope
