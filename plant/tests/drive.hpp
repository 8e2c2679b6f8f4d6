// SPDX-License-Identifier: MIT
#pragma once

#include <plant/model.hpp>
#include <plant/vehicle_dynamics.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <memory>

namespace plant {

constexpr SimDuration millisecond{1'000'000};

/// A vehicle model that rolls at vx on flat ground, without a session.
struct Drive {
    Drive(std::unique_ptr<VehicleDynamics> model, double vx_mps, VehicleParams v = {},
          TyreParams t = {}, SolverParams s = {})
        : vehicle(v), tyre(t), dynamics(std::move(model)) {
        dynamics->initialize(vehicle, tyre, s);
        dynamics->reset(rolling_state(vehicle, 0.0, 0.0, 0.0, vx_mps), contacts);
    }

    /// Advances the model; then writes `output`.
    void run(double seconds, SimDuration dt = millisecond, const std::function<void()>& each = {}) {
        const auto ticks = std::llround(seconds * 1e9 / static_cast<double>(dt.count()));
        for (long long i = 0; i < ticks; ++i) {
            REQUIRE(dynamics->step(command, contacts, dt) == StepStatus::ok);
            if (each) each();
        }
        output.state = dynamics->state();
        dynamics->describe(output);
    }

    /// Controls the speed with the throttle.
    void hold_speed(double vx_mps, double seconds) {
        double integral = 0.0;
        run(seconds, millisecond, [&] {
            const double error = vx_mps - dynamics->state().velocity_mps.x();
            integral += 0.001 * error;
            command.throttle = std::min(std::max(0.5 * error + 1.0 * integral, 0.0), 1.0);
        });
    }

    double vx() const { return dynamics->state().velocity_mps.x(); }
    double yaw_rate() const { return dynamics->state().angular_velocity_radps.z(); }

    VehicleParams vehicle;
    TyreParams tyre;
    std::unique_ptr<VehicleDynamics> dynamics;
    Contacts contacts{};
    Command command;
    Truth output;
};

/// Kinetic energy of body and wheels, in J.
inline double kinetic_energy(const Drive& d) {
    const State& s = d.dynamics->state();
    double energy = 0.5 * d.vehicle.body.mass_kg * s.velocity_mps.squaredNorm() +
                    0.5 * d.vehicle.body.yaw_inertia_kgm2 * std::pow(d.yaw_rate(), 2);
    for (const double spin : s.wheel_spin_radps) {
        energy += 0.5 * d.vehicle.wheel.inertia_kgm2 * spin * spin;
    }
    return energy;
}

/// A road with a slope of `grade` (rise / run) to the east.
inline Contacts graded(double grade) {
    Contacts contacts;
    for (Contact& contact : contacts) {
        contact.normal = Eigen::Vector3d(-grade, 0.0, 1.0).normalized();
    }
    return contacts;
}

}  // namespace plant
