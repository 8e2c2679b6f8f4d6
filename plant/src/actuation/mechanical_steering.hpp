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

/// Hand wheel servo and steering gear of actuation_cmd_mechanical: limiter, PID with feed-forward,
/// power steering, torque delay, dead zone and I omega' = T - D omega - K theta - F sign(omega).
/// Source: equations of the public MechanicalController, release 0.43.
class MechanicalSteering {
  public:
    /// What the servo makes of an angle.
    struct Torque {
        double error_rad;
        double asked;     ///< before the power steering
        double steering;  ///< after it
    };
    struct Rates {
        Torque torque;
        double applied;  ///< torque on the wheel: after the delay in the corrected behaviour
        double angle;
        double omega;
        bool dead_zone;
    };
    /// What holds during a step.
    struct Step {
        double dt_s;
        double inverse_dt_per_s;  ///< 0 for a step too short for a difference quotient
        double limited_rad;       ///< the angle asked for, after the limiter
        double power_offset;      ///< power steering at this speed: part that no torque enters
        double power_slope;       ///< and part linear in the torque
        Torque start;             ///< at the beginning of the step
        double start_applied;     ///< what of it, or of an earlier one, turns the wheel
        bool may_move;            ///< whether delay and friction let the wheel go
        double friction_sign;     ///< corrected behaviour: friction keeps it during a step
    };

    MechanicalSteering(const MechanicalParams& params, Compatibility compatibility);

    /// At rest at an angle. The reference behaviour keeps the rate limiter's memory.
    void reset(double angle_rad);

    /// Clears that memory.
    void forget_target() { previous_ = 0.0; }

    /// Moves the tyre from its angle towards `wanted_rad`. @return the new angle
    double move(double wanted_rad, double speed_mps, double dt_s);

    /// Puts a tyre beyond +-limit at the limit.
    void limit_angle(double limit_rad);

    double angle_rad() const { return angle_; }
    MechanicalReport report() const;

    /// The first half of `move`: what holds during a step, and the rates at its beginning.
    Step prepared(double wanted_rad, double speed_mps, double dt_s);
    Rates rates_at_start(const Step& step) const;

    void save(SnapshotWriter& out) const;
    void restore(SnapshotReader& in);

  private:
    double limited(double wanted_rad, double dt_s) const;
    double assisted(double asked, const Step& step) const;
    Torque torque(double angle_rad, const Step& step) const;
    double delayed(double torque, double since_start_s, double share, const Step& step) const;
    bool in_dead_zone(double omega, double torque) const;
    bool is_held(double applied) const;
    bool is_ready(double dt_s) const;
    void let_go(Step& step);
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
    double previous_ = 0.0;  ///< limiter: the last wanted (reference) or limited (corrected) angle
    double time_s_ = 0.0;    ///< since the reset
    TorqueHistory history_;
};

}  // namespace plant
