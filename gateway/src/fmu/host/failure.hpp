// SPDX-License-Identifier: MIT
#pragma once

#include "standard/common.hpp"

#include <stdexcept>
#include <string>

namespace gateway::fmu_host {

/// An FMU cannot be used, or a function of it has failed. The text is for the user.
class Failure : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Passes ok and warning. @throws Failure "returned Error from fmi2DoStep" for another status
inline void require_success(fmu::Status status, const char* function) {
    using fmu::Status;
    if (status == Status::ok || status == Status::warning) return;
    const char* const name = status == Status::discard   ? "Discard"
                             : status == Status::error   ? "Error"
                             : status == Status::fatal   ? "Fatal"
                             : status == Status::pending ? "Pending"
                                                         : "an unknown status";
    throw Failure(std::string("returned ") + name + " from " + function);
}

}  // namespace gateway::fmu_host
