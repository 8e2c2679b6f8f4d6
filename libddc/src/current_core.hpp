// SPDX-License-Identifier: MIT
#pragma once

#include <sched.h>
#if __has_include(<sys/rseq.h>)
#include <sys/rseq.h>
#endif

#include <cstdint>

namespace ddc {

/// 1 + the core this thread runs on, 0 if it cannot be told. Where glibc has registered the thread
/// for restartable sequences, the kernel keeps the number up to date in the thread's own memory.
inline std::uint32_t current_core() noexcept {
#ifdef RSEQ_SIG
    if (__rseq_size > 0) {
        const char* area = static_cast<const char*>(__builtin_thread_pointer()) + __rseq_offset;
        const auto* cpu = &reinterpret_cast<const struct rseq*>(area)->cpu_id;
        const auto core = static_cast<std::int32_t>(__atomic_load_n(cpu, __ATOMIC_RELAXED));
        if (core >= 0) return static_cast<std::uint32_t>(core) + 1;
    }
#endif
    return static_cast<std::uint32_t>(::sched_getcpu() + 1);
}

}  // namespace ddc
