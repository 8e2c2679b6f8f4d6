// SPDX-License-Identifier: MIT
#pragma once

#include "binding/program_description.hpp"

namespace gateway {

/// Carries SOCKET ports of a program.
class SocketCarrier {
  public:
    virtual ~SocketCarrier() = default;
    /// Adds their queues to the layout.
    /// @return what is wrong with them or not there yet, a sentence each
    virtual std::vector<std::string> describe(ProgramDescription& description) const = 0;
    /// The program is there, or there again. @return what cannot be carried, a sentence each
    virtual std::vector<std::string> bind(const ProgramDescription& description) = 0;
    /// Behind bind(): the names of the ports that it carries.
    virtual std::vector<std::string> ports() const = 0;
};

}  // namespace gateway
