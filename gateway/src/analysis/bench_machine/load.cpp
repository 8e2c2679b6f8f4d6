// SPDX-License-Identifier: MIT
#include "load.hpp"

#include "realtime/priority.hpp"

#include <sys/mman.h>

#include <cstddef>

namespace gateway::machine {
namespace {

using Clock = std::chrono::steady_clock;

/// Larger than the caches of a core, so that the processes compete for the memory too.
constexpr std::size_t memory_bytes = std::size_t{16} << 20;
constexpr std::size_t stride = 64;

/// Maps, writes and unmaps memory until the end.
void keep_busy(int cpu, Clock::time_point end) {
    static_cast<void>(set_cpu_affinity({cpu}));
    while (Clock::now() < end) {
        void* memory = ::mmap(nullptr, memory_bytes, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) continue;
        auto* bytes = static_cast<volatile unsigned char*>(memory);
        for (int round = 0; round < 8; ++round)
            for (std::size_t i = 0; i < memory_bytes; i += stride)
                bytes[i] = static_cast<unsigned char>(bytes[i] + i);
        ::munmap(memory, memory_bytes);
    }
}

}  // namespace

Load::Load(const std::vector<int>& cpus, std::chrono::nanoseconds longest) {
    const auto end = Clock::now() + longest;
    for (const int cpu : cpus) processes_.emplace_back([cpu, end] { keep_busy(cpu, end); });
}

}  // namespace gateway::machine
