// SPDX-License-Identifier: MIT
#pragma once

#include "distribution.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace gateway::campaign {

/// How the values of runs are chosen.
enum class DesignKind {
    grid,    ///< every combination of values, the last parameter changing fastest
    list,    ///< the rows of a table, in order
    random,  ///< each run for itself
    lhs,     ///< Latin hypercube: of N runs one in each N-th of every parameter
    sobol,   ///< a sequence that fills space evenly; best with 2^m runs
    /// Groups of D + 2 runs for D parameters: A, B, and for each parameter A with its value of B,
    /// where (A, B) is a Sobol sequence of 2 D dimensions (Saltelli et al., 2010)
    sensitivity,
    falsify,  ///< a search: each run follows from the results of those before it
};

/// In the order of the kinds.
const std::vector<std::string_view>& design_names();
std::string name_of(DesignKind kind);
/// @throws std::invalid_argument if there is none of that name
DesignKind design_named(const std::string& name);

/// What is varied.
struct Parameter {
    std::string path;  ///< in the configuration: "vehicle.start.vx_mps"
    Distribution distribution;
};

/// Says which values each run has. Each is a pure function of the seed, the run's index and the
/// parameter's path: any run is computed alone, and a parameter more changes no other one's values
/// (but for a grid, and for what docs/design/0021-campaign-designs.md says of Sobol dimensions).
class Design {
  public:
    /// @param runs how many are planned; a grid has its own number, and so have rows of a list
    /// @throws std::invalid_argument for a grid of a distribution, a number of runs that does not
    /// fit, too many parameters
    Design(DesignKind kind, std::uint64_t seed, std::uint64_t runs,
           std::vector<Parameter> parameters);
    Design(Design&&) noexcept;
    Design& operator=(Design&&) noexcept;
    ~Design();

    /// How many runs a grid or a list of these has; 0 if that cannot be counted in 63 bits.
    static std::uint64_t grid_size(const std::vector<Parameter>& parameters);

    /// @pre parameter is below their number, run below runs(); no search
    Distribution::Value value(std::uint64_t run, std::size_t parameter) const;
    const std::vector<Parameter>& parameters() const { return parameters_; }
    std::uint64_t runs() const { return runs_; }
    DesignKind kind() const { return kind_; }

  private:
    class Axis;
    class RandomAxis;
    class LhsAxis;
    class SobolAxis;
    class SensitivityAxis;

    void check_sensitivity() const;
    void add_axes();
    Distribution::Value grid_value(std::uint64_t run, std::size_t parameter) const;

    DesignKind kind_;
    std::uint64_t seed_, runs_;
    std::vector<Parameter> parameters_;
    std::vector<std::unique_ptr<Axis>> axes_;  ///< of each parameter, or none
    std::vector<std::uint64_t> grid_strides_;  ///< of each parameter of a grid
};

/// The dimension of the Sobol sequence of each parameter: the hash of its path and, where one
/// before it in the list has that, the next that is free.
/// @throws std::invalid_argument for more than 256
std::vector<unsigned> sobol_dimensions(const std::vector<Parameter>& parameters);

}  // namespace gateway::campaign
