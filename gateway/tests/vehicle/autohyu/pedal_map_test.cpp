// SPDX-License-Identifier: MIT
#include "command_parts.hpp"
#include "scratch_file.hpp"

#include <gateway/vehicle/autohyu/pedal_map.hpp>

#include <plant/file_error.hpp>
#include <plant/scenario.hpp>
#include <plant/sim_session.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <memory>

namespace pedal_map_test {

using gateway::Command;
using namespace gateway::tests;
using gateway::autohyu::BrakePolynomial;
using gateway::autohyu::load_pedal_map;
using gateway::autohyu::PedalMap;
using gateway::autohyu::Pedals;
using gateway::tests::ScratchFile;

/// -40 Nm when coasting; at 20 m/s half of the torque of 0 m/s.
plant::CalibrationMap combustion_engine() {
    return {{0, 50, 100}, {0, 20}, {-40, -40, 500, 230, 1000, 500}};
}

TEST_CASE("torque above T_NEUTRAL presses the accelerator, below it the brake, never both") {
    const BrakePolynomial brake{{-0.9, 0.025, -1e-6, 1e-9}, 2500};
    const PedalMap sut(combustion_engine(), brake, -40);
    CHECK(sut.pedals(500, 0).aps_percent == doctest::Approx(50));
    CHECK(sut.pedals(365, 10).aps_percent == doctest::Approx(50));
    CHECK(sut.pedals(500, 20).aps_percent == doctest::Approx(100));
    CHECK(sut.pedals(-40, 0).aps_percent == doctest::Approx(0));
    CHECK(sut.pedals(500, 0).bps_percent == 0);
    // -0.9 + 0.025 * 1000 - 1e-6 * 1000^2 + 1e-9 * 1000^3
    CHECK(sut.pedals(-1000, 10).bps_percent == doctest::Approx(24.1));
    CHECK(sut.pedals(-1000, 10).aps_percent == 0);
    CHECK(sut.pedals(-40.001, 0).bps_percent < 0.11);
}

TEST_CASE("torque out of range is limited to the end of the pedal") {
    const PedalMap sut;
    CHECK(sut.pedals(9000, 10).aps_percent == 100);
    CHECK(sut.pedals(1000, 55).aps_percent == 100);
    CHECK(sut.pedals(-9000, 10).bps_percent == 100);
    CHECK(sut.pedals(700, -3).aps_percent == sut.pedals(700, 0).aps_percent);
}

TEST_CASE("degrees at the tyre become radians, percents become the pedals' 0 to 1") {
    Command command;
    gateway::state_of(command).gear = gateway::Gear::neutral;
    gateway::autohyu::set_gripped_steer(-18, command);
    CHECK(pedals_of(command).steer_rad == doctest::Approx(-0.31415927));
    gateway::autohyu::set_gripped_torque(750, 10, PedalMap(), command);
    CHECK(pedals_of(command).throttle == doctest::Approx(0.5));
    CHECK(pedals_of(command).brake == 0);
    CHECK(state_command_of(command).gear == gateway::Gear::drive);
    gateway::autohyu::set_gripped_torque(-1000, 10, PedalMap(), command);
    CHECK(pedals_of(command).throttle == 0);
    CHECK(pedals_of(command).brake == doctest::Approx(0.2));
}

/// The plant's default vehicle, rolling straight on at a speed.
class RollingCar {
  public:
    explicit RollingCar(double vx_mps)
        : session_(plant::create_seven_dof(), plant::create_flat_ground()) {
        session_.reset(plant::rolling_state(session_.vehicle(), 0, 0, 0, vx_mps));
    }

    void drive(double torque_nm) {
        Command command;
        gateway::autohyu::set_gripped_torque(torque_nm, vx_mps(), map_, command);
        plant::Command driven;
        driven.throttle = pedals_of(command).throttle;
        driven.brake = pedals_of(command).brake;
        session_.set_input(driven);
        REQUIRE(session_.tick(std::chrono::milliseconds(1)) == plant::StepStatus::ok);
    }

    double vx_mps() const { return session_.state().velocity_mps.x(); }

  private:
    const PedalMap map_;
    plant::SimSession session_;
};

/// Force of the wheels on the car [N], computed from the change of its speed in 0.2 s at a torque;
/// inertia of body and rotating wheels, drag and rolling resistance are the sedan's.
double measured_force_n(double torque_nm, double vx_mps) {
    RollingCar car(vx_mps);
    for (int i = 0; i < 300; ++i) car.drive(torque_nm);
    const double before = car.vx_mps();
    for (int i = 0; i < 200; ++i) car.drive(torque_nm);
    const double after = car.vx_mps(), mean = 0.5 * (before + after);
    const double inertia_kg = 1500 + 4 * 1.2 / (0.32 * 0.32);
    const double drag_n = 0.5 * 1.225 * 0.30 * 2.2 * mean * mean;
    const double rolling_n = plant::TyreParams().rolling_resistance * 1500 * 9.80665;
    return inertia_kg * (after - before) / 0.2 + drag_n + rolling_n;
}

/// Checks the force at several torques. @param tolerance share of the requested force
void check_forces(double vx_mps, double tolerance) {
    for (const double torque_nm : {-3000.0, -800.0, 0.0, 300.0, 900.0}) {
        CAPTURE(vx_mps);
        CAPTURE(torque_nm);
        const double requested_n = torque_nm / 0.32;
        const double error_n = measured_force_n(torque_nm, vx_mps) - requested_n;
        CHECK(std::abs(error_n) < tolerance * std::abs(requested_n) + 2);
    }
}

TEST_CASE("the requested torque is the torque at the wheels of the plant's car") {
    check_forces(8, 0.002);
    check_forces(20, 0.002);
    check_forces(35, 0.025);  // limited by power: what slip adds to the wheels' speed is lost
}

TEST_CASE("the shipped pedal files equal the defaults") {
    const PedalMap sut = load_pedal_map(AUTOHYU_DATA "/pedals.yaml"), expected;
    CHECK(sut.torque_map().rows() == expected.torque_map().rows());
    CHECK(sut.torque_map().columns() == expected.torque_map().columns());
    for (std::size_t row = 0; row < sut.torque_map().rows().size(); ++row)
        for (std::size_t column = 0; column < sut.torque_map().columns().size(); ++column)
            CHECK(sut.torque_map().cell(row, column) == expected.torque_map().cell(row, column));
    CHECK(sut.brake().coefficients == expected.brake().coefficients);
    CHECK(sut.brake().max_torque_nm == expected.brake().max_torque_nm);
    CHECK(sut.t_neutral_nm() == expected.t_neutral_nm());
}

/// The error about a file, after the file's name.
std::string message(const std::string& ending, const std::string& text,
                    const std::string& torque_map = {}) {
    const ScratchFile map(".csv", torque_map);
    const std::string key =
        torque_map.empty() ? "" : "torque_map: " + map.path().filename().string() + "\n";
    const ScratchFile file(".yaml", text + key);
    try {
        load_pedal_map(file.path());
    } catch (const plant::FileError& error) {
        const std::string what = error.what();
        return what.substr(what.find(ending) + ending.size());
    }
    return "no error";
}

TEST_CASE("a polynomial that does not rise from 0 to 100 % is rejected at its key") {
    const auto reason = [](const std::string& text) { return message(".yaml", text); };
    CHECK(reason("t_neutral_nm: 0\nbrake3_3: -1e-9\n") ==
          ":2:11: brake3_3: the BPS must rise with the brake torque from 0 to 5000 Nm");
    CHECK(reason("brake3_1: 0.03\nbrake3_2: -0.00002\nbrake3_3: 0.000000004\n") ==
          ":3:11: brake3_3: the BPS must rise with the brake torque from 0 to 5000 Nm");
    CHECK(reason("brake3_0: 0\nbrake3_1: 0.03\n") ==
          ":1:11: brake3_0: the BPS must be 0 to 100 %, is 150 at 5000 Nm");
    CHECK(reason("brake3_0: 0\nt_neutral_nm: 100\n") ==
          ":1:11: brake3_0: the BPS must be 0 to 100 %, is -2 at -100 Nm");
    CHECK(reason("t_neutral_nm: -10\nbrake3_max_nm: 10\n") ==
          ":2:16: brake3_max_nm: must be greater than -t_neutral_nm, 10, is 10");
    CHECK(reason("brake3_1: .nan\n") == ":1:11: brake3_1: must be a number, is '.nan'");
    CHECK(reason("brake3: 1\n").find(":1:1: brake3: unknown key") == 0);
}

TEST_CASE("an invalid torque map is rejected at its position") {
    const auto reason = [](const std::string& map) {
        return message(".csv", "brake3_0: 0\n", map);
    };
    CHECK(reason("aps,0,10\n0,0,0\n100,5,x\n") == ":3:7: cell: must be a finite number");
    CHECK(reason("aps,0,10\n0,0,nan\n100,5,5\n") == ":2:5: cell: must be a finite number");
    CHECK(reason("aps,0,10\n0,0,0\n100,5\n").find(":3:") == 0);
    CHECK(reason("aps,0,10\n0,0,0\n100,5,5,5\n").find(":3:") == 0);
    CHECK(reason("aps,0,10\n0,1,1\n100,5,1\n") == ":3:7: cell: must be greater than the one above");
    CHECK(reason("aps,10,0\n0,0,0\n100,5,5\n").find(":1:8: column label: ") == 0);
    CHECK(reason("\n").find(": is empty") != std::string::npos);
    CHECK(message(".yaml", "\n", "aps,0,10\n0,0,0\n1,5,5\n") ==
          ":2:13: torque_map: the row labels (APS in %) must go from 0 to 100, but go "
          "from 0 to 1");
}

}  // namespace pedal_map_test
