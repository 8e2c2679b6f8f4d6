// SPDX-License-Identifier: MIT
#include "show/show.hpp"
#include "description/read_description.hpp"
#include "fmu_example.hpp"
#include "show/guess.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace show_test {

using namespace gateway::fmu;
using tests::example_2;
using tests::example_3;

namespace {

Fmu example(const std::string& text) {
    Fmu fmu{read_description(text, "m.xml")};
    fmu.entries = {"modelDescription.xml", "binaries/win64/car.dll",
                   "binaries/" + own_platforms(fmu.description.version).front() + "/car.so"};
    return fmu;
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

Variable variable(const std::string& name, Causality causality, const std::string& unit = "") {
    Variable variable;
    variable.name = name;
    variable.causality = causality;
    variable.unit = unit;
    return variable;
}

/// "throttle=driver.gas, brake=..." of the signals that are found.
std::string found(const std::vector<Guess>& guesses) {
    std::string text;
    for (const Guess& each : guesses)
        if (each.variable != nullptr)
            text += (text.empty() ? "" : ", ") + each.signal + "=" + each.variable->name;
    return text;
}

std::string inputs_of(const std::vector<std::string>& names) {
    ModelDescription description;
    for (const std::string& name : names)
        description.variables.push_back(variable(name, Causality::input));
    return found(guess_inputs(description));
}

std::string outputs_of(const std::vector<std::pair<std::string, std::string>>& named) {
    ModelDescription description;
    description.units = {{"m", true, {0, 1}},
                         {"deg/s", true, {0, 0, -1}, 0.0174},
                         {"m/s", true, {0, 1, -1}},
                         {"m/s2", true, {0, 1, -2}},
                         {"rad", true, {0, 0, 0, 0, 0, 0, 0, 1}}};
    for (const auto& [name, unit] : named)
        description.variables.push_back(variable(name, Causality::output, unit));
    return found(guess_outputs(description));
}

}  // namespace

TEST_CASE("the text has the facts, all variables, units and violations") {
    const Fmu fmu = example(example_2);
    const std::string text = show_text(fmu, {{"a-rule", Severity::error, "x: is wrong"}});
    for (const char* part :
         {"name:               Car\n", "2.0, co-simulation", "made by:            by hand",
          "platforms:          win64, linux64", "steps of variable length, state can be read",
          "start 0 s, stop 10 s, step 0.01 s", "cmd.throttle", "1 m s^-1",
          "  error: a-rule: x: is wrong"})
        CHECK_MESSAGE(has(text, part), part);
    for (const Variable& each : fmu.description.variables) CHECK(has(text, each.name));
    CHECK(has(show_text(fmu, {}), "No rule is violated."));
}

TEST_CASE("arrays, binary values and clocks are shown as not supported") {
    const std::string text = show_text(example(example_3), {});
    CHECK(has(text, "input (not supported)  list"));
    CHECK(has(text, "Float64[]"));
    CHECK(has(text, "input (not supported)  clock"));
    CHECK(has(text, "1 K + 273.15"));
}

TEST_CASE("an FMU that cannot be imported says so") {
    Fmu fmu = example(example_2);
    fmu.description.co_simulation->needs_execution_tool = true;
    CHECK(has(show_text(fmu, {}), "needs `allow_tool: true`"));
    fmu.description.co_simulation.reset();
    CHECK(has(show_text(fmu, {}), "cannot be used here: it has no co-simulation"));
}

TEST_CASE("a text of the FMU does not disturb the terminal") {
    Fmu fmu = example(example_2);
    fmu.description.model_name = "a\x1b[2J\nb\xc2\x9b";
    fmu.description.variables[0].name = "t\r\x07\x7f";
    fmu.description.variables[0].description = std::string(5000, 'x') + "\n";
    for (const std::string& text :
         {show_text(fmu, {}), show_json(fmu, {}), map_text(fmu, "\x1b.fmu")}) {
        CHECK_FALSE(has(text, "\x1b"));
        CHECK_FALSE(has(text, "\x07"));
        CHECK_FALSE(has(text, "\xc2\x9b"));
        CHECK_FALSE(has(text, "\x7f"));
    }
    CHECK(nlohmann::json::parse(show_json(fmu, {}))["variables"][0]["name"] == "t\r\x07\x7f");
}

TEST_CASE("the JSON has all variables with exact numbers") {
    const auto json = nlohmann::json::parse(
        show_json(example(example_3), {{"a-rule", Severity::warning, "text"}}));
    CHECK(json["fmi_version"] == "3.0");
    CHECK(json["interfaces"] == nlohmann::json{"co-simulation"});
    REQUIRE(json["variables"].size() == 12);
    CHECK(json["variables"][2]["start"] == 18446744073709551615U);
    CHECK(json["variables"][1]["aliases"][0] == "'u 2'");
    CHECK(json["variables"][8]["supported"] == false);
    CHECK(json["units"][1]["base"]["K"] == 1);
    CHECK(json["default_experiment"]["stop_s"].is_null());
    CHECK(json["violations"][0]["rule"] == "a-rule");
}

TEST_CASE("inputs are guessed by usual names") {
    CHECK(
        inputs_of({"ego.cmd.throttle", "ego.cmd.brake", "ego.cmd.steeringAngle", "ego.cmd.gear"}) ==
        "throttle=ego.cmd.throttle, brake=ego.cmd.brake, steer_rad=ego.cmd.steeringAngle, "
        "gear=ego.cmd.gear");
    CHECK(inputs_of({"AccPedal", "brake_pedal", "delta"}) ==
          "throttle=AccPedal, brake=brake_pedal, steer_rad=delta");
    CHECK(inputs_of({"wheel[1].torque", "wheel[2].torque", "torqueRearLeft", "torque_rr"}) ==
          "torque_fl_nm=wheel[1].torque, torque_fr_nm=wheel[2].torque, "
          "torque_rl_nm=torqueRearLeft, torque_rr_nm=torque_rr");
    CHECK(inputs_of({"temperature", "wind.speed_x"}) == "");
}

TEST_CASE("a handbrake is not the brake") {
    CHECK(inputs_of({"handbrake", "brake"}) == "brake=brake, hand_brake=handbrake");
    CHECK(inputs_of({"handbrake"}) == "hand_brake=handbrake");
}

TEST_CASE("outputs are guessed by name and unit") {
    CHECK(outputs_of({{"ego.pose.x", "m"},
                      {"ego.pose.yaw", "rad"},
                      {"ego.vel.longitudinal", "m/s"},
                      {"ego.yawRate", "deg/s"},
                      {"ego.wheelSpeed.fl", ""}}) ==
          "x_m=ego.pose.x, yaw_rad=ego.pose.yaw, vx_mps=ego.vel.longitudinal, "
          "yaw_rate_radps=ego.yawRate, wheel_spin_fl_radps=ego.wheelSpeed.fl");
    CHECK(outputs_of({{"x", "rad"}, {"body.x", "m"}}) == "x_m=body.x");
    CHECK(outputs_of({{"max", "m"}, {"index", "m"}}) == "");
}

TEST_CASE("a reading of a sensor is not taken for the state") {
    CHECK(outputs_of({{"sensor.gnss.yaw_rad", "rad"}, {"pose.yaw", "rad"}}) == "yaw_rad=pose.yaw");
    CHECK(outputs_of({{"SensorBus.yaw_rad", "rad"}}) == "");
}

TEST_CASE("the radius of the wheels may be a parameter, other feedback is not") {
    ModelDescription description;
    description.variables = {variable("init.vx", Causality::parameter),
                             variable("wheel.radius", Causality::parameter)};
    CHECK(found(guess_outputs(description)) == "wheel_radius_m=wheel.radius");
}

TEST_CASE("a map has the guesses, and comments for what else there is") {
    Fmu fmu = example(example_2);
    auto& variables = fmu.description.variables;
    variables.push_back(variable("cmd.brake", Causality::input));
    variables.push_back(variable("wheelTorque.fl", Causality::input));
    variables.push_back(variable("odd name", Causality::output));
    variables.push_back(variable("init.speed", Causality::parameter));
    const std::string map = map_text(fmu, "car.fmu");
    CHECK(has(map, "inputs:\n  throttle: cmd.throttle  # no unit, 0 to 1\n"));
    CHECK(has(map, "\n  # torque_fl_nm: wheelTorque.fl"));
    CHECK(has(map, "outputs:\n  x_m: \"x\"  # [m]\n"));
    CHECK(has(map, "start:\n  vx_mps: init.speed"));
    CHECK(has(map, "# parameters:\n  # length: 2.7  # [m], 1 to 9\n"));
    CHECK(has(map, "# Not mapped:\n"));
    CHECK(has(map, "#   output \"odd name\": no unit\n"));
}

}  // namespace show_test
