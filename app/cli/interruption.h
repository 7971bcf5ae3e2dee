#pragma once

namespace brokerscope {

// While one lives, Ctrl+C (SIGINT, SIGTERM) does not end the program but is noted: whoever follows something stops,
// says the rest and ends well. One at a time; the handlers from before come back with its end.
class Interruption {
public:
    Interruption();
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    bool isAsked() const;

private:
    void (*m_interrupt)(int);
    void (*m_terminate)(int);
};

}  // namespace brokerscope
