// SPDX-License-Identifier: MIT
#include "interrupt.hpp"

#include <csignal>

namespace ddc::command {
namespace {

volatile std::sig_atomic_t signalled = 0;

struct sigaction of_interrupt {};
struct sigaction of_termination {};

}  // namespace

Interrupt::Interrupt() {
    signalled = 0;
    struct sigaction action {};
    action.sa_handler = [](int) { signalled = 1; };
    sigemptyset(&action.sa_mask);
    ::sigaction(SIGINT, &action, &of_interrupt);
    ::sigaction(SIGTERM, &action, &of_termination);
}

Interrupt::~Interrupt() {
    ::sigaction(SIGINT, &of_interrupt, nullptr);
    ::sigaction(SIGTERM, &of_termination, nullptr);
}

bool Interrupt::happened() const noexcept {
    return signalled != 0;
}

}  // namespace ddc::command
