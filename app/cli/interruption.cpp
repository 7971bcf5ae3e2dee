#include "app/cli/interruption.h"

#include <csignal>

namespace brokerscope {
namespace {

volatile std::sig_atomic_t g_asked = 0;

void noteSignal(int) {
    g_asked = 1;
}

}  // namespace

Interruption::Interruption() {
    g_asked = 0;
    m_interrupt = std::signal(SIGINT, noteSignal);
    m_terminate = std::signal(SIGTERM, noteSignal);
}

Interruption::~Interruption() {
    std::signal(SIGINT, m_interrupt);
    std::signal(SIGTERM, m_terminate);
}

bool Interruption::isAsked() const {
    return g_asked != 0;
}

}  // namespace brokerscope
