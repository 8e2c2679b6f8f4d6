// SPDX-License-Identifier: MIT
#include "process_fault.hpp"

#include <csignal>

namespace gateway {
namespace {

class Stop : public ProcessFault {
  public:
    Stop(const AppliedFault& applied, ChildProcess& child) : ProcessFault(applied), child_(child) {}
    ~Stop() override { set_stopped(false); }
    void act(ProcessEffect& effect) override {
        const bool is_active = applied().state.is_active;
        set_stopped(is_active);
        if (is_active) effect.silent_by = applied().fault.name.c_str();
    }

  private:
    void set_stopped(bool is_stopped) {
        if (is_stopped == is_stopped_) return;
        is_stopped_ = is_stopped;
        child_.send(is_stopped ? SIGSTOP : SIGCONT);
    }

    ChildProcess& child_;
    bool is_stopped_ = false;
};

}  // namespace

const ProcessFaultKind stop_kind{
    {"stop",
     "Stops the process (SIGSTOP), and lets it continue at the end (SIGCONT).",
     {FaultSide::process},
     {},
     false},
    true,
    [](const AppliedFault& applied, ChildProcess* child) -> std::unique_ptr<ProcessFault> {
        return std::make_unique<Stop>(applied, *child);
    }};

}  // namespace gateway
