// SPDX-License-Identifier: MIT
#include "scenario/figures.hpp"

#include <plant/angle.hpp>

#include <algorithm>
#include <cmath>

namespace plant {
namespace {

using Value = double ManoeuvreSample::*;

/// The first sample at or after a time.
const ManoeuvreSample& sample_at(const ManoeuvreRun& run, double t_s) {
    const auto at = std::find_if(run.samples.begin(), run.samples.end(),
                                 [&](const ManoeuvreSample& s) { return s.t_s >= t_s; });
    return at != run.samples.end() ? *at : run.samples.back();
}

/// The sample between two times where `sign` times a value is largest.
const ManoeuvreSample& peak_of(const ManoeuvreRun& run, Value value, double sign, double from_s,
                               double to_s) {
    const ManoeuvreSample* peak = &sample_at(run, from_s);
    for (const ManoeuvreSample& s : run.samples)
        if (s.t_s > from_s && s.t_s <= to_s && sign * s.*value > sign * peak->*value) peak = &s;
    return *peak;
}

/// Mean over the last tenth of the run.
double steady(const ManoeuvreRun& run, Value value) {
    double sum = 0.0, count = 0.0;
    for (const ManoeuvreSample& s : run.samples) {
        if (s.t_s < 0.9 * run.samples.back().t_s) continue;
        sum += s.*value;
        count += 1.0;
    }
    return sum / count;
}

/// The time when half of the step has been steered.
double half_steered_s(const ManoeuvreRun& run) {
    double half_s = run.scenario.steer.start_s;
    for (const ManoeuvreSample& s : run.samples)
        if (run.turn() * s.steer_rad < 0.5 * std::abs(run.scenario.steer.amplitude_rad))
            half_s = s.t_s;
    return half_s;
}

/// Adds steady-state value, peak and times of one quantity.
void add_step_response(const ManoeuvreRun& run, Value value, const std::string& name, double factor,
                       const std::string& unit, std::vector<Finding>& to) {
    const double half_s = half_steered_s(run), end_s = run.samples.back().t_s;
    const double settled = steady(run, value);
    const ManoeuvreSample& peak = peak_of(run, value, run.turn(), half_s, end_s);
    to.push_back({"steady " + name, run.turn() * factor * settled, unit});
    to.push_back({"peak " + name, run.turn() * factor * peak.*value, unit});
    if (settled != 0.0)
        to.push_back({"overshoot of " + name, 100.0 * (peak.*value / settled - 1.0), "%"});
    to.push_back({"time to peak of " + name, peak.t_s - half_s, "s"});
    const auto reached =
        std::find_if(run.samples.begin(), run.samples.end(), [&](const ManoeuvreSample& s) {
            return s.t_s > half_s && run.turn() * s.*value >= 0.9 * run.turn() * settled;
        });
    if (reached != run.samples.end())
        to.push_back({"response time of " + name, reached->t_s - half_s, "s"});
}

/// Adds the time lags of a quantity's two peaks relative to the steering, and the gain.
void add_sine_response(const ManoeuvreRun& run, Value value, const std::string& name,
                       const std::string& gain_unit, std::vector<Finding>& to) {
    const double start_s = run.scenario.steer.start_s;
    const double period_s = 1.0 / run.scenario.steer.frequency_hz;
    const double turn = run.turn();
    const auto steer_peak = [&](double sign, double from_s) -> const ManoeuvreSample& {
        return peak_of(run, &ManoeuvreSample::steer_rad, sign, from_s, from_s + period_s);
    };
    const ManoeuvreSample& first = steer_peak(turn, start_s);
    const ManoeuvreSample& second = steer_peak(-turn, start_s);
    const ManoeuvreSample& answer = peak_of(run, value, turn, first.t_s, second.t_s);
    const ManoeuvreSample& last =
        peak_of(run, value, -turn, second.t_s, second.t_s + 0.5 * period_s);
    to.push_back({"time lag of " + name + " at the first peak", answer.t_s - first.t_s, "s"});
    to.push_back({"time lag of " + name + " at the second peak", last.t_s - second.t_s, "s"});
    to.push_back({"gain of " + name, answer.*value / first.steer_rad, gain_unit});
}

}  // namespace

void add_step_figures(const ManoeuvreRun& run, std::vector<Finding>& to) {
    add_step_response(run, &ManoeuvreSample::yaw_rate_radps, "yaw rate", deg_per_rad, "deg/s", to);
    add_step_response(run, &ManoeuvreSample::ay_mps2, "lateral acceleration", 1.0, "m/s2", to);
    const ManoeuvreSample& peak = peak_of(run, &ManoeuvreSample::yaw_rate_radps, run.turn(),
                                          half_steered_s(run), run.samples.back().t_s);
    const double sideslip =
        std::atan2(steady(run, &ManoeuvreSample::vy_mps), steady(run, &ManoeuvreSample::vx_mps));
    to.push_back({"steady sideslip angle", run.turn() * sideslip * deg_per_rad, "deg"});
    to.push_back({"TB factor", (peak.t_s - half_steered_s(run)) * std::abs(sideslip) * deg_per_rad,
                  "deg s"});
}

void add_sine_figures(const ManoeuvreRun& run, std::vector<Finding>& to) {
    add_sine_response(run, &ManoeuvreSample::yaw_rate_radps, "yaw rate", "1/s", to);
    add_sine_response(run, &ManoeuvreSample::ay_mps2, "lateral acceleration", "m/s2 per rad", to);
}

void add_sine_with_dwell_figures(const ManoeuvreRun& run, std::vector<Finding>& to) {
    const SteerProgram& p = run.scenario.steer;
    const double end_s = p.start_s + 1.0 / p.frequency_hz + p.dwell_s;
    const double reversal_s = p.start_s + 0.5 / p.frequency_hz;
    const double peak =
        peak_of(run, &ManoeuvreSample::yaw_rate_radps, -run.turn(), reversal_s, end_s)
            .yaw_rate_radps;
    for (const auto& [after_s, name] : {std::pair(1.0, "yaw rate 1 s after the steering"),
                                        {1.75, "yaw rate 1.75 s after the steering"}})
        if (run.samples.back().t_s >= end_s + after_s)
            to.push_back({name, 100.0 * sample_at(run, end_s + after_s).yaw_rate_radps / peak,
                          "% of its second peak"});
    to.push_back({"sideways 1.07 s after the steering began",
                  run.turn() * sample_at(run, p.start_s + 1.07).y_m, "m"});
}

}  // namespace plant
