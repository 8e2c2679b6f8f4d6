// SPDX-License-Identifier: MIT
#include "distribution.hpp"

#include <boost/math/distributions/lognormal.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/poisson.hpp>
#include <boost/math/distributions/triangular.hpp>

#include <algorithm>
#include <cmath>

namespace gateway::campaign {
namespace {

/// Where a distribution without ends is still finite.
double inside(double unit) {
    return std::max(unit, 0x1p-54);
}

template <class Of>
std::function<Distribution::Value(double)> quantile_of(const Of& distribution) {
    return [distribution](double unit) -> Distribution::Value {
        return boost::math::quantile(distribution, inside(unit));
    };
}

}  // namespace

Distribution Distribution::among(std::vector<Value> values) {
    Distribution result;
    result.form_ = values;
    result.values_ = std::move(values);
    return result;
}

Distribution Distribution::uniform(double from, double to) {
    Distribution result;
    result.quantile_ = [from, to](double unit) { return from * (1 - unit) + to * unit; };
    result.form_ = {{"uniform", {from, to}}};
    return result;
}

Distribution Distribution::normal(double mean, double deviation) {
    Distribution result;
    result.quantile_ = quantile_of(boost::math::normal(mean, deviation));
    result.form_ = {{"normal", {mean, deviation}}};
    return result;
}

Distribution Distribution::lognormal(double mean, double deviation) {
    Distribution result;
    result.quantile_ = quantile_of(boost::math::lognormal(mean, deviation));
    result.form_ = {{"lognormal", {mean, deviation}}};
    return result;
}

Distribution Distribution::triangular(double from, double mode, double to) {
    Distribution result;
    result.quantile_ = quantile_of(boost::math::triangular(from, mode, to));
    result.form_ = {{"triangular", {from, mode, to}}};
    return result;
}

/// The policy of Boost rounds outwards, so that a low quantile would be below the true one.
Distribution Distribution::poisson(double mean) {
    using boost::math::policies::discrete_quantile;
    using boost::math::policies::integer_round_up;
    using Policy = boost::math::policies::policy<discrete_quantile<integer_round_up>>;
    const boost::math::poisson_distribution<double, Policy> of(mean);
    Distribution result;
    result.quantile_ = [of](double unit) -> Value {
        return std::llround(boost::math::quantile(of, inside(unit)));
    };
    result.form_ = {{"poisson", mean}};
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

Distribution::Value Distribution::at(double unit) const {
    if (values_.empty()) return quantile_(unit);
    const auto count = static_cast<double>(values_.size());
    const auto index = static_cast<std::size_t>(unit * count);
    return values_[std::min(index, values_.size() - 1)];
}

}  // namespace gateway::campaign
