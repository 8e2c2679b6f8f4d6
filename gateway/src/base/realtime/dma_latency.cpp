// SPDX-License-Identifier: MIT
#include "dma_latency.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

namespace gateway {

DmaLatency::DmaLatency(std::chrono::microseconds longest)
    : file_(::open("/dev/cpu_dma_latency", O_WRONLY | O_CLOEXEC)) {
    const auto us = static_cast<std::int32_t>(longest.count());
    if (file_.get() >= 0 && ::write(file_.get(), &us, sizeof us) == sizeof us) return;
    granted_ = {false, "wake-up latency " + std::to_string(us) +
                           " us denied: " + std::strerror(errno) +
                           "; allow this user to write to /dev/cpu_dma_latency"};
}

}  // namespace gateway
