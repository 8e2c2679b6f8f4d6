// SPDX-License-Identifier: MIT
#pragma once

#include "distribution.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace gateway::campaign {

/// The method that chooses the values of runs.
enum class DesignKind {
    grid,    ///< every combination of values, the last parameter changing fastest
    list,    ///< the rows of a table, in order
    random,  ///< each run independently
    lhs,     ///< Latin hypercube: N runs have one in each N-th of every parameter
    sobol,   ///< a sequence that fills the space evenly; best with 2^m runs
    /// Groups of D + 2 runs for D parameters: A, B, and for each parameter A with its value of B,
    /// where (A, B) is a Sobol sequence of 2 D dimensions (Saltelli et al., 2010)
    sensitivity,
    falsify,  ///< a search: each run depends on the results of earlier runs
    /// No fault in the first run, and in each further one a fault of the configuration alone
    each_fault,
};

/// The names, in the order of DesignKind.
const std::vector<std::string_view>& design_names();
std::string name_of(DesignKind kind);
/// @throws std::invalid_argument for an unknown name
DesignKind design_named(const std::string& name);

/// A value that is varied.
struct Parameter {
    std::string path;  ///< in the configuration: "vehicle.start.vx_mps"
    Distribution distribution;
};

/// Computes the values of each run. A value is a pure function of the seed, the run's index and the
/// parameter's path. So a run is computed without the others, and a further parameter does not
/// change the values of the others, except in a grid and in some cases with Sobol dimensions
/// (docs/design/0021-campaign-designs.md).
class Design {
  public:
    /// @param runs the number planned; a grid and a list determine it themselves
    /// @throws std::invalid_argument for a grid of a distribution, an unsuitable number of runs, or
    /// too many parameters
    Design(DesignKind kind, std::uint64_t seed, std::uint64_t runs,
           std::vector<Parameter> parameters);
    Design(Design&&) noexcept;
    Design& operator=(Design&&) noexcept;
    ~Design();

    /// The number of runs of a grid or a list of these; 0 if it needs more than 63 bits.
    static std::uint64_t grid_size(const std::vector<Parameter>& parameters);

    /// The value of a parameter in a run.
    /// @pre `parameter` is less than their number, `run` less than runs(); not a search
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
    std::vector<std::unique_ptr<Axis>> axes_;  ///< one for each parameter, or none
    std::vector<std::uint64_t> grid_strides_;  ///< of a grid, for each parameter
};

/// The dimension of the Sobol sequence for each parameter: the hash of its path or, if an earlier
/// parameter uses it, the next free dimension.
/// @throws std::invalid_argument for more than 256
std::vector<unsigned> sobol_dimensions(const std::vector<Parameter>& parameters);

}  // namespace gateway::campaign
