// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace gateway::campaign {

/// An interval from `low` to `high`.
struct Interval {
    double low = 0, high = 1;
};

/// The confidence interval of a failure rate, by Clopper and Pearson (1934). It is valid only if
/// runs are independent of each other, that is for design `random`.
/// @param confidence such as 0.95, within (0, 1)
/// @throws std::invalid_argument if there are fewer runs than failures, or no run
Interval clopper_pearson(std::uint64_t failures, std::uint64_t runs, double confidence);

/// The hypotheses of a sequential test: the failure rate is at most `good_rate`, or at least
/// `bad_rate`.
struct SequentialTest {
    double good_rate = 1e-3, bad_rate = 1e-2;  ///< 0 < good < bad < 1
    double false_alarm = 0.05;  ///< probability that a good rate is called bad, in (0, 0.5)
    double miss = 0.05;         ///< probability that a bad rate is called good, in (0, 0.5)
};

enum class SequentialVerdict { undecided, good, bad };

/// The sequential probability ratio test of Wald (1945). Runs are added in the order of their
/// index, so the verdict does not depend on the order in which they end.
class SequentialProbabilityRatio {
  public:
    /// @throws std::invalid_argument for rates or errors out of range
    explicit SequentialProbabilityRatio(const SequentialTest& test);

    /// Adds a run. After a decision further runs have no effect.
    SequentialVerdict add(bool has_failed);
    SequentialVerdict verdict() const { return verdict_; }
    /// The number of runs that were used.
    std::uint64_t runs() const { return runs_; }

  private:
    double of_failure_, of_pass_, good_below_, bad_above_;
    double ratio_ = 0;  ///< logarithm of the ratio
    std::uint64_t runs_ = 0;
    SequentialVerdict verdict_ = SequentialVerdict::undecided;
};

/// The part of a result's variance that is caused by one parameter.
struct Sensitivity {
    double first = 0;  ///< by the parameter alone
    double total = 0;  ///< together with all others
};

/// Estimates the Sobol indices of one parameter by Saltelli et al. (2010, table 2 b) and Jansen
/// (1999).
/// @param a,b results at the points of two independent samples
/// @param ab results at the points of `a` with the parameter's column of `b`
/// @throws std::invalid_argument if they differ in size or have fewer than two results
/// @return NaN if all results are equal
Sensitivity sensitivity(const std::vector<double>& a, const std::vector<double>& b,
                        const std::vector<double>& ab);

/// The quantiles of values, with linear interpolation (type 7 of Hyndman and Fan, 1996).
/// @param parts such as 0.05, 0.5, each in [0, 1]
/// @return NaN if there are no values
std::vector<double> quantiles(std::vector<double> values, const std::vector<double>& parts);

}  // namespace gateway::campaign
