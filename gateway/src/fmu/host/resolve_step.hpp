// SPDX-License-Identifier: MIT
#pragma once

#include "description/model_description.hpp"
#include "fmu/host_setup.hpp"

#include <cstdint>
#include <string>

namespace gateway::fmu_host {

struct StepResult {
    std::uint32_t steps = 1;  ///< of the gateway in one communication step
    std::string wrong{};      ///< why there is none, or nothing
};

/// The communication step: that of the map; the fixed step of an FMU that accepts no other one; or
/// the gateway's. It is a multiple of the gateway's step.
StepResult resolve_step(const HostSetup& setup, const fmu::ModelDescription& description);

}  // namespace gateway::fmu_host
