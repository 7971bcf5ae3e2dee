#include "ui/models/local_zone.h"

#include <QDateTime>

namespace brokerscope {

ZoneOffset localZone() {
    return
        [](std::int64_t timeMs) { return std::int64_t{1000} * QDateTime::fromMSecsSinceEpoch(timeMs).offsetFromUtc(); };
}

}  // namespace brokerscope
