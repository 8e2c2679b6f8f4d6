// SPDX-License-Identifier: MIT
#include "faults.hpp"

#include "fault_point.hpp"

#include <unistd.h>

#include <csignal>
#include <cstring>

namespace {

struct Armed {
    const char* point = nullptr;
    int count = 0;
    void (*strike)() = nullptr;
};
thread_local Armed armed;

}  // namespace

void ddc::fault::passing(const char* point) noexcept {
    if (armed.point == nullptr || std::strcmp(point, armed.point) != 0) return;
    if (--armed.count > 0) return;
    armed.point = nullptr;
    armed.strike();
}

namespace tests::faults {

void arm(const char* point, int count, void (*strike)()) {
    armed = {point, count, strike};
}
void disarm() {
    armed = {};
}

void kill_myself() {
    ::kill(::getpid(), SIGKILL);
}
void stop_myself() {
    ::kill(::getpid(), SIGSTOP);
}

}  // namespace tests::faults
