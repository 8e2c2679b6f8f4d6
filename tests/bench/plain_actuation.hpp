// SPDX-License-Identifier: MIT
#pragma once

#include <plant/actuation_vehicle.hpp>

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <deque>
#include <stdexcept>
#include <vector>

namespace bench {

/// A map in its simplest form: every row is interpolated, the keys are checked at every lookup, and
/// every intermediate list is a separate vector.
class PlainMap {
  public:
    explicit PlainMap(const plant::CalibrationMap& map)
        : rows_(map.rows()), columns_(map.columns()) {
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            cells_.emplace_back();
            for (std::size_t column = 0; column < columns_.size(); ++column)
                cells_.back().push_back(map.cell(row, column));
        }
    }

    double value(double row, double column) const {
        const double q = std::clamp(column, columns_.front(), columns_.back());
        std::vector<double> effects;
        for (const std::vector<double>& cells : cells_)
            effects.push_back(interpolated(columns_, cells, {q}).front());
        const double r = std::clamp(row, rows_.front(), rows_.back());
        return interpolated(rows_, effects, {r}).front();
    }

  private:
    static std::vector<double> interpolated(const std::vector<double>& keys,
                                            const std::vector<double>& values,
                                            const std::vector<double>& queries) {
        for (std::size_t i = 1; i < keys.size(); ++i)
            if (keys[i] <= keys[i - 1]) throw std::invalid_argument("keys must rise");
        std::vector<double> result;
        for (const double q : queries) {
            std::size_t i = 0;
            while (i + 2 < keys.size() && keys[i + 1] < q) ++i;
            const double share = (q - keys[i]) / (keys[i + 1] - keys[i]);
            result.push_back(values[i] + (values[i + 1] - values[i]) * share);
        }
        return result;
    }

    std::vector<double> rows_;
    std::vector<double> columns_;
    std::vector<std::vector<double>> cells_;
};

/// The public actuation_cmd model with vectors of any length: state, input and each of the four
/// rates are on the heap. It computes the reference behaviour.
class PlainVehicle {
  public:
    explicit PlainVehicle(const plant::ActuationParams& params)
        : p_(params), accel_map_(params.accel_map), brake_map_(params.brake_map) {
        state_[3] = params.reset_state.vx_mps;
        fill(accel_, params.accel);
        fill(brake_, params.brake);
        fill(steer_, params.steer);
    }

    void update(const plant::Actuation& command, double dt_s) {
        Eigen::VectorXd input(3);
        input << delayed(accel_, command.accel), delayed(brake_, command.brake),
            delayed(steer_, command.steer);
        const Eigen::VectorXd k1 = rates(state_, input);
        const Eigen::VectorXd k2 = rates(state_ + k1 * 0.5 * dt_s, input);
        const Eigen::VectorXd k3 = rates(state_ + k2 * 0.5 * dt_s, input);
        const Eigen::VectorXd k4 = rates(state_ + k3 * dt_s, input);
        const Eigen::VectorXd before = state_;
        state_ += 1.0 / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4) * dt_s;
        state_[3] = std::clamp(state_[3], -p_.vel_lim_mps, p_.vel_lim_mps);
        state_[4] = std::clamp(state_[4], -p_.steer_lim_rad, p_.steer_lim_rad);
        if (state_[3] >= 0.0) return;
        state_.head(3) = before.head(3);
        state_[3] = 0.0;
        state_[5] = -before[3] / dt_s;
    }

    const Eigen::VectorXd& state() const { return state_; }

  private:
    void fill(std::deque<double>& queue, const plant::LagParams& lag) const {
        queue.assign(static_cast<std::size_t>(std::round(lag.delay_s / p_.nominal_step_s)), 0.0);
    }

    static double delayed(std::deque<double>& queue, double command) {
        queue.push_back(command);
        const double oldest = queue.front();
        queue.pop_front();
        return oldest;
    }

    Eigen::VectorXd rates(const Eigen::VectorXd& state, const Eigen::VectorXd& input) const {
        const double v = std::clamp(state[3], -p_.vel_lim_mps, p_.vel_lim_mps);
        const double a = std::clamp(state[5], -p_.vel_rate_lim_mps2, p_.vel_rate_lim_mps2);
        const double wanted = input[0] > 0.0   ? accel_map_.value(input[0], v)
                              : input[1] > 0.0 ? brake_map_.value(input[1], v)
                                               : input[0];
        const plant::LagParams& lag = input[0] > 0.0 ? p_.accel : p_.brake;
        const double steer_rate = (input[2] - state_[4]) / p_.steer.time_constant_s;
        Eigen::VectorXd rate(6);
        rate << v * std::cos(state[2]), v * std::sin(state[2]),
            v * std::tan(state[4]) / p_.wheel_base_m, a,
            std::clamp(steer_rate, -p_.steer_rate_lim_radps, p_.steer_rate_lim_radps),
            -(a - std::clamp(wanted, -p_.vel_rate_lim_mps2, p_.vel_rate_lim_mps2)) /
                lag.time_constant_s;
        return rate;
    }

    plant::ActuationParams p_;
    PlainMap accel_map_;
    PlainMap brake_map_;
    Eigen::VectorXd state_ = Eigen::VectorXd::Zero(6);
    std::deque<double> accel_, brake_, steer_;
};

}  // namespace bench
