// SPDX-License-Identifier: MIT
#include "process_fault.hpp"

#include <csignal>

namespace gateway {
namespace {

class Kill : public ProcessFault {
  public:
    Kill(const AppliedFault& applied, ChildProcess& child) : ProcessFault(applied), child_(child) {}
    void act(ProcessEffect& effect) override {
        if (!begins()) return;
        child_.send(SIGKILL);
        effect.was_killed = true;
    }

  private:
    ChildProcess& child_;
};

}  // namespace

const ProcessFaultKind kill_kind{
    {"kill", "Kills the process at the begin (SIGKILL).", {FaultSide::process}, {}, false},
    true,
    [](const AppliedFault& applied, ChildProcess* child) -> std::unique_ptr<ProcessFault> {
        return std::make_unique<Kill>(applied, *child);
    }};

}  // namespace gateway
