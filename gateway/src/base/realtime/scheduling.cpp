// SPDX-License-Identifier: MIT
#include "scheduling.hpp"

#include "priority.hpp"

namespace gateway {

void apply_scheduling(const SchedulingOptions& options,
                      const std::function<void(const std::string&)>& log) {
    const auto report = [&](const Granted& granted) {
        if (!granted.ok) log(granted.message);
    };
    if (options.priority) report(set_fifo_priority(*options.priority));
    if (options.lock_memory) report(lock_memory());
    if (!options.cpus.empty()) report(set_cpu_affinity(options.cpus));
}

}  // namespace gateway
