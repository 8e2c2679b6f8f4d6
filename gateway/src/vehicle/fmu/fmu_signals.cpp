// SPDX-License-Identifier: MIT
#include "fmu_signals.hpp"

#include <algorithm>
#include <limits>

namespace gateway {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

/// The places of the values of the vehicle. The ends of the names are their units.
std::vector<FmuOutput> body_outputs() {
    using F = Feedback&;
    using W = std::size_t;
    return {
        {"x_m", "m", [](F f, W) -> double& { return f.state.position_m.x(); }, 0},
        {"y_m", "m", [](F f, W) -> double& { return f.state.position_m.y(); }, 0},
        {"z_m", "m", [](F f, W) -> double& { return f.state.position_m.z(); }, 0},
        {"roll_rad", "rad", [](F f, W) -> double& { return f.state.roll_rad; }, 0},
        {"pitch_rad", "rad", [](F f, W) -> double& { return f.state.pitch_rad; }, 0},
        {"yaw_rad", "rad", [](F f, W) -> double& { return f.state.yaw_rad; }, 0},
        {"vx_mps", "m/s", [](F f, W) -> double& { return f.state.velocity_mps.x(); }, 0},
        {"vy_mps", "m/s", [](F f, W) -> double& { return f.state.velocity_mps.y(); }, 0},
        {"vz_mps", "m/s", [](F f, W) -> double& { return f.state.velocity_mps.z(); }, 0},
        {"roll_rate_radps", "rad/s",
         [](F f, W) -> double& { return f.state.angular_velocity_radps.x(); }, 0},
        {"pitch_rate_radps", "rad/s",
         [](F f, W) -> double& { return f.state.angular_velocity_radps.y(); }, 0},
        {"yaw_rate_radps", "rad/s",
         [](F f, W) -> double& { return f.state.angular_velocity_radps.z(); }, 0},
        {"ax_mps2", "m/s2", [](F f, W) -> double& { return f.ax_mps2; }, 0},
        {"ay_mps2", "m/s2", [](F f, W) -> double& { return f.ay_mps2; }, 0},
        {"az_mps2", "m/s2", [](F f, W) -> double& { return f.az_mps2; }, 0},
        {"steer_applied_rad", "rad", [](F f, W) -> double& { return f.steer_applied_rad; }, 0},
        {"throttle_applied", "1", [](F f, W) -> double& { return f.throttle_applied; }, 0},
        {"brake_applied", "1", [](F f, W) -> double& { return f.brake_applied; }, 0},
        {"rack_torque_nm", "Nm", [](F f, W) -> double& { return f.rack_torque_nm; }, 0},
        {"wheel_radius_m", "m", [](F f, W) -> double& { return f.wheel_radius_m; }, 0},
    };
}

/// A value that each wheel has: NAME_fl_UNIT.
struct WheelValue {
    const char* name;
    const char* ending;
    const char* unit;
    double& (*of)(Feedback&, std::size_t wheel);
};

const std::vector<WheelValue>& wheel_values() {
    using F = Feedback&;
    using W = std::size_t;
    static const std::vector<WheelValue> values{
        {"wheel_spin", "_radps", "rad/s",
         [](F f, W w) -> double& { return f.state.wheel_spin_radps[w]; }},
        {"suspension_compression", "_m", "m",
         [](F f, W w) -> double& { return f.state.suspension_compression_m[w]; }},
        {"suspension_velocity", "_mps", "m/s",
         [](F f, W w) -> double& { return f.state.suspension_velocity_mps[w]; }},
        {"wheel_load", "_n", "N", [](F f, W w) -> double& { return f.wheel_load_n[w]; }},
        {"tyre_force_x", "_n", "N", [](F f, W w) -> double& { return f.tyre_force_x_n[w]; }},
        {"tyre_force_y", "_n", "N", [](F f, W w) -> double& { return f.tyre_force_y_n[w]; }},
        {"slip_ratio", "", "1", [](F f, W w) -> double& { return f.slip_ratio[w]; }},
        {"slip_angle", "_rad", "rad", [](F f, W w) -> double& { return f.slip_angle_rad[w]; }},
        {"brake_torque", "_nm", "Nm", [](F f, W w) -> double& { return f.brake_torque_nm[w]; }},
    };
    return values;
}

std::vector<FmuOutput> all_outputs() {
    std::vector<FmuOutput> all = body_outputs();
    constexpr const char* wheels[] = {"_fl", "_fr", "_rl", "_rr"};
    for (const WheelValue& value : wheel_values())
        for (std::size_t wheel = 0; wheel < 4; ++wheel)
            all.push_back({std::string(value.name) + wheels[wheel] + value.ending, value.unit,
                           value.of, wheel});
    return all;
}

}  // namespace

const std::vector<FmuSignal>& fmu_inputs() {
    static const std::vector<FmuSignal> signals{
        {"throttle", "1", 0, 1},
        {"brake", "1", 0, 1},
        {"steer_rad", "rad", -unlimited, unlimited},
        {"rear_steer_rad", "rad", -unlimited, unlimited},
        {"gear", "1", -1, 1},
        {"hand_brake", "1", 0, 1},
        {"accel_mps2", "m/s2", -unlimited, unlimited},
        {"velocity_mps", "m/s", -unlimited, unlimited},
        {"torque_fl_nm", "Nm", -unlimited, unlimited},
        {"torque_fr_nm", "Nm", -unlimited, unlimited},
        {"torque_rl_nm", "Nm", -unlimited, unlimited},
        {"torque_rr_nm", "Nm", -unlimited, unlimited},
    };
    return signals;
}

const std::vector<FmuSignal>& fmu_starts() {
    static const std::vector<FmuSignal> signals{
        {"x_m", "m", -unlimited, unlimited},
        {"y_m", "m", -unlimited, unlimited},
        {"yaw_rad", "rad", -unlimited, unlimited},
        {"vx_mps", "m/s", -unlimited, unlimited},
    };
    return signals;
}

const std::vector<FmuOutput>& fmu_outputs() {
    static const std::vector<FmuOutput> outputs = all_outputs();
    return outputs;
}

std::optional<std::size_t> fmu_output_named(const std::string& name) {
    const auto& all = fmu_outputs();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const FmuOutput& output) { return output.name == name; });
    if (found == all.end()) return std::nullopt;
    return static_cast<std::size_t>(found - all.begin());
}

}  // namespace gateway
