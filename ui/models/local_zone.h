#pragma once

#include "core/base/written_time.h"

namespace brokerscope {

// The local time of this machine, in which the window writes times and reads them.
ZoneOffset localZone();

}  // namespace brokerscope
