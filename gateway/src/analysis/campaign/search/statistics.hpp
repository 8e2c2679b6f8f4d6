// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace gateway::campaign {

/// From `low` to `high`.
struct Interval {
    double low = 0, high = 1;
};

/// Of a rate of failures, after Clopper and Pearson (1934); holds for runs that are independent of
/// each other alone, so for design random and no other.
/// @param confidence such as 0.95, within (0, 1)
/// @throws std::invalid_argument if there are fewer runs than failures, or no run
Interval clopper_pearson(std::uint64_t failures, std::uint64_t runs, double confidence);

/// What a sequential test asks: is the rate of failures at most `good_rate`, or at least
/// `bad_rate`?
struct SequentialTest {
    double good_rate = 1e-3, bad_rate = 1e-2;  ///< 0 < good < bad < 1
    double false_alarm = 0.05;  ///< how often a good rate may be called bad, within (0, 0.5)
    double miss = 0.05;         ///< how often a bad rate may be called good, within (0, 0.5)
};

enum class SequentialVerdict { undecided, good, bad };

/// The sequential probability ratio test of Wald (1945). It is shown the runs in the order of their
/// index, so that its verdict does not depend on which of them came in first.
class SequentialProbabilityRatio {
  public:
    /// @throws std::invalid_argument for rates or errors out of range
    explicit SequentialProbabilityRatio(const SequentialTest& test);

    /// Once decided, it stays so and counts no further.
    SequentialVerdict add(bool has_failed);
    SequentialVerdict verdict() const { return verdict_; }
    /// How many runs it has taken.
    std::uint64_t runs() const { return runs_; }

  private:
    double of_failure_, of_pass_, good_below_, bad_above_;
    double ratio_ = 0;  ///< logarithm
    std::uint64_t runs_ = 0;
    SequentialVerdict verdict_ = SequentialVerdict::undecided;
};

/// Which part of a result's variance follows from one parameter.
struct Sensitivity {
    double first = 0;  ///< alone
    double total = 0;  ///< together with all others
};

/// Sobol indices of one parameter, as Saltelli et al. (2010, table 2 b) and Jansen (1999) estimate
/// them.
/// @param a,b results at the points of two samples that are independent of each other
/// @param ab at those of `a` with the parameter's column of `b`
/// @throws std::invalid_argument if they differ in size or have fewer than two results
/// @return not a number where all results are equal
Sensitivity sensitivity(const std::vector<double>& a, const std::vector<double>& b,
                        const std::vector<double>& ab);

/// The quantiles of some values, between two of them linear (type 7 of Hyndman and Fan, 1996).
/// @param parts such as 0.05, 0.5, each within [0, 1]
/// @return not a number where there is no value
std::vector<double> quantiles(std::vector<double> values, const std::vector<double>& parts);

}  // namespace gateway::campaign
