// SPDX-License-Identifier: MIT
#include "thinned_curve.hpp"

namespace gateway {
namespace {

constexpr std::size_t most_stretches = 2000;

}  // namespace

void ThinnedCurve::Stretch::take(const Stretch& later) {
    if (later.least.value < least.value) least = later.least;
    if (later.greatest.value > greatest.value) greatest = later.greatest;
}

/// Joins pairs of neighbours.
void ThinnedCurve::halve() {
    for (std::size_t i = 0; i < stretches_.size() / 2; ++i) {
        Stretch joined = stretches_[2 * i];
        joined.take(stretches_[2 * i + 1]);
        stretches_[i] = joined;
    }
    stretches_.resize(stretches_.size() / 2);
    samples_of_each_ *= 2;
}

void ThinnedCurve::add(double time_s, double value) {
    last_ = {time_s, value};
    const Stretch sample{last_, last_};
    if (!stretches_.empty() && samples_ < samples_of_each_) {
        stretches_.back().take(sample);
        ++samples_;
        return;
    }
    if (stretches_.size() == most_stretches) halve();
    stretches_.push_back(sample);
    samples_ = 1;
}

std::vector<ThinnedCurve::Point> ThinnedCurve::points() const {
    std::vector<Point> points;
    const auto add_later = [&](const Point& point) {
        if (points.empty() || point.time_s > points.back().time_s) points.push_back(point);
    };
    for (const Stretch& each : stretches_) {
        const bool is_falling = each.greatest.time_s < each.least.time_s;
        add_later(is_falling ? each.greatest : each.least);
        add_later(is_falling ? each.least : each.greatest);
    }
    if (!stretches_.empty()) add_later(last_);
    return points;
}

}  // namespace gateway
