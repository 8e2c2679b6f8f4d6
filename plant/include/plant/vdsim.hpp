// SPDX-License-Identifier: MIT
#pragma once

#include <plant/ground.hpp>
#include <plant/vehicle_dynamics.hpp>

#include <Eigen/Core>

#include <array>
#include <filesystem>
#include <memory>

/// The names of appendix A of the VDS1 contract, for existing simulation loops that use them. They
/// wrap the models and files of the plant; new loops should use SimSession, which also has
/// actuators and sensors. Conventions as in plant/state.hpp.
namespace vdsim {

/// Parameters of a vehicle: those of plant::VehicleParams, with a name of the contract.
struct VehicleParams : plant::VehicleParams {
    double wheel_radius_nominal = wheel.radius_m;  ///< m; a copy of wheel.radius_m

    /// Reads a file as plant::load_vehicle does. @throws plant::FileError
    static VehicleParams from_yaml(const std::filesystem::path& file);
};

/// Parameters of a tyre: those of plant::TyreParams.
struct TireParams : plant::TyreParams {
    /// Reads a file as plant::load_tyre does. @throws plant::FileError
    static TireParams from_yaml(const std::filesystem::path& file);
};

/// Parameters of the integration.
using SolverParams = plant::SolverParams;

/// Command: pedals and angle of the front wheels.
struct CmdL4 {
    double throttle = 0.0;           ///< 0..1
    double brake = 0.0;              ///< 0..1
    double steer_angle_wheel = 0.0;  ///< rad, mean of the front road wheels, positive left
    int gear = 1;                    ///< 1 drive, 0 neutral, -1 reverse
    bool handbrake = false;          ///< brakes the rear wheels
};

/// Pose and motion of a vehicle.
struct State {
    State() = default;
    /// Straight ahead on level ground. @param x0,y0 in m @param yaw0 in rad @param vx0 in m/s
    State(double x0, double y0, double yaw0, double vx0)
        : position(x0, y0, 0.0), velocity(vx0, 0.0, 0.0), attitude(0.0, 0.0, yaw0) {}

    Eigen::Vector3d position{0.0, 0.0, 0.0};          ///< m, centre of gravity, world frame
    Eigen::Vector3d velocity{0.0, 0.0, 0.0};          ///< m/s, body frame
    Eigen::Vector3d attitude{0.0, 0.0, 0.0};          ///< rad: roll, pitch, yaw in the order ZYX
    Eigen::Vector3d angular_velocity{0.0, 0.0, 0.0};  ///< rad/s, body frame
    std::array<double, 4> wheel_spin{};               ///< rad/s: FL, FR, RL, RR

    double yaw() const { return attitude.z(); }               ///< rad, in (-pi, pi]
    double yaw_rate() const { return angular_velocity.z(); }  ///< rad/s
};

/// The road below the four wheels: FL, FR, RL, RR.
using ContactArray = plant::Contacts;

/// A road surface.
class IGround {
  public:
    virtual ~IGround() = default;
    /// Writes the road below each wheel of a vehicle in this state.
    virtual void query(const State& state, const VehicleParams& vehicle,
                       ContactArray& contacts) const = 0;
};

/// A level plane. @param height in m @param friction factor on the friction of the tyre
std::unique_ptr<IGround> create_flat_ground(double height, double friction);

/// A vehicle model. Order of calls: initialize, reset, then query and step repeatedly.
class IVehicleDynamics {
  public:
    virtual ~IVehicleDynamics() = default;
    /// @throws std::invalid_argument with "key: reason" for parameters out of range
    virtual void initialize(const VehicleParams& vehicle, const TireParams& tire,
                            const SolverParams& solver) = 0;
    /// Wheels with zero spin get the spin for rolling at the speed of the vehicle.
    virtual void reset(const State& state) = 0;
    /// Advances by `dt` in s, with constant command and contacts. A command out of range is
    /// limited; one that is not finite is ignored, and the last one is used.
    /// @return any status but ok: the state did not change
    virtual plant::StepStatus step(const CmdL4& command, const ContactArray& contacts,
                                   double dt) = 0;
    /// The current state; the reference stays valid, and the next step changes the object.
    virtual const State& state() const = 0;
    /// Acceleration of the centre of gravity in the last step, m/s2, forward.
    virtual double ax_body_est() const = 0;
    /// As ax_body_est, to the left.
    virtual double ay_body_est() const = 0;
};

/// Level L2: planar body and four wheels, as plant::create_seven_dof.
std::unique_ptr<IVehicleDynamics> create_seven_dof();

}  // namespace vdsim
