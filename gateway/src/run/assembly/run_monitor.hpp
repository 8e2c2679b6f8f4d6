// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/seams.hpp>
#include "control/handle_request.hpp"

#include <memory>

namespace gateway {

struct Assembly;
struct ProgramRun;

/// Looks on at a run from outside of its loops, such as the data port.
class RunMonitor {
  public:
    virtual ~RunMonitor() = default;
    /// Before the first program is there. What `run` names stays until end().
    virtual void begin(const Controlled& run) = 0;
    /// All parts of one program, in the thread of its loop. @return sees its turns, or null
    virtual std::unique_ptr<Observer> look_at(const ProgramRun& run, const Assembly& assembly) = 0;
    /// Every loop has ended.
    virtual void end() noexcept = 0;
};

}  // namespace gateway
