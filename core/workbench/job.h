#pragma once

#include "core/base/error.h"

namespace brokerscope {

// Work of a session that ends by itself or by being cancelled. Network thread only.
class Job {
public:
    virtual ~Job() = default;

    // Ends now, telling whoever waits; nothing where it has ended.
    virtual void cancel() = 0;
};

// Why a job of a session without a cluster cannot be done.
inline Error notConnected() {
    return {MessageId::NoBroker, {"a cluster that is not connected"}, std::nullopt, {}};
}

}  // namespace brokerscope
