// SPDX-License-Identifier: MIT
#include "interrupt.hpp"

#include <iterator>
#include <tuple>

namespace ddc::command {
namespace {

volatile std::sig_atomic_t signalled = 0;

constexpr int signals[] = {SIGINT, SIGTERM, SIGHUP};

}  // namespace

Interrupt::Interrupt() {
    static_assert(std::size(signals) == std::tuple_size_v<decltype(before_)>);
    signalled = 0;
    struct sigaction action {};
    action.sa_handler = [](int) { signalled = 1; };
    sigemptyset(&action.sa_mask);
    for (std::size_t i = 0; i < before_.size(); ++i) {
        ::sigaction(signals[i], nullptr, &before_[i]);
        const bool is_under_nohup = signals[i] == SIGHUP && before_[i].sa_handler == SIG_IGN;
        if (!is_under_nohup) ::sigaction(signals[i], &action, nullptr);
    }
}

Interrupt::~Interrupt() {
    for (std::size_t i = 0; i < before_.size(); ++i) ::sigaction(signals[i], &before_[i], nullptr);
}

bool Interrupt::happened() noexcept {
    return signalled != 0;
}

}  // namespace ddc::command
