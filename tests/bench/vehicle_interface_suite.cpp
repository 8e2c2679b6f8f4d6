// SPDX-License-Identifier: MIT
#include "suites.hpp"

#include "vehicle_interface/machine/reference_state_machine.hpp"
#include "vehicle_interface/machine/safety_state_machine.hpp"

#include <array>
#include <random>

namespace bench {
namespace {

using namespace gateway::vehicle_interface;

constexpr int machine_calls = 200'000;

SafetyConfig everything() {
    SafetyConfig config;
    config.cabin = {Secured::yes, Secured::yes};
    config.abilities.rear_steer = true;
    config.filters.longitudinal = config.filters.rear_steer = {FilterType::low_pass, 10};
    config.filters.front_steer = {FilterType::butterworth, 10};
    return config;
}

/// A drive at 100 Hz with random commands, which no branch predictor can learn; every tenth is out
/// of its limits.
class Drive {
  public:
    Drive() {
        std::mt19937 random(16);
        std::uniform_real_distribution<float> accel(-3.3F, 3.3F), steer(-0.36F, 0.36F);
        for (VehicleControlCommand& control : controls_) {
            control.long_accel_mps2 = accel(random);
            control.front_wheel_angle_rad = steer(random);
            control.rear_wheel_angle_rad = 0.1F * steer(random);
        }
    }
    const VehicleControlCommand& next() {
        VehicleControlCommand& control = controls_[next_++ % controls_.size()];
        control.stamp = Stamp{10'000'000} * static_cast<std::int64_t>(next_);
        return control;
    }

  private:
    std::array<VehicleControlCommand, 1024> controls_{};
    std::size_t next_ = 0;
};

VehicleStateCommand state_command() {
    VehicleStateCommand state;
    state.gear = Gear::drive;
    state.wiper = Wiper::low;
    state.blinker = Blinker::left;
    state.mode = DrivingMode::autonomous;
    return state;
}

VehicleOdometry odometry() {
    VehicleOdometry odometry;
    odometry.velocity_mps = 8;
    return odometry;
}

VehicleStateReport report() {
    VehicleStateReport report = report_before_any();
    report.mode = DrivingMode::autonomous;
    return report;
}

template <class Machine>
double compute_ns(const std::optional<VehicleStateCommand>& state) {
    Machine machine(everything());
    machine.update(odometry(), report());
    Drive drive;
    return ns_per_call(machine_calls, [&] {
        keep(machine.compute_safe_commands(drive.next(), state).reports.mask());
    });
}

double output_ns() {
    SafetyStateMachine machine(everything());
    machine.update(odometry(), report());
    Drive drive;
    machine.compute_safe_commands(drive.next(), state_command());
    const Stamp now{20'000'000};
    return ns_per_call(machine_calls, [&] { keep(machine.output(now).reports.mask()); });
}

template <class Machine>
double update_ns() {
    Machine machine(everything());
    VehicleStateReport heard = report();
    return ns_per_call(machine_calls, [&] {
        heard.stamp += Stamp{10'000'000};
        keep(machine.update(odometry(), heard).mask());
    });
}

double drive_ns() {
    Drive drive;
    return ns_per_call(machine_calls, [&] { keep(drive.next().long_accel_mps2); });
}

}  // namespace

std::vector<Result> vehicle_interface() {
    const auto compute = [](const char* name, const std::optional<VehicleStateCommand>& state) {
        return compare(Measured{name, [=] { return compute_ns<SafetyStateMachine>(state); }},
                       Measured{"the same, compatibility: reference",
                                [=] { return compute_ns<ReferenceStateMachine>(state); }},
                       "ns");
    };
    return {
        compute("compute_safe_commands, all rules, filters", std::nullopt),
        compute("the same with a state command", state_command()),
        compare(Measured{"output between two commands", output_ns},
                Measured{"the commands of the drive alone", drive_ns}, "ns"),
        compare(Measured{"update", update_ns<SafetyStateMachine>},
                Measured{"the same, compatibility: reference", update_ns<ReferenceStateMachine>},
                "ns"),
    };
}

}  // namespace bench
