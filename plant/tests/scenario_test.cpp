// SPDX-License-Identifier: MIT
#include "drive.hpp"
#include "temporary_file.hpp"

#include <plant/actuator_params.hpp>
#include <plant/file_error.hpp>
#include <plant/manoeuvre.hpp>
#include <plant/scenario.hpp>
#include <plant/sensor_params.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <set>
#include <sstream>
#include <string>

namespace scenario_test {

using namespace plant;

namespace {

const std::string head =
    "name: test\nmodel: seven_dof\ninitial_speed_mps: 10\nduration_s: 1\ndt_s: 0.001\n";

std::string complaint(const std::string& text) {
    const TemporaryFile file(text);
    try {
        load_scenario(file.path());
    } catch (const FileError& error) {
        return std::string(error.what()).substr(file.path().string().size() + 1);
    }
    return "";
}

std::string csv_complaint(const std::string& text) {
    const TemporaryFile file(text);
    try {
        load_controls_csv(file.path());
    } catch (const FileError& error) {
        return std::string(error.what()).substr(file.path().string().size() + 1);
    }
    return "";
}

double finding(const std::string& file, const std::string& name) {
    const Scenario scenario = load_scenario(std::string(PLANT_DATA) + "/scenario/" + file);
    const auto session = make_session(scenario);
    Judge judge(scenario, session->vehicle());
    REQUIRE(replay(scenario, *session, [&](const Output& o) { judge.watch(o); }) == StepStatus::ok);
    for (const Finding& f : judge.findings()) {
        if (f.name == name) return f.value;
    }
    FAIL("no finding " << name);
    return 0.0;
}

}  // namespace

TEST_CASE("a scenario has no commands for an actuation model") {
    CHECK(complaint("name: test\nmodel: actuation_cmd\n")
              .find("2:8: model: must be one of kinematic, bicycle, seven_dof, fourteen_dof, is "
                    "'actuation_cmd'") != std::string::npos);
}

TEST_CASE("controls are constant or linear between their points") {
    const std::vector<ControlPoint> controls{{1.0, {0.0, 0.2, 0.0, Gear::drive, false}},
                                             {3.0, {0.1, 0.6, 0.0, Gear::reverse, true}}};
    CHECK(command_at(controls, Interpolation::zoh, 0.0).throttle == 0.2);
    CHECK(command_at(controls, Interpolation::zoh, 2.9).throttle == 0.2);
    CHECK(command_at(controls, Interpolation::zoh, 3.0).throttle == 0.6);
    const Command middle = command_at(controls, Interpolation::linear, 2.0);
    CHECK(middle.throttle == doctest::Approx(0.4));
    CHECK(middle.steer_rad == doctest::Approx(0.05));
    CHECK(middle.gear == Gear::drive);
    CHECK_FALSE(middle.handbrake);
    CHECK(command_at(controls, Interpolation::linear, 9.0).gear == Gear::reverse);
    CHECK(command_at({}, Interpolation::linear, 1.0).throttle == 0.0);
}

TEST_CASE("a replay reports every tick, and its repetition is bit-identical") {
    const TemporaryFile file(head +
                             "interpolation: linear\ncontrols:\n  - {t_s: 0, throttle: 0.3}\n"
                             "  - {t_s: 1, throttle: 0.0, brake: 1.0}\n"
                             "friction: [{t_s: 0.2, scale: 1.0}, {t_s: 0.4, scale: 0.5}]\n");
    const Scenario scenario = load_scenario(file.path());
    const auto rows = [&] {
        std::ostringstream text;
        const auto session = make_session(scenario);
        write_csv_header(text);
        CHECK(replay(scenario, *session, [&](const Output& o) { write_csv_row(text, o); }) ==
              StepStatus::ok);
        CHECK(session->output().friction[0] == 0.5);
        return text.str();
    };
    const std::string first = rows();
    CHECK(std::count(first.begin(), first.end(), '\n') == 1002);
    const std::string names = first.substr(0, first.find('\n'));
    const std::string last = first.substr(first.rfind('\n', first.size() - 2) + 1);
    CHECK(std::count(names.begin(), names.end(), ',') == std::count(last.begin(), last.end(), ','));
    CHECK(last.substr(0, 2) == "1,");
    CHECK(first == rows());
}

TEST_CASE("a replay equals ticks by the caller, with actuators and sensors") {
    const TemporaryFile file(head + "controls:\n  - {t_s: 0, steer_rad: 0.05, throttle: 0.3}\n");
    const Scenario scenario = load_scenario(file.path());
    SessionConfig config;
    config.actuator = load_actuator(PLANT_DATA "/actuator/sedan.yaml");
    config.sensors = load_sensors(PLANT_DATA "/sensor/sedan.yaml");
    const auto row = [&](const Output& output) {
        std::ostringstream text;
        write_csv_row(text, output, csv_columns(config));
        return text.str();
    };
    const auto replayed = make_session(scenario, config), stepped = make_session(scenario, config);
    std::vector<std::string> rows;
    REQUIRE(replay(scenario, *replayed, [&](const Output& o) { rows.push_back(row(o)); }) ==
            StepStatus::ok);
    stepped->reset(rolling_state(stepped->vehicle(), 0.0, 0.0, 0.0, scenario.initial_speed_mps));
    REQUIRE(rows.size() == 1001);
    CHECK(rows[0] == row(stepped->output()));
    Command command;
    command.steer_rad = 0.05;
    command.throttle = 0.3;
    stepped->set_input(command);
    for (std::size_t i = 1; i < rows.size(); ++i) {
        REQUIRE(stepped->tick(SimDuration(1'000'000)) == StepStatus::ok);
        REQUIRE(rows[i] == row(stepped->output()));
        if (i == 50) CHECK(stepped->output().steer_applied_rad < 0.04);  // still increasing
    }
}

TEST_CASE("a table of commands is read from CSV") {
    const TemporaryFile file(
        "t_s,steer_rad,throttle,brake,gear,handbrake\n0,0.1,0.5,0,1,0\n0.5,-0.1,0,1e-1,-1,1\n");
    const auto points = load_controls_csv(file.path());
    REQUIRE(points.size() == 2);
    CHECK(points[0].command.steer_rad == 0.1);
    CHECK(points[1].t_s == 0.5);
    CHECK(points[1].command.brake == 0.1);
    CHECK(points[1].command.gear == Gear::reverse);
    CHECK(points[1].command.handbrake);
    const TemporaryFile narrow("t_s,steer_rad,throttle,brake\n0,0.1,0.5,0\n");
    CHECK(load_controls_csv(narrow.path())[0].command.gear == Gear::drive);
}

TEST_CASE("invalid tables and scenarios are rejected with the place of the error") {
    CHECK(csv_complaint("t_s,steer_rad,throttle,brake\n0,0,x,0\n") ==
          "2:5: throttle: must be a finite number");
    CHECK(csv_complaint("t_s,steer_rad,throttle,brake\n0,0,nan,0\n") ==
          "2:5: throttle: must be a finite number");
    CHECK(csv_complaint("t_s,steer_rad,throttle,brake\n1e300,0,0,0\n") ==
          "2:1: t_s: must be 0 to 100000, is 1e+300");
    CHECK(csv_complaint("t_s,steer_rad,throttle,brake,gear\n0,0,0,0,0.5\n") ==
          "2:9: gear: must be a whole number");
    CHECK(csv_complaint("t_s,steer_rad,throttle,brake,gear\n0,0,0,0,7\n") ==
          "2:9: gear: must be -1 to 1, is 7");
    CHECK(csv_complaint("t_s,steer_rad,throttle,brake\n1,0,0,0\n1,0,0,0\n") ==
          "3:7: t_s: times must increase");
    CHECK(csv_complaint("t_s,steer_rad,throttle,brake\n1,0,0,0,1\n") == "2:7: has too many fields");
    CHECK(csv_complaint("t_s,wheel,throttle,brake\n") ==
          "1:5: wheel: columns must be "
          "t_s,steer_rad,throttle,brake[,gear[,handbrake[,abs_off[,traction_off[,esc_off]]]]]");
    CHECK(csv_complaint("t_s,steer_rad,throttle,brake\n") == "2:1: has no rows");
    CHECK(csv_complaint("") == "1:1: is empty");
    CHECK(complaint(head + "wind: 3\n").find("6:1: wind: unknown key; known here: name, model, ") ==
          0);
    CHECK(complaint(head + "controls: [{t_s: 1}, {t_s: 1}]\n") ==
          "6:11: controls: times must increase");
    CHECK(complaint(head + "controls: [{t_s: 1, brake: 2}]\n") ==
          "6:28: controls[0].brake: must be 0 to 1, is 2");
    CHECK_THROWS_AS(model_named("tank"), std::invalid_argument);
    CHECK(model_named("fourteen_dof") == Model::fourteen_dof);
}

TEST_CASE("cone lanes have the widths of the standard") {
    Course course{CourseKind::iso_3888_2, 1.8, 0.0};
    const auto lanes = course_lanes(course);
    REQUIRE(lanes.size() == 3);
    CHECK(lanes[0].left_m - lanes[0].right_m == doctest::Approx(1.1 * 1.8 + 0.25));
    CHECK(lanes[1].left_m - lanes[1].right_m == doctest::Approx(2.8));
    CHECK(lanes[2].left_m - lanes[2].right_m == doctest::Approx(3.0));
    CHECK(lanes[1].right_m - lanes[0].left_m == doctest::Approx(1.0));
    CHECK(lanes[1].start_m - lanes[0].end_m == doctest::Approx(13.5));
    CHECK(lanes[2].end_m == doctest::Approx(61.0));
    course.kind = CourseKind::iso_3888_1;
    CHECK(course_lanes(course)[2].end_m == doctest::Approx(110.0));
}

TEST_CASE("every manoeuvre file runs with L0 to L3") {
    for (const auto& entry :
         std::filesystem::directory_iterator(std::string(PLANT_DATA) + "/scenario")) {
        Scenario scenario = load_scenario(entry.path());
        scenario.duration_s = std::min(scenario.duration_s, 3.0);
        for (const Model model :
             {Model::kinematic, Model::bicycle, Model::seven_dof, Model::fourteen_dof}) {
            scenario.model = model;
            const auto session = make_session(scenario);
            CAPTURE(scenario.name);
            CHECK(replay(scenario, *session, [](const Output&) {}) == StepStatus::ok);
        }
    }
}

TEST_CASE("the double lane changes are driven without touching a cone") {
    CHECK(finding("iso_3888_1.yaml", "lanes with cones hit") == 0.0);
    CHECK(finding("iso_3888_2.yaml", "lanes with cones hit") == 0.0);
}

TEST_CASE("both methods of ISO 4138 give the same understeer gradient") {
    const double at_speed = finding("iso_4138_speed.yaml", "understeer gradient");
    const double on_radius = finding("iso_4138_radius.yaml", "understeer gradient");
    CHECK(at_speed > 0.0);
    CHECK(on_radius == doctest::Approx(at_speed).epsilon(0.04));
}

TEST_CASE("the list of manoeuvres is that of the files") {
    std::set<std::string> listed, files;
    for (const ManoeuvreInfo& each : manoeuvres()) listed.insert(each.name);
    for (const auto& entry :
         std::filesystem::directory_iterator(std::string(PLANT_DATA) + "/scenario"))
        files.insert(entry.path().stem().string());
    CHECK(listed == files);
}

TEST_CASE("the figures describe the replay") {
    CHECK(finding("braking.yaml", "stopping distance") > 36.0);
    CHECK(finding("braking.yaml", "stopping distance") < 44.0);
    // Braking harder on the left side turns the car to the left.
    CHECK(finding("braking_split.yaml", "turned at the stop") > 0.0);
    CHECK(std::abs(finding("sine_with_dwell.yaml", "final yaw rate")) < 1.0);
}

}  // namespace scenario_test
