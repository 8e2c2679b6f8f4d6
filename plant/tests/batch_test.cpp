// SPDX-License-Identifier: MIT
#include "drive.hpp"

#include <plant/plant_c.h>
#include <plant/batch.hpp>
#include <plant/model.hpp>
#include <plant/sim_session.hpp>
#include "dynamics/planar_input.hpp"
#include "dynamics/planar_stepper.hpp"
#include "dynamics/prepare_planar.hpp"
#include "dynamics/ride_stepper.hpp"
#include "skip.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace batch_test {

using namespace plant;

namespace {

Command command_of(std::size_t vehicle, int tick) {
    const auto i = static_cast<double>(vehicle);
    Command command;
    command.steer_rad = 0.02 * i * std::sin(0.003 * tick + i);
    command.throttle = tick < 400 ? 0.1 * i : 0.0;
    command.brake = tick < 500 ? 0.0 : 0.05 * i;
    command.gear = vehicle % 5 == 4 ? Gear::reverse : Gear::drive;
    command.handbrake = vehicle % 7 == 6;
    return command;
}

Contacts contacts_of(std::size_t vehicle) {
    Contacts contacts = graded(0.01 * static_cast<double>(vehicle));
    for (Contact& contact : contacts) contact.friction = 0.3 + 0.1 * static_cast<double>(vehicle);
    return contacts;
}

}  // namespace

TEST_CASE("each vehicle of a batch moves as a single one") {
    constexpr std::size_t size = 11;  // the last block is not full
    for (const auto& tyre :
         {TyreParams{}, load_tyre(std::string(PLANT_DATA) + "/tyre/sedan.tir")}) {
        for (const auto integrator : {Integrator::rk4, Integrator::semi_implicit}) {
            SolverParams solver;
            solver.integrator = integrator;
            const VehicleParams vehicle;
            Batch batch(size, vehicle, tyre, solver);
            std::vector<std::unique_ptr<VehicleDynamics>> alone;
            for (std::size_t i = 0; i < size; ++i) {
                const State start = rolling_state(vehicle, 1.0, 2.0, 0.4 * static_cast<double>(i),
                                                  4.0 * static_cast<double>(i));
                alone.push_back(create_seven_dof());
                alone[i]->initialize(vehicle, tyre, solver);
                alone[i]->reset(start, contacts_of(i));
                batch.reset(i, start, contacts_of(i));
            }
            for (int tick = 0; tick < 1500; ++tick) {
                for (std::size_t i = 0; i < size; ++i) {
                    batch.set_input(i, command_of(i, tick), contacts_of(i));
                    REQUIRE(alone[i]->step(command_of(i, tick), contacts_of(i), millisecond) ==
                            StepStatus::ok);
                }
                REQUIRE(batch.step(millisecond) == 0);
            }
            for (std::size_t i = 0; i < size; ++i) {
                const State a = alone[i]->state();
                const State b = batch.state(i);
                CAPTURE(i);
                CHECK(a.position_m == b.position_m);
                CHECK(a.velocity_mps == b.velocity_mps);
                CHECK(a.yaw_rad == b.yaw_rad);
                CHECK(a.wheel_spin_radps == b.wheel_spin_radps);
            }
        }
    }
}

TEST_CASE("rows of numbers move a batch as single commands do") {
    constexpr std::size_t size = 11;
    const VehicleParams vehicle;
    Batch one_by_one(size, vehicle, TyreParams{}, SolverParams{});
    Batch in_rows(size, vehicle, TyreParams{}, SolverParams{});
    for (Batch* batch : {&one_by_one, &in_rows})
        for (std::size_t i = 0; i < size; ++i)
            batch->reset(i, rolling_state(vehicle, 1.0, 2.0, 3.0, 3.0 * static_cast<double>(i)),
                         contacts_of(i));
    std::vector<double> states(size * PLANT_BATCH_STATES);
    for (int tick = 0; tick < 1000; ++tick) {
        std::vector<double> rows;
        for (std::size_t i = 0; i < size; ++i) {
            // A vehicle with constant steering has neighbours whose steering changes.
            const Command command = command_of(i, i == 3 ? 200 : tick);
            one_by_one.set_input(i, command, contacts_of(i));
            const auto gear = static_cast<double>(command.gear);
            rows.insert(rows.end(), {command.steer_rad, command.throttle, command.brake, gear,
                                     command.handbrake ? 1.0 : 0.0});
        }
        REQUIRE(one_by_one.step(millisecond) == 0);
        for (std::size_t i = 0; i < size; ++i) in_rows.set_ground(i, contacts_of(i));
        if (tick % 2 == 0) {
            REQUIRE(in_rows.step(rows.data(), millisecond, states.data()) == 0);
        } else {
            in_rows.set_commands(rows.data());
            REQUIRE(in_rows.step(millisecond) == 0);
            in_rows.get_states(states.data());
        }
        for (std::size_t i = 0; i < size; ++i) {
            const State s = one_by_one.state(i);
            const double* const row = &states[i * PLANT_BATCH_STATES];
            REQUIRE(row[PLANT_BATCH_X_M] == s.position_m.x());
            REQUIRE(row[PLANT_BATCH_Y_M] == s.position_m.y());
            REQUIRE(row[PLANT_BATCH_Z_M] == s.position_m.z());
            REQUIRE(row[PLANT_BATCH_YAW_RAD] == s.yaw_rad);
            REQUIRE(row[PLANT_BATCH_VX_MPS] == s.velocity_mps.x());
            REQUIRE(row[PLANT_BATCH_VY_MPS] == s.velocity_mps.y());
            REQUIRE(row[PLANT_BATCH_YAW_RATE_RADPS] == s.angular_velocity_radps.z());
            REQUIRE(std::equal(s.wheel_spin_radps.begin(), s.wheel_spin_radps.end(),
                               row + PLANT_BATCH_SPIN_RADPS));
        }
    }
}

TEST_CASE("a torque on the wheels ends with the next row of commands") {
    const VehicleParams vehicle;
    Batch pushed(1, vehicle, TyreParams{}, SolverParams{});
    Batch plain(1, vehicle, TyreParams{}, SolverParams{});
    Command torque;
    torque.wheel_torque_nm = PerWheel{300.0, 300.0, 300.0, 300.0};
    pushed.set_input(0, torque, Contacts{});
    const double row[PLANT_BATCH_COMMANDS] = {0.0, 0.0, 0.0, 1.0, 0.0};
    double states[PLANT_BATCH_STATES];
    pushed.set_commands(row);
    for (Batch* batch : {&pushed, &plain}) {
        REQUIRE(batch->step(row, 100 * millisecond, states) == 0);
        CHECK(states[PLANT_BATCH_VX_MPS] == 0.0);
    }
}

TEST_CASE("a vehicle whose state would not be finite keeps its state, the others advance") {
    Batch batch(5, VehicleParams{}, TyreParams{}, SolverParams{});
    const VehicleParams vehicle;
    Contacts broken{};
    broken[1].friction = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t i = 0; i < 5; ++i) {
        batch.reset(i, rolling_state(vehicle, 0.0, 0.0, 0.0, 10.0), Contacts{});
        batch.set_input(i, Command{}, i == 2 ? broken : Contacts{});
    }
    CHECK(batch.step(millisecond) == 1);
    CHECK(batch.state(2).position_m.x() == 0.0);
    CHECK(batch.state(3).position_m.x() > 0.009);
    CHECK(batch.step(SimDuration{0}) == 0);
}

TEST_CASE("PLANT_SIMD names an instruction set that the processor has") {
    CHECK(instruction_set("sse2") == InstructionSet::sse2);
    CHECK(instruction_set("") == instruction_set(nullptr));
    CHECK_THROWS_WITH_AS(
        instruction_set("neon"),
        "PLANT_SIMD: must be sse2, avx2 or avx512, is 'neon'; if it is not set, the "
        "best set of this processor is used",
        std::invalid_argument);
    if (instruction_set(nullptr) == InstructionSet::avx512) {
        CHECK(instruction_set("avx512") == InstructionSet::avx512);
    } else {
        CHECK_THROWS_AS(instruction_set("avx512"), std::invalid_argument);
    }
}

TEST_CASE("PLANT_SIMD is read when vehicles and batches are created") {
    const char* before = std::getenv("PLANT_SIMD");
    const std::string restored = before == nullptr ? "" : before;
    setenv("PLANT_SIMD", "mmx", 1);
    CHECK_THROWS_AS(SimSession(create_seven_dof(), create_flat_ground()), std::invalid_argument);
    CHECK_THROWS_AS(Batch(1, VehicleParams{}, TyreParams{}, SolverParams{}), std::invalid_argument);
    setenv("PLANT_SIMD", "sse2", 1);
    CHECK_NOTHROW(Batch(1, VehicleParams{}, TyreParams{}, SolverParams{}));
    setenv("PLANT_SIMD", restored.c_str(), 1);
}

}  // namespace batch_test
