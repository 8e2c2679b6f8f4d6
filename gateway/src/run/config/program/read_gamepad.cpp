// SPDX-License-Identifier: MIT
#include "read_controllers.hpp"

#include "manual/gamepad/gamepad_controller.hpp"
#include "manual/gamepad/pad_names.hpp"

namespace gateway {
namespace {

using plant::YamlReader;

/// In the order of PadUse and of PadAction.
constexpr const char* uses[pad_uses] = {"steer", "throttle", "brake"};
constexpr const char* actions[pad_actions] = {
    "autonomous", "drive",      "reverse", "neutral", "park",       "blinker_left", "blinker_right",
    "hazard",     "headlights", "wipers",  "horn",    "hand_brake", "faster",       "slower"};

constexpr plant::Range steer_rad{0.01, 1.5};
constexpr plant::Range pedal{0.01, 1};
constexpr plant::Range velocity_step_mps{0.01, 10};
constexpr plant::Range any_value{-2147483648.0, 2147483647.0};

/// A text with a slash is a path, relative to the file that contains it; otherwise a part of a
/// name.
PadPlace read_place(YamlReader& reader) {
    PadPlace place;
    std::string text;
    if (!reader.text("device", text)) return place;
    if (text.find('/') == std::string::npos) {
        place.name = text;
        return place;
    }
    place.path = (reader.file().parent_path() / text).lexically_normal();
    const std::string problem = recording_problem(place.path);
    if (!problem.empty()) reader.refuse("device", problem);
    return place;
}

void read_end(YamlReader& reader, const char* key, std::optional<std::int32_t>& end) {
    std::int32_t value = 0;
    if (reader.number(key, value, any_value)) end = value;
}

void read_axis(YamlReader reader, PadUse use, PadAxis& axis) {
    std::string name;
    if (reader.text("code", name)) {
        if (const auto code = pad_axis_named(name))
            axis.code = *code;
        else
            reader.refuse("code", no_such_axis(name));
    }
    reader.number("scale", axis.scale, use == PadUse::steer ? steer_rad : pedal);
    reader.number("dead_zone", axis.dead_zone, {0, 0.9});
    reader.number("expo", axis.expo, {0, 1});
    reader.flag("invert", axis.is_inverted);
    read_end(reader, "min", axis.min);
    read_end(reader, "max", axis.max);
    if (axis.min && axis.max && *axis.min >= *axis.max)
        reader.refuse("max", "must be above min; to invert an axis, write `invert: true`");
}

void read_button(YamlReader& reader, std::size_t action, PadMap& map) {
    std::string name;
    if (!reader.text(actions[action], name)) return;
    auto& button = map.buttons[action];
    button = pad_button_named(name);
    const bool is_needed = static_cast<PadAction>(action) == PadAction::autonomous;
    if (!button && (is_needed || name != "none"))
        reader.refuse(actions[action], no_such_button(name));
}

/// A configured button replaces the default use of the same button.
void free_button(const YamlReader& reader, std::size_t action, std::size_t other, PadMap& map) {
    if (!reader.has(actions[action])) map.buttons[action].reset();
    if (!reader.has(actions[other])) map.buttons[other].reset();
}

void read_buttons(YamlReader reader, PadMap& map) {
    for (std::size_t i = 0; i < pad_actions; ++i) read_button(reader, i, map);
    for (std::size_t i = 0; i < pad_actions; ++i)
        for (std::size_t j = 0; j < i; ++j) {
            if (!map.buttons[i] || !map.buttons[j] || !(*map.buttons[i] == *map.buttons[j]))
                continue;
            if (reader.has(actions[i]) && reader.has(actions[j]))
                reader.refuse(actions[i], name_of(*map.buttons[i]) + " is the button of `" +
                                              actions[j] + "`, too");
            else
                free_button(reader, i, j, map);
        }
    if (!map.button(PadAction::autonomous) && reader.good())
        reader.refuse("autonomous", "is required: without it no driver can take over");
}

}  // namespace

GamepadOptions read_gamepad(YamlReader& reader) {
    GamepadOptions options;
    options.place = read_place(reader);
    bool is_velocity = false;
    reader.choice("level", is_velocity, {"pedals", "velocity"});
    if (is_velocity) options.map.level = Level::velocity;
    reader.number("velocity_step_mps", options.map.velocity_step_mps, velocity_step_mps);
    if (auto axes = reader.section("axes"))
        for (std::size_t i = 0; i < pad_uses; ++i)
            if (auto axis = axes->section(uses[i]))
                read_axis(*axis, static_cast<PadUse>(i), options.map.axes[i]);
    if (auto buttons = reader.section("buttons")) read_buttons(*buttons, options.map);
    return options;
}

}  // namespace gateway
