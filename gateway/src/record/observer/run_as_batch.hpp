// SPDX-License-Identifier: MIT
#pragma once

#include <pthread.h>
#include <sched.h>

namespace gateway {

/// Gives this thread the policy SCHED_BATCH, so that it does not preempt the loop or the program
/// when it wakes. Without permission the policy is not changed.
inline void run_as_batch() {
    const sched_param parameters{};
    ::pthread_setschedparam(::pthread_self(), SCHED_BATCH, &parameters);
}

}  // namespace gateway
