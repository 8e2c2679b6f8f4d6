// SPDX-License-Identifier: MIT
#include "design.hpp"

#include "number/random.hpp"
#include "permutation.hpp"
#include "sobol.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>

namespace gateway::campaign {
namespace {

// Pairs of low dimensions fill the space evenly even with few points; pairs of all 3667 dimensions
// are no better than random points below about 10,000 points.
constexpr unsigned dimensions = 256;
/// Blocks of random numbers for digital shifts and positions within a stratum, separate from those
/// of runs.
constexpr std::uint32_t shift_block = 0x53000000U, second_shift_block = 0x53000001U;
constexpr std::uint32_t jitter_block = 0x4c000000U;

std::uint64_t grid_steps(const Parameter& parameter) {
    return parameter.distribution.values().size();
}

/// Whether each run has its own item of the values of a parameter.
bool is_table(DesignKind kind) {
    return kind == DesignKind::list || kind == DesignKind::each_fault;
}

/// Rejects two paths with the same hash, which would have the same random numbers.
void check_streams(const std::vector<Parameter>& parameters) {
    std::map<std::uint32_t, std::string> seen;
    for (const Parameter& parameter : parameters) {
        const auto [other, is_new] = seen.emplace(stream_of(parameter.path), parameter.path);
        if (!is_new)
            throw std::invalid_argument(parameter.path + ": has the same random numbers as " +
                                        other->second + "; rename one of them");
    }
}

}  // namespace

const std::vector<std::string_view>& design_names() {
    static const std::vector<std::string_view> names{
        "grid", "list", "random", "lhs", "sobol", "sensitivity", "falsify", "each_fault"};
    return names;
}

std::string name_of(DesignKind kind) {
    return std::string(design_names()[static_cast<std::size_t>(kind)]);
}

DesignKind design_named(const std::string& name) {
    const auto found = std::find(design_names().begin(), design_names().end(), name);
    if (found == design_names().end()) throw std::invalid_argument(name + ": is not a design");
    return static_cast<DesignKind>(found - design_names().begin());
}

/// The position of a parameter in its distribution for each run.
class Design::Axis {
  public:
    virtual ~Axis() = default;
    virtual double unit(std::uint64_t run) const = 0;
};

class Design::RandomAxis : public Axis {
  public:
    RandomAxis(std::uint64_t seed, std::uint32_t stream) : seed_(seed), stream_(stream) {}
    double unit(std::uint64_t run) const override { return random_unit({seed_, run, stream_, 0}); }

  private:
    std::uint64_t seed_;
    std::uint32_t stream_;
};

class Design::LhsAxis : public Axis {
  public:
    LhsAxis(std::uint64_t seed, std::uint32_t stream, std::uint64_t runs)
        : seed_(seed), stream_(stream), runs_(runs), strata_(runs, seed, stream) {}
    double unit(std::uint64_t run) const override {
        const double place = random_unit({seed_, run, stream_, jitter_block});
        const double unit =
            (static_cast<double>(strata_.at(run)) + place) / static_cast<double>(runs_);
        return std::min(unit, 1 - 0x1p-53);
    }

  private:
    std::uint64_t seed_;
    std::uint32_t stream_;
    std::uint64_t runs_;
    Permutation strata_;
};

/// Uses point 0, too. It is a corner, which is often left out, but the shift moves it, and without
/// it 2^m runs would not have one in each interval of 2^-m.
class Design::SobolAxis : public Axis {
  public:
    SobolAxis(std::uint64_t seed, std::uint32_t stream, unsigned dimension,
              std::uint32_t block = shift_block)
        : points_(dimension),
          shift_(random_bits({seed, 0, stream, block}) >> (64U - SobolDimension::bits)) {}
    double unit(std::uint64_t run) const override {
        return std::ldexp(static_cast<double>(points_.at(run) ^ shift_),
                          -int{SobolDimension::bits});
    }

  private:
    SobolDimension points_;
    std::uint64_t shift_;
};

/// Uses the dimensions i and D + i for parameter i of D. A further parameter changes the number of
/// runs, so choosing dimensions by name would preserve nothing.
class Design::SensitivityAxis : public Axis {
  public:
    SensitivityAxis(std::uint64_t seed, std::uint32_t stream, unsigned index, unsigned count)
        : a_(seed, stream, index),
          b_(seed, stream, count + index, second_shift_block),
          index_(index),
          group_(count + 2) {}
    double unit(std::uint64_t run) const override {
        const std::uint64_t place = run % group_;
        const bool is_of_b = place == 1 || place == index_ + 2;
        return (is_of_b ? b_ : a_).unit(run / group_);
    }

  private:
    SobolAxis a_, b_;
    std::uint64_t index_, group_;
};

Design::Design(DesignKind kind, std::uint64_t seed, std::uint64_t runs,
               std::vector<Parameter> parameters)
    : kind_(kind), seed_(seed), runs_(runs), parameters_(std::move(parameters)) {
    check_streams(parameters_);
    if (kind_ == DesignKind::grid && grid_size(parameters_) != runs_)
        throw std::invalid_argument("runs: a grid of these values has " +
                                    std::to_string(grid_size(parameters_)));
    for (const Parameter& parameter : parameters_)
        if (is_table(kind_) && grid_steps(parameter) < runs_)
            throw std::invalid_argument("runs: the list has only " +
                                        std::to_string(grid_steps(parameter)));
    if (kind_ == DesignKind::sensitivity) check_sensitivity();
    add_axes();
}

void Design::check_sensitivity() const {
    constexpr std::size_t most = 1000;
    if (parameters_.empty() || parameters_.size() > most)
        throw std::invalid_argument("parameters: design sensitivity needs 1 to 1000");
    const std::uint64_t group = parameters_.size() + 2;
    std::uint64_t groups = 2;
    while (groups * group < runs_) groups *= 2;
    if (runs_ % group != 0 || runs_ == group)
        throw std::invalid_argument("runs: design sensitivity needs a multiple of " +
                                    std::to_string(group) + ", best times 2^m, such as " +
                                    std::to_string(groups * group));
}

Design::Design(Design&&) noexcept = default;
Design& Design::operator=(Design&&) noexcept = default;
Design::~Design() = default;

std::uint64_t Design::grid_size(const std::vector<Parameter>& parameters) {
    std::uint64_t size = 1;
    for (const Parameter& parameter : parameters) {
        const std::uint64_t steps = grid_steps(parameter);
        if (steps == 0)
            throw std::invalid_argument(parameter.path +
                                        ": a grid needs values; use `steps: [from, to, count]`");
        if (size > std::uint64_t{std::numeric_limits<std::int64_t>::max()} / steps) return 0;
        size *= steps;
    }
    return size;
}

void Design::add_axes() {
    std::vector<unsigned> dimension_of;
    if (kind_ == DesignKind::sobol) dimension_of = sobol_dimensions(parameters_);
    std::uint64_t stride = runs_;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        const std::uint32_t stream = stream_of(parameters_[i].path);
        if (kind_ == DesignKind::grid)
            grid_strides_.push_back(stride /= grid_steps(parameters_[i]));
        else if (kind_ == DesignKind::random)
            axes_.push_back(std::make_unique<RandomAxis>(seed_, stream));
        else if (kind_ == DesignKind::lhs)
            axes_.push_back(std::make_unique<LhsAxis>(seed_, stream, runs_));
        else if (kind_ == DesignKind::sobol)
            axes_.push_back(std::make_unique<SobolAxis>(seed_, stream, dimension_of[i]));
        else if (kind_ == DesignKind::sensitivity)
            axes_.push_back(
                std::make_unique<SensitivityAxis>(seed_, stream, static_cast<unsigned>(i),
                                                  static_cast<unsigned>(parameters_.size())));
    }
}

Distribution::Value Design::grid_value(std::uint64_t run, std::size_t parameter) const {
    const auto& values = parameters_[parameter].distribution.values();
    const std::uint64_t place = is_table(kind_) ? run : run / grid_strides_[parameter];
    return values[place % values.size()];
}

Distribution::Value Design::value(std::uint64_t run, std::size_t parameter) const {
    if (axes_.empty()) return grid_value(run, parameter);
    return parameters_[parameter].distribution.at(axes_[parameter]->unit(run));
}

// If dimensions depended on the order only, a new first parameter would change the values of all
// others. If they depended on the hash only, two parameters could have the same dimension, and
// their values would be equal except for a shift in every run.
std::vector<unsigned> sobol_dimensions(const std::vector<Parameter>& parameters) {
    if (parameters.size() > dimensions)
        throw std::invalid_argument("parameters: design sobol allows at most 256");
    std::vector<unsigned> result;
    std::vector<bool> is_taken(dimensions);
    for (const Parameter& parameter : parameters) {
        unsigned dimension = stream_of(parameter.path) % dimensions;
        while (is_taken[dimension]) dimension = (dimension + 1) % dimensions;
        is_taken[dimension] = true;
        result.push_back(dimension);
    }
    return result;
}

}  // namespace gateway::campaign
