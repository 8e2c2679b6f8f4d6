// SPDX-License-Identifier: MIT
#include "distribution.hpp"

#include <boost/math/distributions/lognormal.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/poisson.hpp>
#include <boost/math/distributions/triangular.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace gateway::campaign {
namespace {

template <class Of>
double share_below(const Of& distribution, double end) {
    const auto [least, greatest] = boost::math::support(distribution);
    if (end < least) return 0;
    return end >= greatest ? 1 : boost::math::cdf(distribution, end);
}

/// The inverse of a distribution that is truncated at two ends; `below` is the probability below
/// the first.
template <class Of>
std::function<double(double)> cut_quantile(const Of& distribution, double below, const Ends& ends) {
    constexpr double least_share = 1e-9;
    const double share = share_below(distribution, ends.to) - below;
    if (!(share >= least_share))
        throw std::invalid_argument("the probability between its ends is a billionth or less");
    return [distribution, below, share, ends](double unit) {
        const double place = std::clamp(below + share * unit, 0x1p-54, 1 - 0x1p-53);
        return std::clamp(boost::math::quantile(distribution, place), ends.from, ends.to);
    };
}

template <class Of>
std::function<Distribution::Value(double)> quantile_of(const Of& distribution, const Ends& ends) {
    return cut_quantile(distribution, share_below(distribution, ends.from), ends);
}

bool has_both(const Ends& ends) {
    return std::isfinite(ends.from) && std::isfinite(ends.to);
}

Distribution::Value form_of(const char* kind, Distribution::Value numbers, const Ends& ends) {
    if (std::isfinite(ends.from) || std::isfinite(ends.to)) {
        numbers.push_back(ends.from);
        numbers.push_back(ends.to);
    }
    return {{kind, numbers}};
}

/// The cumulative sums of weights.
std::vector<double> sums_of(const std::vector<double>& weights) {
    std::vector<double> sums;
    double sum = 0;
    for (const double weight : weights) sums.push_back(sum += weight);
    if (!(sum > 0) || !std::isfinite(sum))
        throw std::invalid_argument("weights must not be below 0, nor all of them 0");
    return sums;
}

/// The index of the first cumulative sum above the fraction `unit` of the total.
std::size_t place_in(const std::vector<double>& sums, double unit) {
    auto found = std::upper_bound(sums.begin(), sums.end(), unit * sums.back());
    if (found == sums.end()) found = std::lower_bound(sums.begin(), sums.end(), sums.back());
    return static_cast<std::size_t>(found - sums.begin());
}

}  // namespace

Distribution Distribution::among(std::vector<Value> values) {
    Distribution result;
    result.form_ = values;
    result.values_ = std::move(values);
    return result;
}

Distribution Distribution::weighted(std::vector<Value> values, std::vector<double> weights) {
    auto pairs = Value::array();
    for (std::size_t i = 0; i < values.size(); ++i)
        pairs.push_back(Value::array({values[i], weights[i]}));
    Distribution result;
    result.form_["weights"] = pairs;
    result.quantile_ = [values, sums = sums_of(weights)](double unit) {
        return values[place_in(sums, unit)];
    };
    result.values_ = std::move(values);
    result.weights_ = std::move(weights);
    return result;
}

Distribution Distribution::histogram(const std::vector<Bin>& bins) {
    Distribution result;
    auto form = Value::array();
    std::vector<double> weights;
    for (const Bin& bin : bins) {
        form.push_back({bin.from, bin.to, bin.weight});
        weights.push_back(bin.weight);
    }
    result.form_["histogram"] = form;
    result.quantile_ = [bins, sums = sums_of(weights)](double unit) -> Value {
        const std::size_t i = place_in(sums, unit);
        const double part = 1 - (sums[i] - unit * sums.back()) / bins[i].weight;
        return std::clamp(bins[i].from * (1 - part) + bins[i].to * part, bins[i].from, bins[i].to);
    };
    return result;
}

Distribution Distribution::uniform(double from, double to) {
    Distribution result;
    result.quantile_ = [from, to](double unit) { return from * (1 - unit) + to * unit; };
    result.form_ = {{"uniform", {from, to}}};
    return result;
}

Distribution Distribution::normal(double mean, double deviation, const Ends& ends) {
    Distribution result;
    result.quantile_ = quantile_of(boost::math::normal(mean, deviation), ends);
    result.form_ = form_of("normal", {mean, deviation}, ends);
    result.has_ends_ = has_both(ends);
    return result;
}

Distribution Distribution::lognormal(double mean, double deviation, const Ends& ends) {
    Distribution result;
    result.quantile_ = quantile_of(boost::math::lognormal(mean, deviation), ends);
    result.form_ = form_of("lognormal", {mean, deviation}, ends);
    result.has_ends_ = has_both(ends);
    return result;
}

Distribution Distribution::triangular(double from, double mode, double to) {
    Distribution result;
    result.quantile_ = quantile_of(boost::math::triangular(from, mode, to), {});
    result.form_ = {{"triangular", {from, mode, to}}};
    return result;
}

/// Boost's default policy rounds outwards, so low quantiles would be too low.
Distribution Distribution::poisson(double mean, const Ends& ends) {
    using boost::math::policies::discrete_quantile;
    using boost::math::policies::integer_round_up;
    using Policy = boost::math::policies::policy<discrete_quantile<integer_round_up>>;
    const boost::math::poisson_distribution<double, Policy> of(mean);
    const Ends whole{std::ceil(ends.from), std::floor(ends.to)};
    const double below = share_below(of, whole.from - 1);
    Distribution result;
    result.quantile_ = [quantile = cut_quantile(of, below, whole)](double unit) -> Value {
        return std::llround(quantile(unit));
    };
    result.form_ = form_of("poisson", Value::array({mean}), ends);
    result.has_ends_ = has_both(ends);
    return result;
}

Distribution Distribution::whole(std::int64_t first, std::int64_t last) {
    const double count = static_cast<double>(last) - static_cast<double>(first) + 1;
    Distribution result;
    result.quantile_ = [first, last, count](double unit) -> Value {
        return std::min(last, first + static_cast<std::int64_t>(unit * count));
    };
    result.form_ = {{"whole", {first, last}}};
    return result;
}

Distribution Distribution::with_values(std::vector<Value> values) const {
    return weights_.empty() ? among(std::move(values)) : weighted(std::move(values), weights_);
}

Distribution::Value Distribution::at(double unit) const {
    if (quantile_) return quantile_(unit);
    const auto count = static_cast<double>(values_.size());
    const auto index = static_cast<std::size_t>(unit * count);
    return values_[std::min(index, values_.size() - 1)];
}

Distribution::Value Distribution::searched(double unit) const {
    constexpr double tail = 0.001;
    return at(has_ends_ ? unit : tail + unit * (1 - 2 * tail));
}

}  // namespace gateway::campaign
