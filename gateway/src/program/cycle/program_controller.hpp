// SPDX-License-Identifier: MIT
#pragma once

#include "program_connection.hpp"

namespace gateway {

/// A program as a controller, in either time mode.
class ProgramController : public Controller {
  public:
    virtual const ProgramConnection& link() const = 0;
};

}  // namespace gateway
