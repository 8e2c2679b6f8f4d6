// SPDX-License-Identifier: MIT
#pragma once

#include "program_link.hpp"

namespace gateway {

/// A program as a controller, in either time mode.
class ProgramController : public Controller {
  public:
    virtual const ProgramLink& link() const = 0;
};

}  // namespace gateway
