// SPDX-License-Identifier: MIT
// From events to commands of the driver, without a device.
#include "pad_events.hpp"

#include "manual/gamepad/gamepad.hpp"

#include <doctest/doctest.h>

#include <random>

namespace gamepad_test {

using namespace gateway;
using namespace gateway::tests;

PadMap straight() {
    PadMap map;
    for (PadAxis& axis : map.axes) axis.dead_zone = axis.expo = 0;
    return map;
}

/// A vehicle's status at its start.
VehicleStateReport at_start() {
    VehicleStateReport report;
    report.gear = Gear::drive;
    report.blinker = Blinker::off;
    report.headlight = Headlight::off;
    report.wiper = Wiper::off;
    return report;
}

void press(Gamepad& pad, std::uint16_t code) {
    pad.on_event(pad_button(code, true));
    pad.on_event(pad_button(code, false));
}

TEST_CASE(
    "gamepad: a stick to the left steers to the left, triggers are pedals, all within limits") {
    Gamepad sut(straight());
    CHECK(std::abs(sut.pedals().steer_rad) < 1e-4);
    CHECK(sut.pedals().throttle == 0);
    CHECK(sut.pedals().brake == 0);
    sut.on_event(pad_axis(ABS_X, -32768));
    sut.on_event(pad_axis(ABS_RZ, 51));
    sut.on_event(pad_axis(ABS_Z, 255));
    CHECK(sut.pedals().steer_rad == doctest::Approx(0.5));
    CHECK(sut.pedals().throttle == doctest::Approx(0.2));
    CHECK(sut.pedals().brake == 1);
    sut.on_event(pad_axis(ABS_X, 2147483647));
    sut.on_event(pad_axis(ABS_RZ, -2147483647 - 1));
    CHECK(sut.pedals().steer_rad == doctest::Approx(-0.5));
    CHECK(sut.pedals().throttle == 0);
}

TEST_CASE("gamepad: a dead zone gives zero, ends without a step and keeps the full range") {
    PadMap map = straight();
    map.axis(PadUse::throttle).dead_zone = 0.2;
    Gamepad sut(map);
    const auto throttle_at = [&](std::int32_t value) {
        sut.on_event(pad_axis(ABS_RZ, value));
        return sut.pedals().throttle;
    };
    CHECK(throttle_at(51) == 0);
    CHECK(throttle_at(52) < 0.01);
    CHECK(throttle_at(52) > 0);
    CHECK(throttle_at(153) == doctest::Approx(0.5));
    CHECK(throttle_at(255) == 1);
}

TEST_CASE("gamepad: expo is fine near the centre and full at the end, symmetrically") {
    PadMap map = straight();
    map.axis(PadUse::steer).scale = 1;
    map.axis(PadUse::steer).expo = 0.6;
    Gamepad sut(map);
    sut.set_axis(PadUse::steer, {-100, 100, 0});
    const auto steer_at = [&](std::int32_t value) {
        sut.on_event(pad_axis(ABS_X, value));
        return sut.pedals().steer_rad;
    };
    CHECK(steer_at(-50) == doctest::Approx(0.4 * 0.5 + 0.6 * 0.125));
    CHECK(steer_at(50) == doctest::Approx(-0.4 * 0.5 - 0.6 * 0.125));
    CHECK(steer_at(-100) == 1);
}

TEST_CASE("gamepad: an axis may be inverted, scaled, and have configured ends") {
    PadMap map = straight();
    PadAxis& throttle = map.axis(PadUse::throttle);
    throttle.code = ABS_Y;  // a stick whose upper half is the accelerator
    throttle.is_inverted = true;
    throttle.max = 0;
    throttle.scale = 0.8;
    map.axis(PadUse::steer).is_inverted = true;
    Gamepad sut(map);
    CHECK(sut.pedals().throttle == 0);
    sut.on_event(pad_axis(ABS_Y, 32767));
    CHECK(sut.pedals().throttle == 0);
    sut.on_event(pad_axis(ABS_Y, -16384));
    CHECK(sut.pedals().throttle == doctest::Approx(0.4));
    sut.on_event(pad_axis(ABS_X, 32767));
    CHECK(sut.pedals().steer_rad == doctest::Approx(0.5));
}

TEST_CASE("gamepad: ends in the wrong order give zero") {
    Gamepad sut(straight());
    sut.set_axis(PadUse::throttle, {255, 0, 100});
    CHECK(sut.pedals().throttle == 0);
    sut.set_axis(PadUse::throttle, {7, 7, 7});
    CHECK(sut.pedals().throttle == 0);
}

TEST_CASE("gamepad: buttons continue from the state of the vehicle at the takeover") {
    Gamepad sut({});
    press(sut, BTN_EAST);  // before: nothing
    VehicleStateReport found = at_start();
    found.headlight = Headlight::on;
    found.hand_brake = true;
    sut.begin(found);
    CHECK(sut.state().gear == Gear::drive);
    CHECK(sut.state().hand_brake);
    sut.on_event(pad_axis(ABS_HAT0Y, 1));
    CHECK(sut.state().headlight == Headlight::high);
    press(sut, BTN_SELECT);
    CHECK_FALSE(sut.state().hand_brake);
}

TEST_CASE("gamepad: gears, toggles, and a horn that sounds while its button is held") {
    Gamepad sut({});
    sut.begin(at_start());
    press(sut, BTN_EAST);
    CHECK(sut.state().gear == Gear::reverse);
    press(sut, BTN_WEST);
    CHECK(sut.state().gear == Gear::neutral);
    press(sut, BTN_NORTH);
    CHECK(sut.state().gear == Gear::park);
    press(sut, BTN_SOUTH);
    CHECK(sut.state().gear == Gear::drive);
    for (const Wiper wiper : {Wiper::low, Wiper::high, Wiper::off}) {
        press(sut, BTN_TR);
        CHECK(sut.state().wiper == wiper);
    }
    sut.on_event(pad_button(BTN_TL, true));
    sut.on_event(pad_event(EV_KEY, BTN_TL, 2));  // repeated by the device
    CHECK(sut.state().horn);
    sut.on_event(pad_button(BTN_TL, false));
    CHECK_FALSE(sut.state().horn);
}

TEST_CASE("gamepad: each direction of a hat is a button, also directly from one to the other") {
    Gamepad sut({});
    sut.begin(at_start());
    sut.on_event(pad_axis(ABS_HAT0X, -1));
    CHECK(sut.state().blinker == Blinker::left);
    sut.on_event(pad_axis(ABS_HAT0X, 1));
    CHECK(sut.state().blinker == Blinker::right);
    sut.on_event(pad_axis(ABS_HAT0X, 0));
    sut.on_event(pad_axis(ABS_HAT0X, 1));
    CHECK(sut.state().blinker == Blinker::off);
    sut.on_event(pad_axis(ABS_HAT0Y, -1));
    CHECK(sut.state().blinker == Blinker::hazard);
}

TEST_CASE("gamepad: at level velocity buttons step the velocity, and the brake resets it") {
    PadMap map = straight();
    map.level = Level::velocity;
    map.velocity_step_mps = 0.5;
    Gamepad sut(map);
    sut.begin(at_start(), 4);
    press(sut, BTN_THUMBR);
    press(sut, BTN_THUMBR);
    CHECK(sut.velocity().velocity_mps == 5);
    press(sut, BTN_THUMBL);
    sut.on_event(pad_axis(ABS_X, -32768));
    CHECK(sut.velocity().velocity_mps == 4.5);
    CHECK(sut.velocity().steer_rad == doctest::Approx(0.5));
    sut.on_event(pad_axis(ABS_Z, 40));
    CHECK(sut.velocity().velocity_mps == 0);
    press(sut, BTN_THUMBR);
    CHECK(sut.velocity().velocity_mps == 0);
    sut.on_event(pad_axis(ABS_Z, 0));
    press(sut, BTN_THUMBL);
    CHECK(sut.velocity().velocity_mps == -0.5);
    for (int i = 0; i < 1000; ++i) press(sut, BTN_THUMBR);
    CHECK(sut.velocity().velocity_mps == 100);
}

TEST_CASE("gamepad: events dropped by a device are reported, and a partial report is ignored") {
    Gamepad sut({});
    sut.begin(at_start());
    sut.on_event(pad_button(BTN_TL, true));
    sut.on_event(pad_event(EV_SYN, SYN_DROPPED, 0));
    sut.on_event(pad_axis(ABS_RZ, 255));
    CHECK_FALSE(sut.take_loss());
    sut.on_event(pad_event(EV_SYN, SYN_REPORT, 0));
    CHECK(sut.take_loss());
    CHECK_FALSE(sut.take_loss());
    CHECK(sut.pedals().throttle == 0);
    CHECK_FALSE(sut.state().horn);
    sut.on_event(pad_axis(ABS_RZ, 255));
    CHECK(sut.pedals().throttle == 1);
}

TEST_CASE("gamepad: with any events, pedals and steering stay within their limits") {
    Gamepad sut({});
    sut.begin(at_start());
    std::mt19937 random(1);
    for (int i = 0; i < 20'000; ++i) {
        input_event event{};
        event.type = static_cast<std::uint16_t>(random() % 5);
        event.code = static_cast<std::uint16_t>(random() % 0x320);
        event.value = static_cast<std::int32_t>(random());
        sut.on_event(event);
        const PedalCommand pedals = sut.pedals();
        REQUIRE(std::abs(pedals.steer_rad) <= 0.5);
        REQUIRE(pedals.throttle >= 0);
        REQUIRE(pedals.throttle <= 1);
        REQUIRE(pedals.brake >= 0);
        REQUIRE(pedals.brake <= 1);
    }
}

}  // namespace gamepad_test
