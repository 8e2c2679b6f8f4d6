// SPDX-License-Identifier: MIT
#include "actuation_traces.hpp"
#include "table.hpp"

#include "actuation/mechanical_steering.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace actuation_trace_test {

using namespace plant;

namespace {

using Columns = std::vector<std::pair<const char*, double>>;
/// Called with the computed values of each row.
using RowCheck = std::function<void(const Table& trace, std::size_t row, const Columns& computed)>;

constexpr double step_s = 1.0 / 30.0;

void compare(const Table& trace, std::size_t row, const Columns& computed) {
    for (const auto& column : computed) {
        const std::string name = column.first;
        const double value = column.second;
        CAPTURE(name);
        CAPTURE(row);
        REQUIRE(std::abs(value - trace.at(name, row)) <= 1e-9);
    }
}

/// FNV-1a of the bits of all numbers.
class Digest {
  public:
    void add(const Columns& computed) {
        for (const auto& column : computed) {
            std::uint64_t bits = 0;
            std::memcpy(&bits, &column.second, sizeof bits);
            for (int i = 0; i < 8; ++i, bits >>= 8U)
                value_ = (value_ ^ (bits & 0xffU)) * 0x100000001b3U;
        }
    }
    std::uint64_t value() const { return value_; }

  private:
    std::uint64_t value_ = 0xcbf29ce484222325U;
};

ActuationInput input_of(const Table& trace, std::size_t row) {
    ActuationInput input;
    input.command = {trace.at("accel_cmd", row), trace.at("brake_cmd", row),
                     trace.at("steer_cmd", row)};
    input.slope_accx_mps2 = trace.at("slope_accx", row);
    input.gear = static_cast<int>(trace.at("gear", row));
    return input;
}

Columns motion_of(const ActuationVehicle& vehicle) {
    const ActuationState& s = vehicle.state();
    const ActuationStatus status = vehicle.status();
    return {{"x", s.x_m},
            {"y", s.y_m},
            {"yaw", s.yaw_rad},
            {"vx", s.vx_mps},
            {"steer_state", s.steer_rad},
            {"ax", s.ax_mps2},
            {"steer_report", vehicle.steer_report_rad()},
            {"wz", vehicle.yaw_rate_radps()},
            {"accel_status", status.accel},
            {"brake_status", status.brake},
            {"steer_status", status.steer}};
}

Columns steering_of(const MechanicalReport& m) {
    return {{"mech_omega", m.omega_radps},
            {"mech_dead_zone", m.dead_zone ? 1.0 : 0.0},
            {"pid_integral", m.pid_integral},
            {"pid_error", m.pid_error},
            {"delay_buf_size", static_cast<double>(m.delay_buffer_size)},
            {"prev_steer_tire_des", m.previous_steer_target_rad}};
}

/// Runs the five profiles of a folder.
void run_traces(const char* folder, Model model, ActuationParams params,
                const RowCheck& check_row) {
    const std::map<std::string, double> initial_speeds{{"accel_step", 0.0},
                                                       {"brake_step", 15.0},
                                                       {"gear_reverse", 0.0},
                                                       {"map_edge", 20.0},
                                                       {"sine_steer", 8.0}};
    for (const auto& [profile, vx_mps] : initial_speeds) {
        const std::string file = actuation_traces + "/" + folder + "/" + profile + "_dt30hz.csv";
        CAPTURE(file);
        const Table trace(file);
        params.reset_state.vx_mps = vx_mps;
        ActuationVehicle sut(model, params);
        REQUIRE(trace.rows() == 600);
        for (std::size_t row = 0; row < trace.rows(); ++row) {
            sut.update(input_of(trace, row), step_s);
            check_row(trace, row, motion_of(sut));
            if (model != Model::actuation_cmd_mechanical) continue;
            check_row(trace, row, steering_of(sut.mechanical()));
        }
    }
}

void run_controller(const char* name, const MechanicalParams& params, const RowCheck& check_row) {
    const Table trace(actuation_traces + "/mechanical_controller/" + name + "_rk4_dt30hz.csv");
    MechanicalSteering sut(params, Compatibility::reference);
    REQUIRE(trace.rows() == 600);
    for (std::size_t row = 0; row < trace.rows(); ++row) {
        const double wanted = trace.at("input_angle", row);
        const double speed = trace.at("speed", row);
        const MechanicalReport before = sut.report();
        const auto step = sut.prepared(wanted, speed, step_s);
        const auto k1 = sut.rates_at_start(step);
        check_row(trace, row,
                  {{"prev_input_angle", before.previous_steer_target_rad},
                   {"limited_angle", step.limited_rad},
                   {"pid_error_k1", k1.torque.error_rad},
                   {"total_torque_k1", k1.torque.requested},
                   {"steering_torque_k1", k1.torque.steering},
                   {"k1_dpos", k1.angle},
                   {"k1_dvel", k1.omega},
                   {"k1_dead", k1.dead_zone ? 1.0 : 0.0}});
        sut.move(wanted, speed, step_s);
        const MechanicalReport after = sut.report();
        check_row(trace, row,
                  {{"new_angle", sut.angle_rad()},
                   {"omega", after.omega_radps},
                   {"dead_zone", after.dead_zone ? 1.0 : 0.0},
                   {"pid_integral", after.pid_integral},
                   {"pid_error", after.pid_error},
                   {"delay_buf_size", static_cast<double>(after.delay_buffer_size)}});
    }
}

void run_controllers(const RowCheck& check_row) {
    MechanicalParams params;
    run_controller("default", params, check_row);
    params.torque_delay_time_s = 0.1;
    run_controller("torque_delay_0p1", params, check_row);
    params = {};
    params.angle_limit_rad = 0.15;
    params.rate_limit_radps = 0.2;
    params.steering_torque_limit = 5.0;
    run_controller("tight_limits", params, check_row);
}

}  // namespace

TEST_CASE("the reference behaviour reproduces the traces of actuation_cmd") {
    run_traces("actuation_cmd", Model::actuation_cmd, params_of_traces(), compare);
    run_traces("actuation_cmd_variant_bias", Model::actuation_cmd, params_of_variant(), compare);
}

TEST_CASE("the reference behaviour reproduces the traces of actuation_cmd_steer_map") {
    run_traces("actuation_cmd_steer_map", Model::actuation_cmd_steer_map, params_of_traces(),
               compare);
}

TEST_CASE("the reference behaviour reproduces the traces of actuation_cmd_vgr") {
    run_traces("actuation_cmd_vgr", Model::actuation_cmd_vgr, params_of_traces(), compare);
    run_traces("actuation_cmd_vgr_variant_bias", Model::actuation_cmd_vgr, params_of_variant(),
               compare);
}

TEST_CASE("the reference behaviour reproduces the traces of actuation_cmd_mechanical") {
    run_traces("actuation_cmd_mechanical", Model::actuation_cmd_mechanical, params_of_mechanical(),
               compare);
}

TEST_CASE("the reference behaviour reproduces the traces of the mechanical steering alone") {
    run_controllers(compare);
}

// The results do not depend on the machine: elementary functions are those of the plant, no
// multiplication and addition are fused, and other operations are rounded as in IEEE 754.
TEST_CASE("the results of the reference behaviour are bit-identical to the recorded ones") {
    Digest digest;
    const RowCheck add = [&](const Table&, std::size_t, const Columns& computed) {
        digest.add(computed);
    };
    const ActuationParams params = params_of_traces(), variant = params_of_variant();
    run_traces("actuation_cmd", Model::actuation_cmd, params, add);
    run_traces("actuation_cmd_variant_bias", Model::actuation_cmd, variant, add);
    run_traces("actuation_cmd_steer_map", Model::actuation_cmd_steer_map, params, add);
    run_traces("actuation_cmd_vgr", Model::actuation_cmd_vgr, params, add);
    run_traces("actuation_cmd_vgr_variant_bias", Model::actuation_cmd_vgr, variant, add);
    run_traces("actuation_cmd_mechanical", Model::actuation_cmd_mechanical, params_of_mechanical(),
               add);
    run_controllers(add);
    CHECK(digest.value() == 0x3a73d8aa9c1988d9U);
}

}  // namespace actuation_trace_test
