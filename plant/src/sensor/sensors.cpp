// SPDX-License-Identifier: MIT
#include "sensor/sensors.hpp"

#include <Eigen/Geometry>
#include <algorithm>

namespace plant {
namespace {

using Eigen::Vector3d;

/// Body to world for angles in the order ZYX.
Eigen::Matrix3d rotation(const State& s) {
    return (Eigen::AngleAxisd(s.yaw_rad, Vector3d::UnitZ()) *
            Eigen::AngleAxisd(s.pitch_rad, Vector3d::UnitY()) *
            Eigen::AngleAxisd(s.roll_rad, Vector3d::UnitX()))
        .toRotationMatrix();
}

Sample sample_of(const Vector3d& v) {
    return {v.x(), v.y(), v.z()};
}
Vector3d vector_of(const Sample& s) {
    return {s[0], s[1], s[2]};
}

/// What is read now without errors. @param feels_gravity an accelerometer shows specific force,
/// acceleration against gravity; where there is none, the acceleration itself is shown
SensorReadings truth_of(const Output& out, bool feels_gravity) {
    const State& s = out.state;
    const Eigen::Matrix3d to_world = rotation(s);
    const Vector3d up = to_world.transpose() * Vector3d(0.0, 0.0, gravity_mps2);
    SensorReadings r;
    r.ax_mps2 = out.ax_mps2 + (feels_gravity ? up.x() : 0.0);
    r.ay_mps2 = out.ay_mps2 + (feels_gravity ? up.y() : 0.0);
    r.az_mps2 = up.z();
    r.angular_velocity_radps = s.angular_velocity_radps;
    r.wheel_spin_radps = s.wheel_spin_radps;
    r.steer_rad = out.steer_applied_rad;
    r.gnss_position_m = s.position_m;
    r.gnss_velocity_mps = to_world * s.velocity_mps;
    return r;
}

}  // namespace

Sensors::Sensors(const SensorParams& p)
    : samplers_{Sampler(p.imu_accel, 3, p.seed * groups + accel),
                Sampler(p.imu_gyro, 3, p.seed * groups + gyro),
                Sampler(p.wheel_speed, 4, p.seed * groups + wheel),
                Sampler(p.steer, 1, p.seed * groups + steer),
                Sampler(p.gnss_position, 3, p.seed * groups + position),
                Sampler(p.gnss_velocity, 3, p.seed * groups + velocity)} {}

/// What each group samples, in the order of Group.
std::array<Sample, Sensors::groups> Sensors::samples(const Output& out) const {
    const SensorReadings truth = truth_of(out, !samplers_[accel].ideal());
    const State& s = out.state;
    const PerWheel& spin = truth.wheel_spin_radps;
    const Vector3d& p = s.position_m;
    return {Sample{truth.ax_mps2, truth.ay_mps2, truth.az_mps2},
            sample_of(truth.angular_velocity_radps),
            Sample{spin[0], spin[1], spin[2], spin[3]},
            Sample{truth.steer_rad},
            Sample{p.x(), p.y(), p.z(), s.roll_rad, s.pitch_rad, s.yaw_rad},
            sample_of(truth.gnss_velocity_mps)};
}

void Sensors::reset(Output& out) {
    const auto truth = samples(out);
    for (std::size_t i = 0; i < groups; ++i) samplers_[i].reset(truth[i]);
    apply(out);
}

void Sensors::apply(Output& out) {
    std::array<Sample, groups> read = samples(out);
    for (std::size_t i = 0; i < groups; ++i) {
        if (!samplers_[i].ideal()) read[i] = samplers_[i].read(read[i], out.sim_time);
    }
    SensorReadings& r = out.sensors;
    r.ax_mps2 = read[accel][0];
    r.ay_mps2 = read[accel][1];
    r.az_mps2 = read[accel][2];
    r.angular_velocity_radps = vector_of(read[gyro]);
    std::copy_n(read[wheel].begin(), 4, r.wheel_spin_radps.begin());
    r.steer_rad = read[steer][0];
    r.gnss_position_m = vector_of(read[position]);
    r.gnss_velocity_mps = vector_of(read[velocity]);

    State& m = out.measured;
    m = out.state;
    m.position_m = r.gnss_position_m;
    m.roll_rad = read[position][3];
    m.pitch_rad = read[position][4];
    m.yaw_rad = read[position][5];
    m.angular_velocity_radps = r.angular_velocity_radps;
    m.wheel_spin_radps = r.wheel_spin_radps;
    const bool exact = samplers_[velocity].ideal() && samplers_[position].ideal();
    if (!exact) m.velocity_mps = rotation(m).transpose() * r.gnss_velocity_mps;
}

void Sensors::save(SnapshotWriter& out) const {
    for (const Sampler& sampler : samplers_) sampler.save(out);
}

void Sensors::restore(SnapshotReader& in) {
    for (Sampler& sampler : samplers_) sampler.restore(in);
}

}  // namespace plant
