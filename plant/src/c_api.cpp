// SPDX-License-Identifier: MIT
#include <plant/plant_c.h>
#include <plant/scenario.hpp>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>

struct plant_session {
    std::unique_ptr<plant::SimSession> session;
};

namespace {

void copy(const Eigen::Vector3d& from, double (&to)[3]) {
    for (int i = 0; i < 3; ++i) to[i] = from[i];
}

void copy(const plant::PerWheel& from, double (&to)[4]) {
    std::copy(from.begin(), from.end(), to);
}

void tell(const std::string& message, char* error, std::size_t size) {
    if (error == nullptr || size == 0) return;
    const std::size_t length = std::min(message.size(), size - 1);
    std::memcpy(error, message.data(), length);
    error[length] = '\0';
}

}  // namespace

plant_session* plant_create(const char* model, const char* vehicle_yaml, const char* tyre_file,
                            const char* ground_yaml, char* error, size_t error_size) try {
    plant::SessionConfig config;
    plant::GroundParams ground;
    if (model == nullptr) throw std::invalid_argument("model: is missing");
    const plant::Model kind = plant::model_named(model, plant::Takes::pedals);
    if (vehicle_yaml != nullptr) config.vehicle = plant::load_vehicle(vehicle_yaml);
    if (tyre_file != nullptr) config.tyre = plant::load_tyre(tyre_file);
    if (ground_yaml != nullptr) ground = plant::load_ground(ground_yaml);
    auto session = std::make_unique<plant::SimSession>(plant::create_model(kind),
                                                       plant::create_ground(ground), config);
    return new plant_session{std::move(session)};
} catch (const std::exception& problem) {
    tell(problem.what(), error, error_size);
    return nullptr;
}

void plant_destroy(plant_session* session) {
    delete session;
}

int plant_reset(plant_session* s, double x_m, double y_m, double yaw_rad, double vx_mps) try {
    s->session->reset(plant::rolling_state(s->session->vehicle(), x_m, y_m, yaw_rad, vx_mps));
    return 0;
} catch (const std::exception&) {
    return 1;
}

int plant_set_input(plant_session* s, const plant_command* c) {
    return static_cast<int>(
        s->session->set_input({c->steer_rad, c->throttle, c->brake,
                               static_cast<plant::Gear>(c->gear), c->handbrake != 0}));
}

int plant_tick(plant_session* s, int64_t duration_ns) {
    return static_cast<int>(s->session->tick(plant::SimDuration{duration_ns}));
}

void plant_get_output(const plant_session* session, plant_output* to) {
    const plant::Output o = session->session->output();
    const plant::State& s = o.state;
    to->sim_time_ns = o.sim_time.count();
    copy(s.position_m, to->position_m);
    to->roll_rad = s.roll_rad;
    to->pitch_rad = s.pitch_rad;
    to->yaw_rad = s.yaw_rad;
    copy(s.velocity_mps, to->velocity_mps);
    copy(s.angular_velocity_radps, to->angular_velocity_radps);
    copy(s.wheel_spin_radps, to->wheel_spin_radps);
    to->ax_mps2 = o.ax_mps2;
    to->ay_mps2 = o.ay_mps2;
    to->steer_applied_rad = o.steer_applied_rad;
    to->throttle_applied = o.throttle_applied;
    to->brake_applied = o.brake_applied;
    copy(o.wheel_load_n, to->wheel_load_n);
    copy(o.tyre_force_x_n, to->tyre_force_x_n);
    copy(o.tyre_force_y_n, to->tyre_force_y_n);
    copy(o.slip_ratio, to->slip_ratio);
    copy(o.slip_angle_rad, to->slip_angle_rad);
    to->wheel_radius_m = o.wheel_radius_m;
}

size_t plant_snapshot(const plant_session* s, uint64_t* words, size_t capacity) {
    const plant::Snapshot snapshot = s->session->snapshot();
    if (words != nullptr && capacity >= snapshot.size()) {
        std::copy(snapshot.begin(), snapshot.end(), words);
    }
    return snapshot.size();
}

int plant_restore(plant_session* s, const uint64_t* words, size_t count) try {
    s->session->restore(plant::Snapshot(words, words + count));
    return 0;
} catch (const std::exception&) {
    return 1;
}
