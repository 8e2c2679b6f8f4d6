// SPDX-License-Identifier: MIT
#pragma once

#include <sched.h>

namespace ddc {

/// Hint for the processor that this is a spin loop.
inline void pause() noexcept {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("isb");
#endif
}

/// Number of cores that this process may run on. Spinning is useless on a single core.
inline int usable_cores() noexcept {
    cpu_set_t set;
    CPU_ZERO(&set);
    return ::sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

}  // namespace ddc
