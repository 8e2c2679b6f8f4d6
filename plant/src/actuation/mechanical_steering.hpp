// SPDX-License-Identifier: MIT
#pragma once

#include <plant/actuation_params.hpp>
#include <plant/actuation_vehicle.hpp>
#include <plant/snapshot.hpp>

#include <cstddef>
#include <vector>

namespace plant {

/// Torques of the last steps with their times. When more are under way than fit, the oldest goes.
class TorqueHistory {
  public:
    explicit TorqueHistory(std::size_t capacity);

    void clear();
    bool empty() const { return count_ == 0; }
    std::size_t size() const { return count_; }
    double first_time_s() const { return at(0).time_s; }
    double last_time_s() const { return at(count_ - 1).time_s; }

    void push(double time_s, double torque);
    void pop_first();

    /// Linear between the torques kept, the last one after them, zero before them.
    double value(double time_s) const;

    /// Forgets what `value` no longer needs from this time on.
    void forget_before(double time_s);

    void save(SnapshotWriter& out) const;
    void restore(SnapshotReader& in);

  private:
    struct Sample {
        double time_s;
        double torque;
    };
    std::size_t place(std::size_t i) const;
    const Sample& at(std::size_t i) const { return ring_[place(i)]; }

    std::vector<Sample> ring_;
    std::size_t first_ = 0;
    std::size_t count_ = 0;
};

/// Steering servo and gear of actuation_cmd_mechanical: limiter, PID with feed-forward, power
/// steering, torque delay, dead zone and I omega' = T - D omega - K theta - F sign(omega).
/// Source: equations of the public MechanicalController, release 0.43.
class MechanicalSteering {
  public:
    /// Output of the servo.
    struct Torque {
        double error_rad;
        double requested;  ///< before the power steering
        double steering;   ///< after the power steering
    };
    struct Rates {
        Torque torque;
        double applied;  ///< torque on the wheel: in the corrected behaviour after the delay
        double angle;
        double omega;
        bool dead_zone;
    };
    /// Constants during a step.
    struct Step {
        double dt_s;
        double inverse_dt_per_s;  ///< 0 if the step is too short for a difference quotient
        double limited_rad;       ///< target angle after the limiter
        double power_offset;      ///< power steering at this speed: constant part
        double power_slope;       ///< and coefficient of the torque
        Torque start;             ///< at the start of the step
        double start_applied;     ///< torque on the wheel at the start of the step
        bool may_move;            ///< whether delay and friction let the wheel move
        double friction_sign;     ///< corrected behaviour: constant during a step
    };

    MechanicalSteering(const MechanicalParams& params, Compatibility compatibility);

    /// Sets an angle at rest. The reference behaviour keeps the state of the rate limiter.
    void reset(double angle_rad);

    /// Clears the state of the rate limiter.
    void forget_target() { previous_ = 0.0; }

    /// Advances the tyre angle towards `wanted_rad`. @return the new angle
    double move(double wanted_rad, double speed_mps, double dt_s);

    /// Limits the tyre angle to +-limit.
    void limit_angle(double limit_rad);

    double angle_rad() const { return angle_; }
    MechanicalReport report() const;

    /// First part of `move`: the constants of the step, and the rates at its start.
    Step prepared(double wanted_rad, double speed_mps, double dt_s);
    Rates rates_at_start(const Step& step) const;

    void save(SnapshotWriter& out) const;
    void restore(SnapshotReader& in);

  private:
    double limited(double wanted_rad, double dt_s) const;
    double assisted(double requested, const Step& step) const;
    Torque torque(double angle_rad, const Step& step) const;
    double delayed(double torque, double since_start_s, double share, const Step& step) const;
    bool in_dead_zone(double omega, double torque) const;
    bool is_held(double applied) const;
    bool is_ready(double dt_s) const;
    void apply_static_friction(Step& step);
    Rates rates(double angle_rad, double omega_radps, const Torque& torque, double applied,
                const Step& step) const;
    void take_over(const Rates& mean, const Step& step);
    template <class F>
    void for_each_number(const F& f);

    MechanicalParams params_;
    bool corrected_;
    double inverse_inertia_;
    double angle_ = 0.0;
    double omega_ = 0.0;
    bool dead_zone_ = false;
    double integral_ = 0.0;
    double error_ = 0.0;     ///< of the last step
    double previous_ = 0.0;  ///< limiter: last target (reference) or limited target (corrected)
    double time_s_ = 0.0;    ///< since the reset
    TorqueHistory history_;
};

}  // namespace plant
