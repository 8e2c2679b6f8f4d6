// SPDX-License-Identifier: MIT
#include "config_parts.hpp"

#include "config/program/read_controllers.hpp"
#include "manual/gamepad/gamepad_controller.hpp"
#include "manual/gamepad/pad_names.hpp"

#include <doctest/doctest.h>

namespace gamepad_config_test {

using namespace gateway;
using namespace gateway::tests;

GamepadOptions options_of(const std::string& text) {
    const ScratchFile file(".yaml", text);
    plant::YamlReader reader(file.path());
    const GamepadOptions options = read_gamepad(reader);
    reader.finish();
    return options;
}

std::string refusal(const std::string& text) {
    try {
        options_of(text);
    } catch (const plant::FileError& error) {
        return error.what();
    }
    return "nothing was refused";
}

bool refuses(const std::string& text, const std::string& reason) {
    const std::string message = refusal(text);
    INFO(message);
    const bool has_reason = message.find(reason) != std::string::npos;
    CHECK(has_reason);
    return has_reason;
}

TEST_CASE("gamepad: an empty section means a standard pad with the kernel's key names") {
    const GamepadOptions options = options_of("device: pad\n");
    CHECK(options.place.name == "pad");
    CHECK(options.map.axis(PadUse::steer).code == ABS_X);
    for (std::size_t i = 0; i < pad_actions; ++i) {
        const auto& button = options.map.buttons[i];
        REQUIRE(button);
        CHECK(pad_button_named(name_of(*button)) == button);
    }
    CHECK(name_of(*options.map.button(PadAction::blinker_left)) == "ABS_HAT0X-");
}

TEST_CASE("gamepad: every key is used in the map") {
    const GamepadOptions options = options_of(
        "device: ./here.events\n"
        "level: velocity\n"
        "velocity_step_mps: 2\n"
        "axes:\n"
        "  throttle: {code: ABS_Y, scale: 0.5, dead_zone: 0.1, expo: 0.2, invert: true, min: -9, "
        "max: 0}\n"
        "buttons: {horn: BTN_THUMBL, wipers: none, park: ABS_HAT1Y+}\n");
    CHECK(options.place.path.is_absolute());
    CHECK(options.place.path.filename() == "here.events");
    const PadAxis& axis = options.map.axis(PadUse::throttle);
    CHECK(axis.code == ABS_Y);
    CHECK(axis.scale == 0.5);
    CHECK(axis.dead_zone == 0.1);
    CHECK(axis.expo == 0.2);
    CHECK(axis.is_inverted);
    CHECK(axis.min == -9);
    CHECK(axis.max == 0);
    CHECK(options.map.level == Level::velocity);
    CHECK(options.map.velocity_step_mps == 2);
    CHECK(options.map.button(PadAction::horn) == PadButton{EV_KEY, BTN_THUMBL, 1});
    CHECK_FALSE(options.map.button(PadAction::wipers));
    CHECK(options.map.button(PadAction::park) == PadButton{EV_ABS, ABS_HAT1Y, 1});
}

TEST_CASE("gamepad: a configured button is removed from the action that has it by default") {
    const GamepadOptions options = options_of("buttons: {drive: BTN_TL, park: BTN_SOUTH}\n");
    CHECK(options.map.button(PadAction::drive) == PadButton{EV_KEY, BTN_TL, 1});
    CHECK(options.map.button(PadAction::park) == PadButton{EV_KEY, BTN_SOUTH, 1});
    CHECK_FALSE(options.map.button(PadAction::horn));
}

TEST_CASE("gamepad: a wrong name is reported with its position and a similar name") {
    CHECK(
        refuses("axes: {steer: {code: ABS_XX}}\n",
                ":1:22: axes.steer.code: there is no axis 'ABS_XX'; did you mean ABS_RX, ABS_X?"));
    CHECK(refuses("buttons: {horn: BTN_SUOTH}\n",
                  "1:17: buttons.horn: there is no button 'BTN_SUOTH'; did you mean BTN_SOUTH"));
    CHECK(refuses("buttons: {horn: ABS_HAT0X}\n", "did you mean ABS_HAT0X+, ABS_HAT0X-"));
    CHECK(refuses("buttons: {horn: trumpet}\n", "names are such as BTN_SOUTH in"));
    CHECK(refuses("buttons: {autonomous: none}\n", "there is no button 'none'"));
    CHECK(refuses("buttons: {horn: BTN_START}\n", "buttons.autonomous: is required"));
    CHECK(refuses("buttons: {horn: BTN_C, park: BTN_C}\n",
                  "buttons.horn: BTN_C is the button of `park`, too"));
    CHECK(refuses("axes: {brake: {min: 3, max: 3}}\n", "axes.brake.max: must be above min"));
    CHECK(refuses("axes: {brake: {expo: 2}}\n", "axes.brake.expo: must be 0 to 1"));
    CHECK(refuses("level: curvature\n", "level: must be one of pedals, velocity"));
    CHECK(refuses("knobs: {}\n", "known here: device, level, velocity_step_mps, axes, buttons"));
}

TEST_CASE("gamepad: a file that is not a recording is rejected") {
    const ScratchFile text(".txt", "hello");
    CHECK(refuses("device: " + text.path().string() + "\n",
                  "is not a recording of a gamepad: it must consist of events of"));
}

TEST_CASE("gamepad: it is a controller of a run") {
    CHECK(read("mode: realtime\ncontrollers: [{kind: gamepad}]\n")
              .programs[0]
              .manual_controllers.size() == 1);
}

}  // namespace gamepad_config_test
