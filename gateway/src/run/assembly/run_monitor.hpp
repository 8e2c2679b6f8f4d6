// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/seams.hpp>
#include "control/handle_request.hpp"

#include <memory>

namespace gateway {

struct Assembly;
struct ProgramRun;

/// Monitors a run from outside its loops, as the data port does.
class RunMonitor {
  public:
    virtual ~RunMonitor() = default;
    /// Called before the first program is connected. The objects in `run` exist until end().
    virtual void begin(const Controlled& run) = 0;
    /// Called with all parts of one program, in the thread of its loop. @return an observer of its
    /// cycles, or null
    virtual std::unique_ptr<Observer> look_at(const ProgramRun& run, const Assembly& assembly) = 0;
    /// Every loop has ended.
    virtual void end() noexcept = 0;
};

}  // namespace gateway
