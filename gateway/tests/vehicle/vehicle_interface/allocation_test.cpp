// SPDX-License-Identifier: MIT
#include "count_allocations.hpp"

#include "can/can_vehicle.hpp"
#include "safety/safety_filter.hpp"
#include "vehicle_interface/machine/reference_state_machine.hpp"
#include "vehicle_interface/machine/safety_state_machine.hpp"

#include <doctest/doctest.h>

#include <sys/socket.h>

namespace allocation_test {

using tests::allocations;

namespace {

using namespace gateway::vehicle_interface;

TEST_CASE("the vehicle interface allocates nothing while it runs") {
    SafetyConfig config;
    config.filters.longitudinal = {FilterType::low_pass, 5};
    config.filters.front_steer = {FilterType::butterworth, 5};
    SafetyStateMachine sut(config);
    ReferenceStateMachine reference(config);
    VehicleStateReport report = report_before_any();
    VehicleStateCommand state;
    state.gear = Gear::park;
    state.wiper = Wiper::low;
    const std::size_t before = allocations();
    for (int i = 0; i < 1000; ++i) {
        VehicleControlCommand control;
        control.stamp = report.stamp = std::chrono::milliseconds(10 * i);
        control.long_accel_mps2 = static_cast<float>(i % 7 - 3) * 2;
        control.front_wheel_angle_rad = static_cast<float>(i % 3 - 1);
        report.mode = i % 100 == 99 ? DrivingMode::manual : DrivingMode::autonomous;
        state.mode = i % 2 == 0 ? DrivingMode::autonomous : DrivingMode::no_command;
        sut.update({}, report);
        sut.compute_safe_commands(control, state);
        sut.compute_safe_commands(control);
        sut.output(control.stamp + std::chrono::seconds(i % 2));
        reference.update({}, report);
        reference.compute_safe_commands(control, state);
    }
    CHECK(allocations() == before);
}

TEST_CASE("the safety filter allocates nothing in a cycle, at any level") {
    gateway::SafetyBoard board("car", {});
    gateway::SafetyFilter corrected({}, 2.7, &board);
    gateway::SafetyFilter reference({{}, SafetyCompatibility::reference, false}, 2.7, &board);
    gateway::Feedback feedback;
    const gateway::Command commands[] = {
        {gateway::PedalCommand{}, {}, {}},        {gateway::ActuationCommand{}, {}, {}},
        {gateway::AccelerationCommand{}, {}, {}}, {gateway::VelocityCommand{9, 1}, {}, {}},
        {gateway::CurvatureCommand{}, {}, {}},    {gateway::WheelTorqueCommand{}, {}, {}},
        {gateway::RawCommand{}, {}, {}}};
    gateway::SimTime now{0};
    const std::size_t before = allocations();
    for (int i = 0; i < 100; ++i) {
        for (const gateway::Command& given : commands) {
            now += std::chrono::milliseconds(10);
            gateway::Command command = given;
            corrected.apply(command, {now, feedback, i % 5 == 4});
            reference.apply(command, {now, feedback, i % 5 == 4});
        }
    }
    CHECK(allocations() == before);
}

TEST_CASE("a vehicle on a CAN bus allocates nothing while frames come and go") {
    int ends[2];
    REQUIRE(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0);
    const gateway::Descriptor bus(ends[0]);
    gateway::CanVehicleOptions options;
    gateway::CanFrameMap map;
    map.id = 0x101;
    map.signals = {{0, {0, 16, false, true, 0.01, 0}}};
    options.mapping.send = {map};
    map.id = 0x201;
    options.mapping.receive = {map};
    gateway::CanVehicle sut(options, gateway::Descriptor(ends[1]));
    const gateway::Command command{gateway::PedalCommand{}, {}, {}};
    can_frame report{}, sent{};
    report.can_id = 0x201;
    report.len = 8;
    std::size_t before = 0;
    int reports = 0, commands = 0;
    for (int i = 0; i < 100; ++i) {
        if (i == 1) before = allocations();  // the first report creates tables of the whole process
        sut.apply(command);
        commands += ::recv(bus.get(), &sent, sizeof sent, MSG_DONTWAIT) == sizeof sent ? 1 : 0;
        reports += ::send(bus.get(), &report, sizeof report, 0) == sizeof report ? 1 : 0;
        static_cast<void>(sut.advance());
        sut.stand_by(command);
        commands += ::recv(bus.get(), &sent, sizeof sent, MSG_DONTWAIT) == sizeof sent ? 1 : 0;
    }
    CHECK(allocations() == before);
    CHECK(commands == 200);
    CHECK(reports == 100);
    CHECK(sut.feedback().is_fresh);
}

}  // namespace

}  // namespace allocation_test
