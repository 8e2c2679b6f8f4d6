// SPDX-License-Identifier: MIT
#include "process_fault.hpp"

namespace gateway {
namespace {

class Slow : public ProcessFault {
  public:
    explicit Slow(const AppliedFault& applied)
        : ProcessFault(applied), delay_s_(applied.fault.value("delay_s")) {}
    void act(ProcessEffect& effect) override {
        if (!applied().state.is_active) return;
        const std::chrono::duration<double> delay(delay_s_ * applied().state.factor);
        effect.delay += std::chrono::round<std::chrono::nanoseconds>(delay);
        effect.slow_by = applied().fault.name.c_str();
    }

  private:
    double delay_s_;
};

}  // namespace

const ProcessFaultKind slow_kind{
    {"slow",
     "Delays the answers of the program.",
     {FaultSide::process},
     {{"delay_s", "The delay, in s of simulated time.", {1e-6, 60}}}},
    false,
    [](const AppliedFault& applied, ChildProcess*) -> std::unique_ptr<ProcessFault> {
        return std::make_unique<Slow>(applied);
    }};

}  // namespace gateway
