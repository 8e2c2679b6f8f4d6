// SPDX-License-Identifier: MIT
#pragma once

#include "machine_tree.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gateway {

/// An idle state of a CPU.
struct IdleState {
    std::string name;
    std::int64_t exit_latency_us = 0;  ///< time to wake up from it
    bool is_disabled = false;
};

/// What decides about realtime on one CPU.
struct CpuState {
    int cpu = 0;
    std::optional<std::string> governor;  ///< of its frequency
    std::vector<IdleState> idle_states;   ///< empty if not available
    std::vector<int> siblings;            ///< threads of its core, itself among them
};

/// What decides about realtime on a machine. Values that cannot be read are empty.
struct Machine {
    std::optional<std::string> kernel;      ///< release
    std::optional<std::string> preemption;  ///< PREEMPT_RT, PREEMPT_DYNAMIC, PREEMPT or none
    std::optional<std::string> cpu_model;
    std::optional<bool> is_virtual;
    std::vector<CpuState> cpus;  ///< that are online
    /// That this process may use.
    std::optional<std::vector<int>> allowed_cpus;
    std::optional<std::vector<int>> isolated_cpus, nohz_full_cpus, rcu_nocbs_cpus;
    /// CPUs that handle the interrupts of the network interface; the empty list if it has none.
    std::optional<std::vector<int>> interrupt_cpus;
    /// Time in a period of sched_rt_period_us in which SCHED_FIFO threads may run; -1 for all.
    std::optional<std::int64_t> sched_rt_runtime_us, sched_rt_period_us;
    /// Highest SCHED_FIFO priority that this process may request, 0 for none.
    std::optional<std::int64_t> rtprio_limit;
    /// Bytes that this process may lock, -1 for any number.
    std::optional<std::int64_t> memlock_limit;
    std::optional<std::string> huge_pages;  ///< always, madvise or never
    bool has_dma_latency = false;           ///< whether /dev/cpu_dma_latency exists
    bool may_set_dma_latency = false;       ///< whether this process may open it
    std::optional<std::string> clocksource, available_clocksources;

    std::vector<int> online_cpus() const;
};

/// Reads the values of a machine.
/// @param interface name of a network interface; empty for none
Machine read_machine(const MachineTree& tree, const std::string& interface = {});

}  // namespace gateway
