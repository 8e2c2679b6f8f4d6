// SPDX-License-Identifier: MIT
#pragma once

#include "vehicle_package.hpp"
#include "vehicle_signals.hpp"

#include "description/model_description.hpp"
#include "slave/values.hpp"

#include <vector>

namespace gateway::fmu {

/// The variables of the FMU of a vehicle, and their meaning. Exporter and library make the same
/// list from the same package. Order: time, inputs, outputs, parameters, initial state.
class VehicleVariables {
  public:
    explicit VehicleVariables(const VehiclePackage& package);

    /// The reference of each is its position.
    const std::vector<Variable>& all() const { return all_; }
    /// The types of the parameters that are choices.
    const std::vector<EnumerationType>& enumerations() const { return enumerations_; }

    /// The command that the inputs form.
    plant::Command command(const Values& values) const;
    /// Writes the outputs.
    void write(const plant::Output& output, Values& values) const;
    /// Replaces the parameters and the initial state of a package by those of the variables.
    /// @throws std::invalid_argument for an impossible value
    void apply_parameters(const Values& values, VehiclePackage& package) const;

  private:
    std::uint32_t add(Variable variable);
    void add_parameters(const VehiclePackage& package);
    void add_start(const VehicleStart& start);

    /// A parameter that is a variable.
    struct Bound {
        std::size_t parameter;  ///< position in the list of the plant
        std::uint32_t reference;
    };

    std::vector<Variable> all_;
    std::vector<EnumerationType> enumerations_;
    std::vector<InputSignal> inputs_;
    std::vector<OutputSignal> outputs_;
    std::uint32_t first_input_ = 0, first_output_ = 0, first_start_ = 0;
    std::vector<plant::Parameter> parameters_;
    std::vector<Bound> bound_;
};

}  // namespace gateway::fmu
