// SPDX-License-Identifier: MIT
#pragma once

#include "fault/fault.hpp"
#include "process/child_process.hpp"

#include <chrono>
#include <memory>
#include <vector>

namespace gateway {

/// What the faults of a program's process do in a cycle.
struct ProcessEffect {
    /// The program does not answer: the name of the fault; null: it does.
    const char* silent_by = nullptr;
    std::chrono::nanoseconds delay{0};  ///< of its answer, in simulated time
    const char* slow_by = nullptr;      ///< the name of a fault that delays it
    bool was_killed = false;            ///< in this cycle; the process may not have ended yet
};

/// A fault of a program's process.
class ProcessFault {
  public:
    explicit ProcessFault(const AppliedFault& applied) : applied_(applied) {}
    virtual ~ProcessFault() = default;
    /// Called at the begin of each cycle, before the program gets its inputs.
    virtual void act(ProcessEffect& effect) = 0;

  protected:
    const AppliedFault& applied() const { return applied_; }
    /// Whether the fault has begun since the last call.
    bool begins();

  private:
    AppliedFault applied_;
    std::uint64_t activities_ = 0;  ///< seen so far
};

/// A kind of fault of a process. Add a new kind as a file with one, and to process_fault_kinds().
struct ProcessFaultKind : FaultKind {
    bool needs_child;  ///< the run must start the program
    /// @param child null if the run does not start the program
    std::unique_ptr<ProcessFault> (*create)(const AppliedFault& applied, ChildProcess* child);
};

extern const ProcessFaultKind kill_kind, stop_kind, slow_kind;

std::vector<const ProcessFaultKind*> process_fault_kinds();

/// The faults of one program's process.
class ProcessFaults {
  public:
    /// @param child outlives this; null if the run does not start the program
    ProcessFaults(const std::vector<AppliedFault>& faults, ChildProcess* child);
    /// To be called at the begin of each cycle.
    ProcessEffect begin_cycle();

  private:
    std::vector<std::unique_ptr<ProcessFault>> faults_;
};

}  // namespace gateway
