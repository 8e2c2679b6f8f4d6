// SPDX-License-Identifier: MIT
#include "scheduling.hpp"

#include "priority.hpp"

namespace gateway {

void apply_scheduling(const SchedulingOptions& options,
                      const std::function<void(const std::string&)>& log) {
    const auto tell = [&](const Granted& granted) {
        if (!granted.ok) log(granted.message);
    };
    if (options.priority) tell(set_fifo_priority(*options.priority));
    if (options.lock_memory) tell(lock_memory());
    if (!options.cpus.empty()) tell(set_cpu_affinity(options.cpus));
}

}  // namespace gateway
