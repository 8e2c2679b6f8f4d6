// SPDX-License-Identifier: MIT
#pragma once

#include <plant/yaml_reader.hpp>

#include <functional>
#include <optional>
#include <vector>

namespace gateway {

/// What a realtime loop asks of the kernel; it runs without as well.
struct KernelWishes {
    std::optional<int> priority;  ///< SCHED_FIFO, 1 to 99
    bool lock_memory = false;
    std::vector<int> cpus;
};

/// Reads `priority`, `lock_memory` and `cpus`.
void read_kernel_wishes(plant::YamlReader& reader, KernelWishes& wishes);

/// Asks for this thread, and tells what was denied.
void ask_kernel(const KernelWishes& wishes, const std::function<void(const std::string&)>& log);

}  // namespace gateway
