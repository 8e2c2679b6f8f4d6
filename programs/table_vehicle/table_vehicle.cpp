// SPDX-License-Identifier: MIT
// A vehicle in a table: it reads commands from entries and writes reports to others, in real time.
// docs/reference/ddc-vehicle.md explains the entries; this vehicle is a kinematic bicycle.
#include <ddc/version.h>
#include <ddc/group.hpp>
#include <ddc/run_program.hpp>
#include <ddc/table.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

namespace {

constexpr ddc::Id first_report = 16;
constexpr int codes = 5;  // gear, blinker, headlight, wiper, mode
constexpr std::int32_t drive = 1, reverse = 2;
constexpr std::int32_t fuel_not_known = -1;
constexpr double wheelbase_m = 2.7;

struct State {
    double time_s = 0, x_m = 0, y_m = 0, yaw_rad = 0, vx_mps = 0;
    double steer_rad = 0, throttle = 0, brake = 0, ax_mps2 = 0;
};

/// The command block: items 1 to 3 are steering and pedals, 4 to 8 codes, then hand brake and horn.
ddc::Group command_block(ddc::Id reference_id) {
    ddc::Group group;
    ddc::Id id = reference_id;
    group.add(id++, ddc::Type::int32);
    for (int i = 0; i < 3; ++i) group.add(id++, ddc::Type::real64);
    for (int i = 0; i < codes; ++i) group.add(id++, ddc::Type::int32);
    for (int i = 0; i < 2; ++i) group.add(id++, ddc::Type::boolean);
    return group;
}

/// The report block: a count, 12 numbers of the motion, then the state as in the command, fuel.
/// The report block: a count, 12 numbers of the motion, then the state as in the command, and fuel.
ddc::Group report_block(ddc::Id reference_id) {
    ddc::Group group;
    ddc::Id id = reference_id + first_report;
    group.add(id++, ddc::Type::int32);
    for (int i = 0; i < 12; ++i) group.add(id++, ddc::Type::real64);
    for (int i = 0; i < codes; ++i) group.add(id++, ddc::Type::int32);
    for (int i = 0; i < 2; ++i) group.add(id++, ddc::Type::boolean);
    group.add(id, ddc::Type::int32);
    return group;
}

/// An item of the command within its limits, or `otherwise` if it is not finite.
double number(const ddc::Group& command, std::size_t item, double low, double high,
              double otherwise = 0) {
    const double value = command.real64(item);
    return std::isfinite(value) ? std::clamp(value, low, high) : otherwise;
}

void step(const ddc::Group& command, double dt_s, State& s) {
    constexpr double full_throttle_mps2 = 3, full_brake_mps2 = 8, drag = 0.02;
    const std::int32_t gear = command.int32(4);
    const double direction = gear == reverse ? -1 : gear == drive || gear == 0 ? 1 : 0;
    s.steer_rad = number(command, 1, -0.6, 0.6);
    s.throttle = number(command, 2, 0, 1);
    s.brake = command.boolean(9) ? 1 : number(command, 3, 0, 1, 1);  // not finite: full braking
    const double driven_mps =
        s.vx_mps + (direction * full_throttle_mps2 * s.throttle - drag * s.vx_mps) * dt_s;
    const double braked_mps = full_brake_mps2 * s.brake * dt_s;
    const double next_mps =
        std::copysign(std::max(std::abs(driven_mps) - braked_mps, 0.0), driven_mps);
    s.ax_mps2 = (next_mps - s.vx_mps) / dt_s;
    s.vx_mps = next_mps;
    s.x_m += s.vx_mps * std::cos(s.yaw_rad) * dt_s;
    s.y_m += s.vx_mps * std::sin(s.yaw_rad) * dt_s;
    s.yaw_rad = std::remainder(s.yaw_rad + s.vx_mps * std::tan(s.steer_rad) / wheelbase_m * dt_s,
                               2 * std::acos(-1.0));
    s.time_s += dt_s;
}

void fill(const State& s, const ddc::Group& command, std::int32_t count, ddc::Group& report) {
    const double yaw_rate_radps = s.vx_mps * std::tan(s.steer_rad) / wheelbase_m;
    const double motion[] = {s.time_s,       s.x_m,      s.y_m,
                             s.yaw_rad,      s.vx_mps,   0,
                             yaw_rate_radps, s.ax_mps2,  s.vx_mps * yaw_rate_radps,
                             s.steer_rad,    s.throttle, s.brake};
    report.set(0, count);
    for (std::size_t i = 0; i < std::size(motion); ++i) report.set(1 + i, motion[i]);
    for (std::size_t i = 0; i < codes; ++i)
        report.set(13 + i, command.int32(4 + i) == 0 ? std::int32_t{1} : command.int32(4 + i));
    report.set(18, command.boolean(9));
    report.set(19, command.boolean(10));
    report.set(20, fuel_not_known);
}

void table_vehicle(const ddc::ProgramStart& start) {
    constexpr std::chrono::milliseconds period{5};
    ddc::Table table = ddc::Table::open_or_create();  // named by DDC_NAME
    ddc::Group command = command_block(start.reference_id),
               report = report_block(start.reference_id);
    State state;
    std::uint32_t count = 0;  // wraps
    for (auto due = ddc::Clock::now(); !start.stopped;
         std::this_thread::sleep_until(due += period)) {
        static_cast<void>(table.read(command));  // all zero until the first command is written
        step(command, std::chrono::duration<double>(period).count(), state);
        fill(state, command, static_cast<std::int32_t>(++count), report);
        if (const ddc::Status status = table.write(report); status == ddc::Status::truncated)
            throw std::runtime_error("the table was cut short");
    }
}

}  // namespace

int main(int argc, char** argv) {
    return ddc::run_program(
        argc, argv,
        {"A vehicle that takes commands and writes reports in a DDC table.", DDC_VERSION},
        table_vehicle);
}
