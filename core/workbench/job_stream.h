#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>

namespace brokerscope {

// What the streams between a job of the network thread and its one reader have in common, whatever they carry: who
// wakes whom, and that the reader has lost interest. The reader may be in any thread.
class JobStream {
public:
    JobStream(const JobStream&) = delete;
    JobStream& operator=(const JobStream&) = delete;

    // For the reader. Called in the network thread when something is there after the reader had found nothing; it must
    // not block, and not call setNotice(). Once this returns, the notice before is not called any more.
    void setNotice(std::function<void()> notice);

    // For the job. `wake` is called, in any thread, when the reader wants something or has cancelled.
    void begin(std::function<void()> wake);
    bool isCancelled() const;

protected:
    JobStream() = default;
    ~JobStream() = default;

    // With m_mutex locked, since that is how ending takes the function away together with what it calls.
    void wakeJob() const;
    void forgetJob() { m_wake = nullptr; }
    // Tells that something is there; gives the lock back.
    void tellReader(std::unique_lock<std::mutex>& lock);

    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_isAwaited = true;  // the reader has found nothing
    bool m_isCancelled = false;

private:
    std::function<void()> m_wake;
    std::mutex m_noticeMutex;  // held while the notice is called
    std::function<void()> m_notice;
};

}  // namespace brokerscope
