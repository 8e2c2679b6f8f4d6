// SPDX-License-Identifier: MIT
#include "design.hpp"

#include "permutation.hpp"
#include "random.hpp"
#include "sobol.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>

namespace gateway::campaign {
namespace {

// Pairs of low dimensions fill space evenly with few points already; of all 3667 they do it no
// better than at random below some 10,000 points.
constexpr unsigned dimensions = 256;
/// The draws of digital shifts and of a place within a stratum, apart from those of runs.
constexpr std::uint32_t shift_block = 0x53000000U, second_shift_block = 0x53000001U;
constexpr std::uint32_t jitter_block = 0x4c000000U;

std::uint64_t grid_steps(const Parameter& parameter) {
    return parameter.distribution.values().size();
}

/// Two paths of one hash would have the same random numbers.
void check_streams(const std::vector<Parameter>& parameters) {
    std::map<std::uint32_t, std::string> seen;
    for (const Parameter& parameter : parameters) {
        const auto [other, is_new] = seen.emplace(stream_of(parameter.path), parameter.path);
        if (!is_new)
            throw std::invalid_argument(parameter.path + ": has the random numbers of " +
                                        other->second + "; give one of them another name");
    }
}

}  // namespace

const std::vector<std::string_view>& design_names() {
    static const std::vector<std::string_view> names{"grid",  "list",        "random", "lhs",
                                                     "sobol", "sensitivity", "falsify"};
    return names;
}

std::string name_of(DesignKind kind) {
    return std::string(design_names()[static_cast<std::size_t>(kind)]);
}

DesignKind design_named(const std::string& name) {
    const auto found = std::find(design_names().begin(), design_names().end(), name);
    if (found == design_names().end()) throw std::invalid_argument(name + ": is no design");
    return static_cast<DesignKind>(found - design_names().begin());
}

/// Where in its distribution a parameter is, run by run.
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

/// Begins at point 0, which other users leave out since it is a corner: the shift moves it, and
/// without it 2^m runs would not be one in each 2^m-th.
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

/// Of parameter i of D: dimensions i and D + i. Each parameter more changes the number of runs, so
/// there is nothing to keep by choosing dimensions by name.
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
        if (kind_ == DesignKind::list && grid_steps(parameter) < runs_)
            throw std::invalid_argument("runs: the list has no more than " +
                                        std::to_string(grid_steps(parameter)));
    if (kind_ == DesignKind::sensitivity) check_sensitivity();
    add_axes();
}

void Design::check_sensitivity() const {
    constexpr std::size_t most = 1000;
    if (parameters_.empty() || parameters_.size() > most)
        throw std::invalid_argument("parameters: design sensitivity takes 1 to 1000");
    const std::uint64_t group = parameters_.size() + 2;
    std::uint64_t groups = 2;
    while (groups * group < runs_) groups *= 2;
    if (runs_ % group != 0 || runs_ == group)
        throw std::invalid_argument("runs: design sensitivity needs a multiple of " +
                                    std::to_string(group) + ", best by 2^m, such as " +
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
                                        ": a grid needs values; take `steps: [from, to, count]`");
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
    const std::uint64_t place = kind_ == DesignKind::list ? run : run / grid_strides_[parameter];
    return values[place % values.size()];
}

Distribution::Value Design::value(std::uint64_t run, std::size_t parameter) const {
    if (axes_.empty()) return grid_value(run, parameter);
    return parameters_[parameter].distribution.at(axes_[parameter]->unit(run));
}

// By order alone, a parameter put in at the front would change the values of all. By the hash alone
// two would sooner or later have one dimension, and then every run has them equal up to a shift.
std::vector<unsigned> sobol_dimensions(const std::vector<Parameter>& parameters) {
    if (parameters.size() > dimensions)
        throw std::invalid_argument("parameters: design sobol takes at most 256");
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
