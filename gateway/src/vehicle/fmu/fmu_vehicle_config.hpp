// SPDX-License-Identifier: MIT
#pragma once

#include "fmu_signals.hpp"

#include <plant/file_error.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace gateway {

/// A signal and the variable of the FMU that has it. With both in SI units: variable = gain *
/// signal + offset for a command or a start value, signal = gain * variable + offset for feedback.
struct FmuMapped {
    std::size_t signal = 0;  ///< index in fmu_inputs(), fmu_starts() or fmu_outputs()
    std::string variable{};
    /// The variable's unit in SI, if the map states the unit; otherwise that of the FMU applies.
    std::optional<double> factor{};
    double gain = 1;
    double offset = 0;
    /// Limits of the signal, in its unit.
    double min = -std::numeric_limits<double>::infinity();
    double max = std::numeric_limits<double>::infinity();
    plant::Mistake place{};  ///< in the configuration, with an empty reason
};

/// A parameter or another start value of the FMU, in the unit of the variable.
struct FmuParameter {
    std::string variable;
    std::string value;  ///< a number, true, false or a text
    plant::Mistake place{};
};

/// Which variable of an FMU is which signal.
struct FmuMap {
    std::vector<FmuMapped> inputs{};
    std::vector<FmuMapped> outputs{};
    std::vector<FmuMapped> start{};
    std::vector<FmuParameter> parameters{};
    /// Nothing: the step of the vehicle, or the fixed one of the FMU.
    std::optional<SimTime> step{};
    /// The point that the FMU's pose and motion describe: how far it is ahead of the centre of
    /// gravity.
    double reference_point_x_m = 0;
    plant::Mistake place{};  ///< of its key in the configuration
};

/// A vehicle that an FMU simulates, in a separate process.
struct FmuVehicleConfig {
    std::filesystem::path file;
    std::filesystem::path host;  ///< ddc-fmu-host
    FmuMap map;
    bool allow_tool = false;         ///< may start processes and threads
    std::uint32_t memory_mb = 4096;  ///< most address space of its process
    std::chrono::nanoseconds step_timeout{10'000'000'000};
};

/// Whether commands of a level can be given to the FMU as they are: pedals, acceleration or
/// wheel_torques.
bool takes_natively(const FmuMap& map, Level level);

/// What of the feedback is not mapped, and the source that replaces it; a sentence each.
std::vector<std::string> replaced_outputs(const FmuMap& map);

}  // namespace gateway
