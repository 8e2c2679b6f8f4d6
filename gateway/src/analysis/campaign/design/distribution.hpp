// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace gateway::campaign {

/// Where a distribution is cut off; what lies between is as likely as before in proportion.
struct Ends {
    double from = -std::numeric_limits<double>::infinity();
    double to = std::numeric_limits<double>::infinity();
};

/// A part of a histogram, within which each number is as likely as any other.
struct Bin {
    double from = 0, to = 0;
    double weight = 1;  ///< how often, in proportion to the others
};

/// What a parameter may be: one of some values, or a number of a distribution, by the inverse of
/// its cumulative distribution function.
class Distribution {
  public:
    using Value = nlohmann::ordered_json;

    /// @param values at least one
    static Distribution among(std::vector<Value> values);
    /// @param weights of each value, how often it is in proportion to the others: not below 0, and
    /// not all of them 0
    static Distribution weighted(std::vector<Value> values, std::vector<double> weights);
    /// @param bins with weights as above
    static Distribution histogram(const std::vector<Bin>& bins);
    static Distribution uniform(double from, double to);
    /// @throws std::invalid_argument, as those below, if next to nothing lies between the ends
    static Distribution normal(double mean, double deviation, const Ends& ends = {});
    /// @param mean,deviation of the logarithm
    static Distribution lognormal(double mean, double deviation, const Ends& ends = {});
    static Distribution triangular(double from, double mode, double to);
    static Distribution poisson(double mean, const Ends& ends = {});
    /// Each whole number from the first to the last.
    static Distribution whole(std::int64_t first, std::int64_t last);

    /// @param unit from [0, 1): where in the distribution
    Value at(double unit) const;
    /// @param unit from [0, 1]: where in the part that a search looks at, which is all of a
    /// distribution that has ends, and of others what is between the quantiles 0.001 and 0.999
    Value searched(double unit) const;
    /// Empty for a distribution of numbers, which no grid can have.
    const std::vector<Value>& values() const { return values_; }
    /// The same with others in the places of its values.
    Distribution with_values(std::vector<Value> values) const;
    /// A list of the values, or a map as a campaign's file has it: {"uniform": [0, 1]}.
    const Value& form() const { return form_; }

  private:
    Value form_;
    std::vector<Value> values_;
    std::vector<double> weights_;  ///< of each value; empty: all are the same
    std::function<Value(double)> quantile_;
    bool has_ends_ = true;
};

}  // namespace gateway::campaign
