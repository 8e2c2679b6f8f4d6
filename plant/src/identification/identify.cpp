// SPDX-License-Identifier: MIT
#include <plant/identification.hpp>
#include "actuation/gear_ratio.hpp"
#include "actuation/pedals.hpp"
#include "identification/least_squares.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace plant {
namespace {

using Eigen::VectorXd;

constexpr double longest_dead_time_s = 1.0;
constexpr double longest_time_constant_s = 10.0;
constexpr double shortest_time_constant_s = 0.03;  // lower limit of the models
constexpr double start_time_constant_s = 0.2;
constexpr double standstill_mps = 0.1;
constexpr std::size_t fewest_rows = 50;

void need(const std::vector<double>& column, const char* name) {
    if (column.empty()) {
        throw std::invalid_argument(std::string(name) + ": the recording has no such column");
    }
}

bool is_constant(const std::vector<double>& column) {
    return column.empty() ||
           std::all_of(column.begin(), column.end(), [&](double v) { return v == column[0]; });
}

void need_change(const std::vector<double>& column, const char* name) {
    need(column, name);
    if (is_constant(column)) {
        throw std::invalid_argument(std::string(name) + ": is constant, so no fit is possible");
    }
}

/// The first row whose longest possible dead time is covered by recorded commands.
std::size_t first_row(const Recording& recording) {
    const auto& t = recording.t_s;
    std::size_t first = 0;
    while (first < t.size() && t[first] - t.front() < longest_dead_time_s) ++first;
    if (first + fewest_rows >= t.size() || t.back() - t[first] < 2.0 * longest_dead_time_s) {
        throw std::invalid_argument(
            "t: the recording is too short: it needs one second to fill the dead time, then two "
            "seconds and 50 rows");
    }
    return first;
}

/// First-order lag of a value towards a target.
double lagged(double value, double target, double duration_s, double time_constant_s) {
    return target + (value - target) * std::exp(-duration_s / time_constant_s);
}

/// A recorded command after a dead time. The command of row k is held from t[k-1] to t[k]; before
/// the first and after the last row the nearest command applies. Times must not decrease.
class HeldCommand {
  public:
    HeldCommand(const std::vector<double>& t_s, const std::vector<double>& values, double delay_s)
        : t_s_(t_s), values_(values), delay_s_(delay_s) {}

    /// The command in effect at `time_s`.
    double at(double time_s) {
        while (row_ + 1 < t_s_.size() && t_s_[row_] + delay_s_ <= time_s) ++row_;
        return values_[row_];
    }

    /// End of the validity of that command; later than the time of the last at().
    double until() const {
        return row_ + 1 < t_s_.size() ? t_s_[row_] + delay_s_
                                      : std::numeric_limits<double>::infinity();
    }

  private:
    const std::vector<double>& t_s_;
    const std::vector<double>& values_;
    double delay_s_;
    std::size_t row_ = 0;
};

/// One fit: the measured response, and how the response follows from the parameters.
struct Channel {
    const Recording& recording;
    const std::vector<double>& measured;
    std::size_t first;
    std::vector<std::string> keys;
    /// Parameters of the fit, the dead times first.
    LeastSquaresProblem problem;
    Eigen::Index dead_times;
};

/// Bounds, start values and differences: the dead times, then as many time constants.
LeastSquaresProblem lag_problem(Eigen::Index lags) {
    LeastSquaresProblem problem;
    problem.start = VectorXd::Constant(2 * lags, start_time_constant_s);
    problem.lower = VectorXd::Constant(2 * lags, shortest_time_constant_s);
    problem.upper = VectorXd::Constant(2 * lags, longest_time_constant_s);
    problem.step = VectorXd::Constant(2 * lags, 1e-3);
    problem.lower.head(lags).setZero();
    problem.upper.head(lags).setConstant(longest_dead_time_s);
    return problem;
}

/// The dead time with the best fit, in a scan with steps of 20 ms.
VectorXd scanned(const LeastSquaresProblem& full, Eigen::Index dead_times) {
    constexpr double spacing_s = 0.02;
    constexpr int few_iterations = 4;
    LeastSquaresProblem held = full;
    LeastSquaresFit best;
    best.sum_of_squares = HUGE_VAL;
    for (double delay_s = 0.0; delay_s <= longest_dead_time_s; delay_s += spacing_s) {
        for (auto* v : {&held.start, &held.lower, &held.upper}) {
            v->head(dead_times).setConstant(delay_s);
        }
        const LeastSquaresFit fit = least_squares(held, few_iterations);
        if (fit.sum_of_squares < best.sum_of_squares) best = fit;
    }
    return best.values;
}

double variance(const std::vector<double>& values, std::size_t first) {
    const auto n = static_cast<Eigen::Index>(values.size() - first);
    const Eigen::Map<const VectorXd> used(values.data() + first, n);
    return (used.array() - used.mean()).square().mean();
}

Identification fitted(Channel& channel, const char* unit) {
    constexpr int many_iterations = 60;
    channel.problem.start = scanned(channel.problem, channel.dead_times);
    const LeastSquaresFit fit = least_squares(channel.problem, many_iterations);
    Identification result;
    for (std::size_t i = 0; i < channel.keys.size(); ++i) {
        const auto k = static_cast<Eigen::Index>(i);
        result.parameters.push_back({channel.keys[i], fit.values[k], fit.standard_errors[k]});
    }
    result.rows = channel.recording.t_s.size() - channel.first - 1;
    const double mean_square = fit.sum_of_squares / static_cast<double>(result.rows);
    const double spread = variance(channel.measured, channel.first + 1);
    result.unit = unit;
    result.rms_residual = std::sqrt(mean_square);
    result.explained = spread > 0.0 ? 1.0 - mean_square / spread : 0.0;
    return result;
}

/// Simulated minus measured response. @param follow (row, response before) returns the response of
/// that row
template <class Follow>
VectorXd errors(const Channel& channel, const Follow& follow) {
    const std::size_t rows = channel.measured.size();
    VectorXd result(static_cast<Eigen::Index>(rows - channel.first - 1));
    double response = channel.measured[channel.first];
    for (std::size_t k = channel.first + 1; k < rows; ++k) {
        response = follow(k, response);
        result[static_cast<Eigen::Index>(k - channel.first - 1)] = response - channel.measured[k];
    }
    return result;
}

/// The steering as a first-order lag. @param target (row, angle, command) returns the target angle
template <class Target>
VectorXd steer_errors(const Channel& channel, const VectorXd& p, const Target& target) {
    const Recording& r = channel.recording;
    HeldCommand command(r.t_s, r.steer_cmd, p[0]);
    return errors(channel, [&](std::size_t k, double angle) {
        for (double s = r.t_s[k - 1]; s < r.t_s[k];) {
            const double acting = command.at(s);
            const double next = std::min(r.t_s[k], command.until());
            angle = lagged(angle, target(k, angle, acting), next - s, p[1]);
            s = next;
        }
        return angle;
    });
}

Channel steer_channel(const Recording& r) {
    need_change(r.steer_cmd, "steer_cmd");
    need(r.steer_report_rad, "steer_report");
    return {r,
            r.steer_report_rad,
            first_row(r),
            {"steer_time_delay", "steer_time_constant"},
            lag_problem(1),
            1};
}

double middle(const std::vector<double>& values, std::size_t row) {
    return 0.5 * (values[row - 1] + values[row]);
}

/// The constant gear ratio that fits a recording best.
double constant_ratio(const Recording& r) {
    double product = 0.0, square = 0.0;
    for (std::size_t i = 0; i < r.t_s.size(); ++i) {
        product += r.steer_cmd[i] * r.steer_report_rad[i];
        square += r.steer_report_rad[i] * r.steer_report_rad[i];
    }
    return square > 0.0 && product > 0.0 ? product / square : 15.0;
}

void append(VectorXd& values, std::initializer_list<double> more) {
    const Eigen::Index before = values.size();
    values.conservativeResize(before + static_cast<Eigen::Index>(more.size()));
    std::copy(more.begin(), more.end(), values.data() + before);
}

/// Adds default gears and slopes if the recording has none.
Recording completed(Recording r) {
    if (r.gear.empty()) r.gear.assign(r.t_s.size(), 2.0);
    if (r.slope_mps2.empty()) r.slope_mps2.assign(r.t_s.size(), 0.0);
    if (r.accel_cmd.empty()) r.accel_cmd.assign(r.t_s.size(), 0.0);
    if (r.brake_cmd.empty()) r.brake_cmd.assign(r.t_s.size(), 0.0);
    return r;
}

VectorXd longitudinal_errors(const Channel& channel, const VectorXd& p, ActuationParams params) {
    const Recording& r = channel.recording;
    HeldCommand accel(r.t_s, r.accel_cmd, p[0]), brake(r.t_s, r.brake_cmd, p[1]);
    params.accel.time_constant_s = p[2];
    params.brake.time_constant_s = p[3];
    const Pedals pedals(params);
    return errors(channel, [&](std::size_t k, double ax) {
        if (std::abs(r.vx_mps[k]) < standstill_mps) return r.ax_mps2[k];
        const double v = middle(r.vx_mps, k);
        for (double s = r.t_s[k - 1]; s < r.t_s[k];) {
            const Actuation acting{accel.at(s), brake.at(s), 0.0};
            const double next = std::min({r.t_s[k], accel.until(), brake.until()});
            const auto pressed =
                pedals.pressed(acting, r.slope_mps2[k], static_cast<int>(r.gear[k]), v);
            ax = lagged(ax, pedals.wanted_mps2(pressed, v), next - s,
                        1.0 / pressed.inverse_time_per_s);
            s = next;
        }
        return ax;
    });
}

}  // namespace

Identification identify_steer(const Recording& recording) {
    Channel channel = steer_channel(recording);
    channel.problem.residuals = [&](const VectorXd& p) {
        return steer_errors(channel, p, [](std::size_t, double, double cmd) { return cmd; });
    };
    return fitted(channel, "rad");
}

Identification identify_vgr(const Recording& recording) {
    need(recording.vx_mps, "vx");
    Channel channel = steer_channel(recording);
    for (const char* key : {"vgr_coef_a", "vgr_coef_b", "vgr_coef_c"}) channel.keys.push_back(key);
    append(channel.problem.start, {constant_ratio(recording), 0.0, 0.0});
    append(channel.problem.lower, {0.1, -1.0, -1.0});
    append(channel.problem.upper, {1000.0, 1.0, 1.0});
    append(channel.problem.step, {1e-3, 1e-5, 1e-5});
    channel.problem.residuals = [&](const VectorXd& p) {
        const GearRatioParams ratio{p[2], p[3], p[4]};
        return steer_errors(channel, p, [&](std::size_t k, double angle, double cmd) {
            return tyre_target(ratio, middle(recording.vx_mps, k), angle, cmd);
        });
    };
    return fitted(channel, "rad");
}

Identification identify_longitudinal(const Recording& recording, const ActuationParams& vehicle) {
    need(recording.vx_mps, "vx");
    need(recording.ax_mps2, "ax");
    if (is_constant(recording.accel_cmd)) need_change(recording.brake_cmd, "brake_cmd");
    const Recording complete = completed(recording);
    Channel channel{
        complete,
        complete.ax_mps2,
        first_row(complete),
        {"accel_time_delay", "brake_time_delay", "accel_time_constant", "brake_time_constant"},
        lag_problem(2),
        2};
    channel.problem.residuals = [&](const VectorXd& p) {
        return longitudinal_errors(channel, p, vehicle);
    };
    return fitted(channel, "m/s2");
}

}  // namespace plant
