// SPDX-License-Identifier: MIT
#pragma once

#include "standard/common.hpp"

#include <string>

namespace gateway::fmu_host {

/// Writes a message of an FMU to the standard error, which the keeper reads.
void write_message(fmu::Status status, const char* text);

/// "1.25 s"
std::string seconds_text(double seconds);

}  // namespace gateway::fmu_host
