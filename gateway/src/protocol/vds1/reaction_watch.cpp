// SPDX-License-Identifier: MIT
#include "reaction_watch.hpp"

#include <algorithm>
#include <cmath>

namespace gateway::vds1 {

namespace {

using Verdict = AppliedValue::Verdict;

constexpr std::chrono::seconds patience{1};

double clamped_pedal(double value) {
    return std::clamp(value, 0.0, 1.0);
}

}  // namespace

void AppliedValue::on_sent(double value) noexcept {
    recent_.min = std::min(recent_.min, value);
    recent_.max = std::max(recent_.max, value);
}

void AppliedValue::age() noexcept {
    before_ = recent_;
    recent_ = {};
}

/// Distance from the range of all values sent and 0, since a dead zone or limit may leave 0.
double AppliedValue::distance(double applied) const noexcept {
    const double min = std::min({recent_.min, before_.min, 0.0});
    const double max = std::max({recent_.max, before_.max, 0.0});
    return std::max({min - applied, applied - max, 0.0});
}

AppliedValue::Verdict AppliedValue::judge(double applied) noexcept {
    if (std::isnan(applied)) return Verdict::possible;  // the vehicle does not report it
    const double now = distance(applied);
    const bool is_approaching = now < last_distance_;
    last_distance_ = now;
    if (now > tolerance_) return is_approaching ? Verdict::possible : Verdict::not_ours;
    const double clear = 2 * tolerance_;
    const bool is_clear =
        std::min(recent_.min, before_.min) > clear || std::max(recent_.max, before_.max) < -clear;
    if (!is_clear) return Verdict::possible;
    return applied == 0 ? Verdict::only_zero : Verdict::ours;
}

void ReactionWatch::on_sent(const Cmd& cmd, SteadyTime now) noexcept {
    if (now - last_sent_ >= patience) not_ours_since_.reset();
    last_sent_ = now;
    if (now - range_begin_ >= patience) {
        range_begin_ = now;
        for (AppliedValue* value : {&steer_, &throttle_, &brake_}) value->age();
    }
    steer_.on_sent(cmd.steering_tire_angle_rad);
    throttle_.on_sent(clamped_pedal(cmd.throttle));
    brake_.on_sent(clamped_pedal(cmd.brake));
}

/// Only version 5 has the applied pedals.
bool ReactionWatch::is_ours(const State& state) noexcept {
    const bool has_pedals = state.header.version >= 5;
    const Verdict verdicts[] = {
        steer_.judge(state.steering_tire_angle_applied_rad),
        has_pedals ? throttle_.judge(state.throttle_applied) : Verdict::possible,
        has_pedals ? brake_.judge(state.brake_applied) : Verdict::possible};
    const auto has = [&](Verdict verdict) {
        return std::find(std::begin(verdicts), std::end(verdicts), verdict) != std::end(verdicts);
    };
    if (has(Verdict::not_ours)) return false;
    return has(Verdict::ours) || !has(Verdict::only_zero);
}

void ReactionWatch::on_state(const State& state, SteadyTime now) noexcept {
    if (is_ours(state) || now - last_sent_ >= patience) {
        not_ours_since_.reset();
        is_ignored_ = false;
        return;
    }
    if (!not_ours_since_) not_ours_since_ = now;
    is_ignored_ = is_ignored_ || now - *not_ours_since_ >= patience;
}

}  // namespace gateway::vds1
