// SPDX-License-Identifier: MIT
#include "scenario/figures.hpp"

#include <plant/angle.hpp>

#include <algorithm>
#include <cmath>

namespace plant {
namespace {

using Value = double ManoeuvreSample::*;

/// The first sample at or behind an instant.
const ManoeuvreSample& sample_at(const Tape& tape, double t_s) {
    const auto at = std::find_if(tape.samples.begin(), tape.samples.end(),
                                 [&](const ManoeuvreSample& s) { return s.t_s >= t_s; });
    return at != tape.samples.end() ? *at : tape.samples.back();
}

/// The sample between two instants where `sign` times a value is largest.
const ManoeuvreSample& peak_of(const Tape& tape, Value value, double sign, double from_s,
                               double to_s) {
    const ManoeuvreSample* peak = &sample_at(tape, from_s);
    for (const ManoeuvreSample& s : tape.samples)
        if (s.t_s > from_s && s.t_s <= to_s && sign * s.*value > sign * peak->*value) peak = &s;
    return *peak;
}

/// Over the last tenth of the run.
double steady(const Tape& tape, Value value) {
    double sum = 0.0, count = 0.0;
    for (const ManoeuvreSample& s : tape.samples) {
        if (s.t_s < 0.9 * tape.samples.back().t_s) continue;
        sum += s.*value;
        count += 1.0;
    }
    return sum / count;
}

/// The instant at which half of the step has been steered.
double half_steered_s(const Tape& tape) {
    double half_s = tape.scenario.steer.start_s;
    for (const ManoeuvreSample& s : tape.samples)
        if (tape.turn() * s.steer_rad < 0.5 * std::abs(tape.scenario.steer.amplitude_rad))
            half_s = s.t_s;
    return half_s;
}

/// Steady value, peak and times of one quantity.
void add_step_response(const Tape& tape, Value value, const std::string& name, double factor,
                       const std::string& unit, std::vector<Finding>& to) {
    const double half_s = half_steered_s(tape), end_s = tape.samples.back().t_s;
    const double settled = steady(tape, value);
    const ManoeuvreSample& peak = peak_of(tape, value, tape.turn(), half_s, end_s);
    to.push_back({"steady " + name, tape.turn() * factor * settled, unit});
    to.push_back({"peak " + name, tape.turn() * factor * peak.*value, unit});
    if (settled != 0.0)
        to.push_back({"overshoot of " + name, 100.0 * (peak.*value / settled - 1.0), "%"});
    to.push_back({"time to peak of " + name, peak.t_s - half_s, "s"});
    const auto reached =
        std::find_if(tape.samples.begin(), tape.samples.end(), [&](const ManoeuvreSample& s) {
            return s.t_s > half_s && tape.turn() * s.*value >= 0.9 * tape.turn() * settled;
        });
    if (reached != tape.samples.end())
        to.push_back({"response time of " + name, reached->t_s - half_s, "s"});
}

/// How long a quantity's two peaks are behind those of the steering, and how large the first is.
void add_sine_response(const Tape& tape, Value value, const std::string& name,
                       const std::string& gain_unit, std::vector<Finding>& to) {
    const double start_s = tape.scenario.steer.start_s;
    const double period_s = 1.0 / tape.scenario.steer.frequency_hz;
    const double turn = tape.turn();
    const auto steer_peak = [&](double sign, double from_s) -> const ManoeuvreSample& {
        return peak_of(tape, &ManoeuvreSample::steer_rad, sign, from_s, from_s + period_s);
    };
    const ManoeuvreSample& first = steer_peak(turn, start_s);
    const ManoeuvreSample& second = steer_peak(-turn, start_s);
    const ManoeuvreSample& answer = peak_of(tape, value, turn, first.t_s, second.t_s);
    const ManoeuvreSample& last =
        peak_of(tape, value, -turn, second.t_s, second.t_s + 0.5 * period_s);
    to.push_back({"time lag of " + name + " at the first peak", answer.t_s - first.t_s, "s"});
    to.push_back({"time lag of " + name + " at the second peak", last.t_s - second.t_s, "s"});
    to.push_back({"gain of " + name, answer.*value / first.steer_rad, gain_unit});
}

}  // namespace

void add_step_figures(const Tape& tape, std::vector<Finding>& to) {
    add_step_response(tape, &ManoeuvreSample::yaw_rate_radps, "yaw rate", deg_per_rad, "deg/s", to);
    add_step_response(tape, &ManoeuvreSample::ay_mps2, "lateral acceleration", 1.0, "m/s2", to);
    const ManoeuvreSample& peak = peak_of(tape, &ManoeuvreSample::yaw_rate_radps, tape.turn(),
                                          half_steered_s(tape), tape.samples.back().t_s);
    const double sideslip =
        std::atan2(steady(tape, &ManoeuvreSample::vy_mps), steady(tape, &ManoeuvreSample::vx_mps));
    to.push_back({"steady sideslip angle", tape.turn() * sideslip * deg_per_rad, "deg"});
    to.push_back({"TB factor", (peak.t_s - half_steered_s(tape)) * std::abs(sideslip) * deg_per_rad,
                  "deg s"});
}

void add_sine_figures(const Tape& tape, std::vector<Finding>& to) {
    add_sine_response(tape, &ManoeuvreSample::yaw_rate_radps, "yaw rate", "1/s", to);
    add_sine_response(tape, &ManoeuvreSample::ay_mps2, "lateral acceleration", "m/s2 per rad", to);
}

void add_sine_with_dwell_figures(const Tape& tape, std::vector<Finding>& to) {
    const SteerProgram& p = tape.scenario.steer;
    const double end_s = p.start_s + 1.0 / p.frequency_hz + p.dwell_s;
    const double reversal_s = p.start_s + 0.5 / p.frequency_hz;
    const double peak =
        peak_of(tape, &ManoeuvreSample::yaw_rate_radps, -tape.turn(), reversal_s, end_s)
            .yaw_rate_radps;
    for (const auto& [after_s, name] : {std::pair(1.0, "yaw rate 1 s after the steering"),
                                        {1.75, "yaw rate 1.75 s after the steering"}})
        if (tape.samples.back().t_s >= end_s + after_s)
            to.push_back({name, 100.0 * sample_at(tape, end_s + after_s).yaw_rate_radps / peak,
                          "% of its second peak"});
    to.push_back({"sideways 1.07 s after the steering began",
                  tape.turn() * sample_at(tape, p.start_s + 1.07).y_m, "m"});
}

}  // namespace plant
