// SPDX-License-Identifier: MIT
#pragma once

#include "conversion.hpp"

#include "description/fmu.hpp"
#include "fmu/host_setup.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gateway::fmu_host {

/// A variable of the FMU that has a signal.
struct Resolved {
    fmu::Type type = fmu::Type::float64;
    std::uint32_t reference = 0;
    Conversion conversion{};
};

/// A start value of the FMU.
struct ResolvedStart {
    Resolved variable{};
    double number = 0;                  ///< in the variable's unit
    std::optional<std::string> text{};  ///< of a text variable
};

/// A setup with the FMU's variables.
struct Resolution {
    std::vector<Resolved> inputs{}, outputs{};  ///< in the order of the setup
    std::vector<ResolvedStart> starts{};        ///< those with a value
    HostReport report{};
};

/// Finds the variables of a setup, their units, and the communication step. Errors and warnings are
/// in the report.
Resolution resolve(const HostSetup& setup, const fmu::ModelDescription& description);

/// Checks whether the FMU can be executed here. @throws Failure
void require_usable(const HostSetup& setup, const fmu::Fmu& fmu);

}  // namespace gateway::fmu_host
