// SPDX-License-Identifier: MIT
#pragma once

#include "values.hpp"

#include "description/model_description.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace gateway::fmu {

/// What a slave is, which does not change.
struct SlaveInfo {
    Version version = Version::fmi2;  ///< functions of the other version refuse to create it
    std::string token;                ///< guid or instantiationToken
    double tick_s = 0;                ///< length of the fixed internal step
    /// The reference of a variable is its position. Each has a start value, except outputs and the
    /// independent variable.
    std::vector<Variable> variables;
};

/// Result of Slave::step.
struct StepResult {
    std::int64_t ticks = 0;  ///< that were executed
    /// The model cannot continue, though nothing is wrong with the calls: a vehicle rolled over.
    bool wants_end = false;
    std::string reason{};  ///< of wants_end, for the log
};

/// A model behind the C functions of an FMU. The functions check their arguments and the order of
/// calls, hold the values of all variables, and count ticks; a slave computes. Its functions are
/// called by one thread at a time, and report errors by exceptions of std::exception, after which
/// only initialise() is called, or nothing more.
class Slave {
  public:
    virtual ~Slave() = default;

    /// The same object during the life of the slave.
    virtual const SlaveInfo& info() const = 0;

    /// Starts, or starts again, with these parameters and inputs. @param start_s time of the start
    virtual void initialise(const Values& values, double start_s) = 0;

    /// Advances by a number of ticks, at least 1, with these inputs.
    virtual StepResult step(const Values& values, std::int64_t ticks) = 0;

    /// Writes all outputs of the time that was reached. Called before outputs are read.
    virtual void write_outputs(Values& values) = 0;

    /// Whether save() and restore() work.
    virtual bool can_save() const { return false; }
    /// Appends the complete state to `bytes`, the same on every machine, without the
    /// values of variables.
    virtual void save(std::vector<std::uint8_t>& bytes) const;
    /// Continues from what save() wrote with the same parameters, after initialise() with these.
    virtual void restore(const std::vector<std::uint8_t>& bytes);
};

/// Creates the slave of the library: each library defines this function once.
/// @param resources the unpacked folder `resources` of the FMU
/// @throws std::exception if its files are missing or invalid
std::unique_ptr<Slave> create_slave(const std::filesystem::path& resources);

}  // namespace gateway::fmu
