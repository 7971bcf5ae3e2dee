#pragma once

namespace brokerscope {

// Work of a session that ends by itself or by being cancelled. Network thread only.
class Job {
public:
    virtual ~Job() = default;

    // Ends now, telling whoever waits; nothing where it has ended.
    virtual void cancel() = 0;
};

}  // namespace brokerscope
