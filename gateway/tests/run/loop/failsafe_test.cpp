// SPDX-License-Identifier: MIT
#include "command_parts.hpp"

#include "loop/failsafe.hpp"

#include <doctest/doctest.h>

#include <cmath>

namespace failsafe_test {

using namespace gateway;
using namespace gateway::tests;

Command driven() {
    PedalCommand pedals;
    pedals.steer_rad = 0.2;
    pedals.throttle = 0.8;
    pedals.brake = 0.1;
    pedals.aux_accel_target_mps2 = 2;
    VehicleStateCommand state;
    state.gear = Gear::reverse;
    state.hand_brake = state.horn = true;
    return {pedals, state};
}

TEST_CASE("fail-safe holds or centres the steering, resets throttle, advice and horn, and brakes") {
    Failsafe failsafe;
    failsafe.brake = 0.7;
    const Command held = failsafe_after(driven(), failsafe, Feedback{});
    CHECK(pedals_of(held).steer_rad == 0.2);
    CHECK(pedals_of(held).throttle == 0);
    CHECK(pedals_of(held).brake == 0.7);
    CHECK_FALSE(pedals_of(held).aux_accel_target_mps2 == 2);
    CHECK(state_command_of(held).gear == Gear::reverse);
    CHECK(state_command_of(held).hand_brake);
    CHECK_FALSE(state_command_of(held).horn);
    failsafe.centre_steering = true;
    CHECK(pedals_of(failsafe_after(driven(), failsafe, Feedback{})).steer_rad == 0);
}

TEST_CASE("fail-safe of an actuation vehicle holds its steering and applies its brake") {
    Failsafe failsafe;
    failsafe.level = Level::actuation;
    failsafe.actuation = {-1, 3, 7};
    const Command held = failsafe_after({ActuationCommand{0.5, 0, 0.25}, {}}, failsafe, Feedback{});
    CHECK(actuation_of(held).accel == -1);
    CHECK(actuation_of(held).brake == 3);
    CHECK(actuation_of(held).steer == 0.25);
    failsafe.centre_steering = true;
    CHECK(actuation_of(failsafe_after({ActuationCommand{0.5, 0, 0.25}, {}}, failsafe, Feedback{}))
              .steer == 0);
    CHECK(actuation_of(failsafe_after(driven(), failsafe, Feedback{})).steer ==
          0);  // of another level
}

TEST_CASE("fail-safe of a vehicle that accepts both levels has the level that drove it") {
    Failsafe failsafe;
    failsafe.level.reset();
    failsafe.brake = 0.7;
    failsafe.actuation = {-1, 3, 7};
    CHECK(pedals_of(failsafe_after(driven(), failsafe, Feedback{})).steer_rad == 0.2);
    CHECK(pedals_of(failsafe_after(driven(), failsafe, Feedback{})).brake == 0.7);
    const Command held = failsafe_after({ActuationCommand{0.5, 0, 0.25}, {}}, failsafe, Feedback{});
    CHECK(actuation_of(held).brake == 3);
    CHECK(actuation_of(held).steer == 0.25);
}

TEST_CASE("fail-safe holds the steering of a command of any level, or the reported one") {
    Failsafe failsafe;
    Feedback seen;
    seen.steer_applied_rad = 0.3;
    const auto steer_after = [&](const Command& last) {
        return pedals_of(failsafe_after(last, failsafe, seen)).steer_rad;
    };
    CHECK(steer_after({AccelerationCommand{1, 10, 0.1, 0}, {}}) == 0.1);
    CHECK(steer_after({VelocityCommand{10, -0.1}, {}}) == -0.1);
    CHECK(steer_after({WheelTorqueCommand{{}, 0.2}, {}}) == 0.2);
    CHECK(steer_after({CurvatureCommand{10, 0.01}, {}}) == 0.3);
    CHECK(steer_after({RawCommand{}, {}}) == 0.3);
    failsafe.centre_steering = true;
    CHECK(steer_after({CurvatureCommand{10, 0.01}, {}}) == 0);
    failsafe.centre_steering = false;
    seen.steer_applied_rad = std::nan("");  // the vehicle reports none
    CHECK(steer_after({CurvatureCommand{10, 0.01}, {}}) == 0);
}

TEST_CASE("fail-safe sets gear and hand brake only if they are configured") {
    Failsafe failsafe;
    failsafe.gear = Gear::neutral;
    CHECK(state_command_of(failsafe_after(driven(), failsafe, Feedback{})).gear == Gear::neutral);
    CHECK(state_command_of(failsafe_after(driven(), failsafe, Feedback{})).hand_brake);
    failsafe.hand_brake = false;
    CHECK_FALSE(state_command_of(failsafe_after(driven(), failsafe, Feedback{})).hand_brake);

    Feedback seen;
    seen.report.hand_brake = true;
    const Command pedals_alone{PedalCommand{}, {}};
    failsafe.hand_brake.reset();
    CHECK(state_command_of(failsafe_after(pedals_alone, failsafe, seen)).hand_brake);
    failsafe.gear.reset();
    CHECK_FALSE(failsafe_after(pedals_alone, failsafe, seen).state);
}

TEST_CASE("after fail-safe a command without a gear gets gear and hand brake from before it") {
    Failsafe failsafe;
    failsafe.gear = Gear::neutral;
    failsafe.hand_brake = true;
    Feedback before;
    before.report.gear = Gear::reverse;
    Feedback during = before;
    during.report.gear = Gear::neutral;
    during.report.hand_brake = true;

    StateBeforeFailsafe sut;
    sut.note(failsafe, before);
    sut.note(failsafe, during);
    Command next{PedalCommand{}, {}};
    sut.restore(next);
    CHECK(state_command_of(next).gear == Gear::reverse);
    CHECK_FALSE(state_command_of(next).hand_brake);
    Command forwards{PedalCommand{}, VehicleStateCommand{}};
    forwards.state->gear = Gear::drive;
    sut.restore(forwards);
    CHECK(state_command_of(forwards).gear == Gear::drive);

    sut.forget();
    Command later{PedalCommand{}, {}};
    sut.restore(later);
    CHECK_FALSE(later.state);
    sut.note(Failsafe{}, before);
    sut.restore(later);
    CHECK_FALSE(later.state);
}

}  // namespace failsafe_test
