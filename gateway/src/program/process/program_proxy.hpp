// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

namespace gateway {

/// Represents in the table a program that is reached in another way. All functions may be called
/// from any thread.
class ProgramProxy {
  public:
    virtual ~ProgramProxy() = default;
    /// Why it cannot represent the program; nothing while it can, and once it searches for the
    /// program again.
    virtual std::optional<std::string> failure() const = 0;
    /// What it waits for: "the program at 127.0.0.1:4567 to listen".
    virtual std::string awaited() const = 0;
};

}  // namespace gateway
