// SPDX-License-Identifier: MIT
#include "c_api.hpp"

#include <algorithm>

struct plant_session {
    plant::SimSession session;
};

namespace plant::c_api {
namespace {

thread_local char last_error[4096] = "";
thread_local std::string last_notes;

void read_actuation(const char* file, const char* model, Parts& parts) {
    const ActuationConfig actuation = load_actuation_config(file);
    if (model != nullptr && parts.model != actuation.model)
        throw std::invalid_argument(std::string("model: is another one than in ") + file);
    parts.model = actuation.model;
    parts.session.actuation = actuation.params;
}

void copy(const Eigen::Vector3d& from, double (&to)[3]) {
    for (int i = 0; i < 3; ++i) to[i] = from[i];
}

void copy(const PerWheel& from, double (&to)[4]) {
    std::copy(from.begin(), from.end(), to);
}

template <std::size_t count>
void copy(const Reading& from, double (&to)[count]) {
    std::copy_n(from.begin(), count, to);
}

/// Fills a plant_state, or the fields of a plant_output with the same names.
template <class To>
void fill_state(const State& s, To& to) {
    copy(s.position_m, to.position_m);
    to.roll_rad = s.roll_rad;
    to.pitch_rad = s.pitch_rad;
    to.yaw_rad = s.yaw_rad;
    copy(s.velocity_mps, to.velocity_mps);
    copy(s.angular_velocity_radps, to.angular_velocity_radps);
    copy(s.wheel_spin_radps, to.wheel_spin_radps);
    copy(s.suspension_compression_m, to.suspension_compression_m);
    copy(s.suspension_velocity_mps, to.suspension_velocity_mps);
}

void fill_wheels(const Truth& t, plant_output& to) {
    copy(t.wheel_load_n, to.wheel_load_n);
    copy(t.tyre_force_x_n, to.tyre_force_x_n);
    copy(t.tyre_force_y_n, to.tyre_force_y_n);
    copy(t.slip_ratio, to.slip_ratio);
    copy(t.slip_angle_rad, to.slip_angle_rad);
    copy(t.relaxed_slip_ratio, to.relaxed_slip_ratio);
    copy(t.relaxed_slip_angle_rad, to.relaxed_slip_angle_rad);
    copy(t.friction, to.friction);
    copy(t.peak_friction, to.peak_friction);
    copy(t.slip_ratio_at_peak, to.slip_ratio_at_peak);
    copy(t.slip_angle_at_peak_rad, to.slip_angle_at_peak_rad);
}

void fill_truth(const Truth& t, plant_output& to) {
    to.sim_time_ns = t.sim_time.count();
    fill_state(t.state, to);
    to.ax_mps2 = t.ax_mps2;
    to.az_mps2 = t.az_mps2;
    to.ay_mps2 = t.ay_mps2;
    fill_wheels(t, to);
    to.rack_torque_nm = t.rack_torque_nm;
    to.steer_applied_rad = t.steer_applied_rad;
    to.throttle_applied = t.throttle_applied;
    to.brake_applied = t.brake_applied;
    to.wheel_radius_m = t.wheel_radius_m;
    to.actuation_accel = t.actuation_status.accel;
    to.actuation_brake = t.actuation_status.brake;
    to.actuation_steer = t.actuation_status.steer;
    copy(t.brake_torque_nm, to.brake_torque_nm);
    copy(t.abs_active, to.abs_active);
    to.traction_active = t.traction_active;
    to.esc_active = t.esc_active;
}

void fill_measured(const SensorReadings& r, plant_output& to) {
    static_assert(sensor_count == 6, "a sensor is missing here and in plant_output");
    copy(r.of(sensor::imu_accel), to.measured_imu_accel_mps2);
    copy(r.of(sensor::imu_gyro), to.measured_imu_gyro_radps);
    copy(r.of(sensor::wheel_speed), to.measured_wheel_speed_radps);
    to.measured_steer_rad = r.of(sensor::steer)[0];
    const Reading& pose = r.of(sensor::gnss_position);
    copy(pose, to.measured_gnss_position_m);
    to.measured_gnss_roll_rad = pose[3];
    to.measured_gnss_pitch_rad = pose[4];
    to.measured_gnss_yaw_rad = pose[5];
    copy(r.of(sensor::gnss_velocity), to.measured_gnss_velocity_mps);
}

Command command_of(const plant_command& c) {
    Command command{c.steer_rad,      c.throttle,
                    c.brake,          static_cast<Gear>(c.gear),
                    c.handbrake != 0, {c.actuation_accel, c.actuation_brake, c.actuation_steer}};
    command.abs_off = c.abs_off != 0;
    command.traction_off = c.traction_off != 0;
    command.esc_off = c.esc_off != 0;
    return command;
}

}  // namespace

int record(int status, const char* reason) noexcept {
    const std::size_t length = std::min(std::strlen(reason), sizeof last_error - 1);
    std::memcpy(last_error, reason, length);
    last_error[length] = '\0';
    return status;
}

int refused(const char* reason) noexcept {
    return record(PLANT_INVALID, reason);
}

Parts read_parts(const plant_config& config) {
    Parts parts;
    std::vector<std::string> notes;
    SessionConfig& session = parts.session;
    if (config.model != nullptr) parts.model = model_named(config.model);
    if (config.actuation != nullptr) read_actuation(config.actuation, config.model, parts);
    if (config.vehicle != nullptr) session.vehicle = load_vehicle(config.vehicle);
    if (config.tyre != nullptr) session.tyre = load_tyre(config.tyre, &notes);
    if (config.ground != nullptr) parts.ground = load_ground(config.ground);
    if (config.actuator != nullptr) session.actuator = load_actuator(config.actuator);
    if (config.sensors != nullptr) session.sensors = load_sensors(config.sensors);
    if (config.solver != nullptr) session.solver = load_solver(config.solver);
    last_notes.clear();
    for (const std::string& note : notes) last_notes += note + '\n';
    return parts;
}

}  // namespace plant::c_api

using namespace plant::c_api;

int plant_abi_version(void) {
    return PLANT_ABI_VERSION;
}

const char* plant_last_error(void) {
    return last_error;
}

const char* plant_last_notes(void) {
    return last_notes.c_str();
}

plant_session* plant_create(const plant_config* config) {
    return guarded_pointer([&] {
        plant_config full;
        plant_config_init(&full);
        if (config != nullptr) full = over_defaults(config, plant_config_init, "config");
        const Parts parts = read_parts(full);
        return new plant_session{{plant::create_model(parts.model, parts.session.actuation),
                                  plant::create_ground(parts.ground), parts.session}};
    });
}

void plant_destroy(plant_session* session) {
    delete session;
}

int plant_reset(plant_session* s, double x_m, double y_m, double yaw_rad, double vx_mps) {
    return guarded([&] {
        plant::SimSession& session = needed(s, "session").session;
        session.reset(plant::rolling_state(session.vehicle(), x_m, y_m, yaw_rad, vx_mps));
        return int{PLANT_OK};
    });
}

int plant_set_input(plant_session* s, const plant_command* command) {
    return guarded([&] {
        plant::SimSession& session = needed(s, "session").session;
        const plant_command full = over_defaults(command, plant_command_init, "command");
        switch (session.set_input(command_of(full))) {
            case plant::InputStatus::accepted:
                return int{PLANT_OK};
            case plant::InputStatus::clamped:
                return int{PLANT_CLAMPED};
            case plant::InputStatus::rejected:
                break;
        }
        return refused("command: must be finite");
    });
}

int plant_tick(plant_session* s, int64_t duration_ns) {
    return guarded([&] {
        plant::SimSession& session = needed(s, "session").session;
        switch (session.tick(plant::SimDuration{duration_ns})) {
            case plant::StepStatus::ok:
                return int{PLANT_OK};
            case plant::StepStatus::invalid_duration:
                return refused("duration_ns: must be greater than 0");
            case plant::StepStatus::rolled_over:
                return record(PLANT_ROLLED_OVER, "the vehicle would roll over");
            case plant::StepStatus::non_finite_state:
                break;
        }
        const std::string reason = std::string(session.fault()) + ": would not be finite";
        return record(PLANT_NOT_FINITE, reason.c_str());
    });
}

int plant_get_output(const plant_session* s, plant_output* output) {
    return guarded([&] {
        const plant::SimSession& session = needed(s, "session").session;
        const std::size_t size = size_known(needed(output, "output"), "output");
        const plant::Output now = session.output();
        plant_output full{};
        fill_truth(now, full);
        fill_measured(now.sensors, full);
        full.size = size;
        std::memcpy(output, &full, size);
        return int{PLANT_OK};
    });
}

int plant_get_measured_state(const plant_session* s, plant_state* state) {
    return guarded([&] {
        const plant::SimSession& session = needed(s, "session").session;
        const std::size_t size = size_known(needed(state, "state"), "state");
        plant_state full{};
        fill_state(session.measured_state(), full);
        full.size = size;
        std::memcpy(state, &full, size);
        return int{PLANT_OK};
    });
}

size_t plant_snapshot(const plant_session* s, uint64_t* words, size_t capacity) {
    return guarded(
        [&] {
            const plant::Snapshot snapshot = needed(s, "session").session.snapshot();
            if (words != nullptr && capacity >= snapshot.size())
                std::copy(snapshot.begin(), snapshot.end(), words);
            return snapshot.size();
        },
        [](int) { return std::size_t{0}; });
}

int plant_restore(plant_session* s, const uint64_t* words, size_t count) {
    return guarded([&] {
        plant::SimSession& session = needed(s, "session").session;
        const plant::Snapshot wanted(&needed(words, "words"), words + count);
        const plant::Snapshot before = session.snapshot();
        try {
            session.restore(wanted);
        } catch (const std::invalid_argument&) {
            session.restore(before);
            throw;
        }
        return int{PLANT_OK};
    });
}
