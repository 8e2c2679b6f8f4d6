// SPDX-License-Identifier: MIT
#pragma once

#include "binding/program_description.hpp"

namespace gateway {

/// Transfers the messages of a program's SOCKET ports.
class SocketCarrier {
  public:
    virtual ~SocketCarrier() = default;
    /// Adds the queues of the ports to the layout.
    /// @return problems and missing parts, a sentence each
    virtual std::vector<std::string> describe(ProgramDescription& description) const = 0;
    /// The program is connected, for the first time or again. @return ports that cannot be used, a
    /// sentence each
    virtual std::vector<std::string> bind(const ProgramDescription& description) = 0;
    /// After bind(): the names of its ports.
    virtual std::vector<std::string> ports() const = 0;
};

}  // namespace gateway
