// SPDX-License-Identifier: MIT
#include "statistics.hpp"

#include <boost/math/distributions/beta.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace gateway::campaign {
namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

double beta_quantile(double part, double a, double b) {
    return boost::math::quantile(boost::math::beta_distribution<>(a, b), part);
}

bool is_between(double low, double x, double high) {
    return low < x && x < high;
}

void check(const SequentialTest& test) {
    if (!is_between(0, test.good_rate, test.bad_rate) || test.bad_rate >= 1)
        throw std::invalid_argument("a sequential test needs 0 < good_rate < bad_rate < 1");
    if (!is_between(0, test.false_alarm, 0.5) || !is_between(0, test.miss, 0.5))
        throw std::invalid_argument("a sequential test needs errors above 0 and below 0.5");
}

double mean(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
}

/// The variance of two samples of the same distribution together.
double variance(const std::vector<double>& a, const std::vector<double>& b) {
    const double middle = (mean(a) + mean(b)) / 2;
    double sum = 0;
    for (const auto* sample : {&a, &b})
        for (const double value : *sample) sum += (value - middle) * (value - middle);
    return sum / static_cast<double>(a.size() + b.size());
}

double quantile_of_sorted(const std::vector<double>& values, double part) {
    if (values.empty()) return no_number;
    const double place = part * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const double rest = place - std::floor(place);
    if (rest == 0) return values[below];
    return values[below] * (1 - rest) + values[below + 1] * rest;
}

}  // namespace

Interval clopper_pearson(std::uint64_t failures, std::uint64_t runs, double confidence) {
    if (runs == 0 || failures > runs)
        throw std::invalid_argument("an interval needs runs, and no more failures than runs");
    if (!is_between(0, confidence, 1))
        throw std::invalid_argument("a confidence is above 0 and below 1");
    const double tail = (1 - confidence) / 2;
    const auto k = static_cast<double>(failures), n = static_cast<double>(runs);
    Interval interval;
    if (failures > 0) interval.low = beta_quantile(tail, k, n - k + 1);
    if (failures < runs) interval.high = beta_quantile(1 - tail, k + 1, n - k);
    return interval;
}

SequentialProbabilityRatio::SequentialProbabilityRatio(const SequentialTest& test) {
    check(test);
    of_failure_ = std::log(test.bad_rate / test.good_rate);
    of_pass_ = std::log1p(-test.bad_rate) - std::log1p(-test.good_rate);
    good_below_ = std::log(test.miss / (1 - test.false_alarm));
    bad_above_ = std::log((1 - test.miss) / test.false_alarm);
}

SequentialVerdict SequentialProbabilityRatio::add(bool has_failed) {
    if (verdict_ != SequentialVerdict::undecided) return verdict_;
    ++runs_;
    ratio_ += has_failed ? of_failure_ : of_pass_;
    if (ratio_ <= good_below_) verdict_ = SequentialVerdict::good;
    if (ratio_ >= bad_above_) verdict_ = SequentialVerdict::bad;
    return verdict_;
}

Sensitivity sensitivity(const std::vector<double>& a, const std::vector<double>& b,
                        const std::vector<double>& ab) {
    if (a.size() != b.size() || a.size() != ab.size() || a.size() < 2)
        throw std::invalid_argument("sensitivity needs samples of one size, of at least two");
    Sensitivity sum;
    for (std::size_t i = 0; i < a.size(); ++i) {
        sum.first += b[i] * (ab[i] - a[i]);
        sum.total += (a[i] - ab[i]) * (a[i] - ab[i]);
    }
    const double scale = static_cast<double>(a.size()) * variance(a, b);
    if (scale <= 0) return {no_number, no_number};
    return {sum.first / scale, sum.total / (2 * scale)};
}

std::vector<double> quantiles(std::vector<double> values, const std::vector<double>& parts) {
    std::sort(values.begin(), values.end());
    std::vector<double> result;
    result.reserve(parts.size());
    for (const double part : parts) result.push_back(quantile_of_sorted(values, part));
    return result;
}

}  // namespace gateway::campaign
