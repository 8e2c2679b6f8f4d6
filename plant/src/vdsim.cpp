// SPDX-License-Identifier: MIT
#include <plant/vdsim.hpp>

#include <plant/model.hpp>
#include "command_limits.hpp"
#include "ground/contacts.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace vdsim {
namespace {

plant::State to_plant(const State& state) {
    plant::State result;
    result.position_m = state.position;
    result.roll_rad = state.attitude.x();
    result.pitch_rad = state.attitude.y();
    result.yaw_rad = state.attitude.z();
    result.velocity_mps = state.velocity;
    result.angular_velocity_radps = state.angular_velocity;
    result.wheel_spin_radps = state.wheel_spin;
    return result;
}

State from_plant(const plant::State& state) {
    State result;
    result.position = state.position_m;
    result.attitude = {state.roll_rad, state.pitch_rad, state.yaw_rad};
    result.velocity = state.velocity_mps;
    result.angular_velocity = state.angular_velocity_radps;
    result.wheel_spin = state.wheel_spin_radps;
    return result;
}

plant::Command to_plant(const CmdL4& command) {
    plant::Command result;
    result.steer_rad = command.steer_angle_wheel;
    result.throttle = command.throttle;
    result.brake = command.brake;
    result.gear = static_cast<plant::Gear>(command.gear);
    result.handbrake = command.handbrake;
    return result;
}

class PlantGround : public IGround {
  public:
    explicit PlantGround(std::unique_ptr<plant::Ground> ground) : ground_(std::move(ground)) {}

    void query(const State& state, const VehicleParams& vehicle,
               ContactArray& contacts) const override {
        contacts = plant::contacts_of(*ground_, vehicle.body, to_plant(state));
    }

  private:
    std::unique_ptr<plant::Ground> ground_;
};

class PlantDynamics : public IVehicleDynamics {
  public:
    explicit PlantDynamics(std::unique_ptr<plant::VehicleDynamics> model)
        : model_(std::move(model)) {}

    void initialize(const VehicleParams& vehicle, const TireParams& tire,
                    const SolverParams& solver) override {
        model_->initialize(vehicle, tire, solver);
        max_steer_rad_ = vehicle.steering.max_angle_rad;
        wheel_radius_m_ = vehicle.wheel.radius_m;
    }

    void reset(const State& state) override {
        plant::State start = to_plant(state);
        if (start.wheel_spin_radps == plant::PerWheel{})
            start.wheel_spin_radps.fill(start.velocity_mps.x() / wheel_radius_m_);
        model_->reset(start, plant::Contacts{});
        command_ = plant::Command{};
        truth_ = plant::Truth{};
        state_ = from_plant(model_->state());
    }

    plant::StepStatus step(const CmdL4& command, const ContactArray& contacts, double dt) override {
        plant::Command asked = to_plant(command);
        if (plant::is_finite(asked)) {
            plant::limit(asked, max_steer_rad_);
            command_ = asked;
        }
        const plant::SimDuration duration(std::isfinite(dt) ? std::llround(dt * 1e9) : 0);
        const plant::StepStatus status = model_->step(command_, contacts, duration);
        if (status != plant::StepStatus::ok) return status;
        model_->describe(truth_);
        state_ = from_plant(model_->state());
        return status;
    }

    const State& state() const override { return state_; }
    double ax_body_est() const override { return truth_.ax_mps2; }
    double ay_body_est() const override { return truth_.ay_mps2; }

  private:
    std::unique_ptr<plant::VehicleDynamics> model_;
    double max_steer_rad_ = 0.0;
    double wheel_radius_m_ = 1.0;
    plant::Command command_;
    plant::Truth truth_;
    State state_;
};

}  // namespace

VehicleParams VehicleParams::from_yaml(const std::filesystem::path& file) {
    VehicleParams params;
    static_cast<plant::VehicleParams&>(params) = plant::load_vehicle(file);
    params.wheel_radius_nominal = params.wheel.radius_m;
    return params;
}

TireParams TireParams::from_yaml(const std::filesystem::path& file) {
    TireParams params;
    static_cast<plant::TyreParams&>(params) = plant::load_tyre(file);
    return params;
}

std::unique_ptr<IGround> create_flat_ground(double height, double friction) {
    return std::make_unique<PlantGround>(plant::create_flat_ground(height, friction));
}

std::unique_ptr<IVehicleDynamics> create_seven_dof() {
    return std::make_unique<PlantDynamics>(plant::create_seven_dof());
}

}  // namespace vdsim
