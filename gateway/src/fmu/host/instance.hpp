// SPDX-License-Identifier: MIT
#pragma once

#include "library.hpp"

#include "description/model_description.hpp"
#include "standard/common.hpp"

#include <cstddef>
#include <memory>
#include <string>

namespace gateway::fmu_host {

/// An instance of an FMU for co-simulation, of either version. Every function throws Failure if
/// one of the FMU returns less than a warning; then the instance must not be used again.
class Instance {
  public:
    virtual ~Instance() = default;

    /// @param values of the C type of that type and version
    virtual void set(fmu::Type type, const fmu::Reference* references, std::size_t count,
                     const void* values) = 0;
    virtual void get(fmu::Type type, const fmu::Reference* references, std::size_t count,
                     void* values) = 0;
    virtual void set_text(fmu::Reference reference, const std::string& text) = 0;
    virtual void enter_initialisation(double start_s) = 0;
    virtual void exit_initialisation() = 0;
    virtual void do_step(double time_s, double step_s) = 0;
    /// Terminates and frees the instance.
    virtual void end() = 0;
};

/// Instantiates the FMU of FMI 2.0. @param folder with the unpacked archive, an absolute path
std::unique_ptr<Instance> instantiate_fmi2(const Library& library,
                                           const fmu::ModelDescription& description,
                                           const std::string& folder);
/// The same for FMI 3.0.
std::unique_ptr<Instance> instantiate_fmi3(const Library& library,
                                           const fmu::ModelDescription& description,
                                           const std::string& folder);

}  // namespace gateway::fmu_host
