// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

namespace gateway {

/// Stands in the table for a program that is reached in another way. All calls from any thread.
class ProgramProxy {
  public:
    virtual ~ProgramProxy() = default;
    /// Why it cannot stand for the program, or no more; nothing as long as it can, and once the
    /// program is looked for anew.
    virtual std::optional<std::string> failure() const = 0;
    /// What it waits for: "the program at 127.0.0.1:4567 to listen".
    virtual std::string awaited() const = 0;
};

}  // namespace gateway
