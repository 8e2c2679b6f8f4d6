// SPDX-License-Identifier: MIT
#pragma once

#include <pthread.h>
#include <sched.h>

namespace gateway {

/// What is recorded can wait: this thread then takes no core from one at work, such as the loop or
/// the program, when it wakes. Where the kernel does not let it, it runs as any other.
inline void run_as_batch() {
    const sched_param parameters{};
    ::pthread_setschedparam(::pthread_self(), SCHED_BATCH, &parameters);
}

}  // namespace gateway
