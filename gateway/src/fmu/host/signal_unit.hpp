// SPDX-License-Identifier: MIT
#pragma once

#include "description/unit.hpp"

#include <string>

namespace gateway::fmu_host {

/// The dimension of a signal's SI unit. Precondition: it is one of those in the setup.
fmu::Dimension dimension_of(const std::string& signal_unit);

/// Whether two dimensions are equal, where rad is 1.
bool are_equal(const fmu::Dimension& one, const fmu::Dimension& other);

}  // namespace gateway::fmu_host
