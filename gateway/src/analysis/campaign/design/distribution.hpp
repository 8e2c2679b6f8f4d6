// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace gateway::campaign {

/// The ends at which a distribution is truncated; the probabilities between them are scaled.
struct Ends {
    double from = -std::numeric_limits<double>::infinity();
    double to = std::numeric_limits<double>::infinity();
};

/// A bin of a histogram, with a uniform distribution.
struct Bin {
    double from = 0, to = 0;
    double weight = 1;  ///< relative to the other bins
};

/// The possible values of a parameter: a list, or numbers of a distribution, by the inverse of its
/// cumulative distribution function.
class Distribution {
  public:
    using Value = nlohmann::ordered_json;

    /// @param values at least one
    static Distribution among(std::vector<Value> values);
    /// @param weights of the values, relative to each other; not negative, and not all 0
    static Distribution weighted(std::vector<Value> values, std::vector<double> weights);
    /// @param bins with weights as for weighted()
    static Distribution histogram(const std::vector<Bin>& bins);
    static Distribution uniform(double from, double to);
    /// @throws std::invalid_argument, as the next ones, if the probability between the ends is too
    /// small
    static Distribution normal(double mean, double deviation, const Ends& ends = {});
    /// @param mean,deviation of the logarithm
    static Distribution lognormal(double mean, double deviation, const Ends& ends = {});
    static Distribution triangular(double from, double mode, double to);
    static Distribution poisson(double mean, const Ends& ends = {});
    /// Each whole number from the first to the last.
    static Distribution whole(std::int64_t first, std::int64_t last);

    /// The value at a cumulative probability. @param unit in [0, 1)
    Value at(double unit) const;
    /// The value at a position in the range of a search, which is the whole distribution if it has
    /// ends, else the part between the quantiles 0.001 and 0.999. @param unit in [0, 1]
    Value searched(double unit) const;
    /// The list of values; empty for a distribution of numbers, which a grid cannot have.
    const std::vector<Value>& values() const { return values_; }
    /// The same distribution with its values replaced.
    Distribution with_values(std::vector<Value> values) const;
    /// The form in a campaign's file: a list of values, or a map such as {"uniform": [0, 1]}.
    const Value& form() const { return form_; }

  private:
    Value form_;
    std::vector<Value> values_;
    std::vector<double> weights_;  ///< of the values; empty: all are equal
    std::function<Value(double)> quantile_;
    bool has_ends_ = true;
};

}  // namespace gateway::campaign
