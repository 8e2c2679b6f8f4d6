// SPDX-License-Identifier: MIT
#pragma once

#include "instance.hpp"
#include "resolve.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace gateway::fmu_host {

/// The mapped variables of a list, grouped by type, so that a step needs one call per type. Its
/// functions do not allocate.
class ValueGroups {
  public:
    /// @param is_fmi3 its C types differ from those of FMI 2.0
    ValueGroups(const std::vector<Resolved>& variables, bool is_fmi3);

    /// Sets the variables. @param signals SI units, in the order of the list
    void set(Instance& instance, const double* signals);
    /// Gets the variables.
    void get(Instance& instance, double* signals);

  private:
    struct Group {
        fmu::Type type;
        std::vector<fmu::Reference> references{};
        std::vector<std::size_t> positions{};  ///< in the list
        std::vector<Conversion> conversions{};
        std::vector<std::uint64_t> values{};  ///< memory for values of any C type
    };
    bool is_fmi3_;
    std::vector<Group> groups_;
};

/// Sets one variable to a number in its unit.
void set_number(Instance& instance, bool is_fmi3, const Resolved& variable, double number);

}  // namespace gateway::fmu_host
