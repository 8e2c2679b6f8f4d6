// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include <functional>
#include <vector>

namespace gateway::campaign {

/// What a parameter may be: one of some values, each as likely as any other, or a number of a
/// distribution, by the inverse of its cumulative distribution function.
class Distribution {
  public:
    using Value = nlohmann::ordered_json;

    /// @param values at least one
    static Distribution among(std::vector<Value> values);
    static Distribution uniform(double from, double to);
    static Distribution normal(double mean, double deviation);
    /// @param mean,deviation of the logarithm
    static Distribution lognormal(double mean, double deviation);
    static Distribution triangular(double from, double mode, double to);
    static Distribution poisson(double mean);
    /// Each whole number from the first to the last.
    static Distribution whole(std::int64_t first, std::int64_t last);

    /// @param unit from [0, 1): where in the distribution
    Value at(double unit) const;
    /// Empty for a distribution of numbers, which no grid can have.
    const std::vector<Value>& values() const { return values_; }
    /// A list of the values, or a map as a campaign's file has it: {"uniform": [0, 1]}.
    const Value& form() const { return form_; }

  private:
    Value form_;
    std::vector<Value> values_;
    std::function<Value(double)> quantile_;
};

}  // namespace gateway::campaign
