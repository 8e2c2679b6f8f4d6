// SPDX-License-Identifier: MIT
// The input and output lines of `ddc-gateway safety`.
#include "verb/safety/safety_requests.hpp"
#include "scratch_file.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <stdexcept>
#include <string>

namespace safety_requests_test {

using namespace gateway;

SafetyRequests reference() {
    SafetyOptions file;
    file.compatibility = SafetyCompatibility::reference;
    return SafetyRequests(file);
}

SafetyRequests corrected() {
    return SafetyRequests(SafetyOptions{});
}

/// The error of a line.
std::string error_of(const std::string& line) {
    SafetyRequests sut = corrected();
    try {
        sut.answer(line);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "nothing";
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST_CASE("the reply to a command has every key, in the documented order") {
    SafetyRequests sut = reference();
    CHECK(sut.answer(R"({"reset":{"debounce":3,"cutoff_hz":1}})") == "{}");
    CHECK(
        sut.answer(
            R"({"command":{"control":{"stamp_s":100.000000001,"accel_mps2":4,"velocity_mps":1.5,"front_wheel_rad":0.7,"rear_wheel_rad":-5},"state":{"stamp_s":99,"wiper":2,"horn":1,"hand_brake":true}}})") ==
        R"({"control":{"stamp_s":100.000000001,"accel_mps2":3.0,"velocity_mps":1.5,"front_wheel_rad":0.331,"rear_wheel_rad":-5.0},"state":{"stamp_s":99.000000000,"gear":0,"blinker":0,"headlight":2,"wiper":2,"mode":0,"horn":true,"hand_brake":true},"reports":["CLAMP_PAST_THRESHOLD","WIPERS_ON_HEADLIGHTS_ON"]})");
}

TEST_CASE("omitted values are 0, and the state is absent unless given") {
    SafetyRequests sut = reference();
    CHECK(
        sut.answer(R"({"command":{}})") ==
        R"({"control":{"stamp_s":0.000000000,"accel_mps2":0.0,"velocity_mps":0.0,"front_wheel_rad":0.0,"rear_wheel_rad":0.0},"state":null,"reports":[]})");
    CHECK(contains(sut.answer(R"({"command":{"control":{},"state":null}})"), R"("state":null)"));
}

TEST_CASE("reports are returned in both modes, also for an overdue transition") {
    for (SafetyRequests sut : {reference(), corrected()}) {
        sut.answer(R"({"update":{"report":{"stamp_s":100,"gear":3}}})");
        sut.answer(R"({"command":{"control":{"stamp_s":100},"state":{"stamp_s":100,"gear":1}}})");
        CHECK(sut.answer(R"({"update":{"report":{"stamp_s":103,"gear":3}}})") ==
              R"({"reports":[]})");
        CHECK(sut.answer(R"({"update":{"report":{"stamp_s":103.000000001,"gear":3}}})") ==
              R"({"reports":["STATE_TRANSITION_TIMEOUT"]})");
    }
}

TEST_CASE("the time-out command is returned in both modes") {
    const char* const odometry = R"({"update":{"odometry":{"velocity_mps":0.01}}})";
    SafetyRequests old = reference(), sut = corrected();
    old.answer(odometry);
    CHECK(contains(old.answer(R"({"timeout":{}})"), R"("accel_mps2":-0.099999994,)"));
    CHECK(contains(old.answer(R"({"timeout":{}})"), R"("reports":[])"));
    sut.answer(odometry);
    CHECK(contains(sut.answer(R"({"timeout":{}})"), R"("blinker":4,)"));
    CHECK(contains(sut.answer(R"({"timeout":{}})"), R"(["COMMAND_TIMEOUT"])"));
    old.answer(R"({"update":{}})");
    CHECK(contains(old.answer(R"({"timeout":{}})"), R"("accel_mps2":-0.0,)"));
}

TEST_CASE("numbers that are not finite are written as words") {
    SafetyRequests old = reference(), sut = corrected();
    CHECK(contains(old.answer(R"({"command":{"control":{"accel_mps2":"nan"}}})"),
                   R"("accel_mps2":-3.0,)"));
    CHECK(contains(old.answer(R"({"command":{"control":{"rear_wheel_rad":"-inf"}}})"),
                   R"("rear_wheel_rad":"-inf")"));
    CHECK(contains(sut.answer(R"({"command":{"control":{"accel_mps2":"inf"}}})"),
                   R"(["NON_FINITE_COMMAND"])"));
}

TEST_CASE("drive-by-wire and filter have separate lines, and a reset restarts them") {
    SafetyRequests sut = corrected();
    CHECK(sut.answer(R"({"dbw":"U"})") == R"({"state":"ENABLE_REQUESTED","enabled":false})");
    sut.answer(R"({"dbw":"C"})");
    CHECK(sut.answer(R"({"dbw":"S"})") == R"({"state":"ENABLE_REQUESTED","enabled":true})");
    CHECK(sut.answer(R"({"dbw":"S"})") == R"({"state":"ENABLE_SENT","enabled":true})");
    CHECK(sut.answer(R"({"filter":{"dt_s":1,"x":1}})") == R"({"y":0.9981325})");
    CHECK(sut.answer(R"({"filter":{"dt_s":0,"x":1}})") ==
          R"({"error":"dt_s: must be greater than 0"})");
    CHECK(sut.answer(R"({"filter":{"dt_s":1,"x":"nan"}})") ==
          R"({"error":"x: must be a finite number"})");
    sut.answer(R"({"reset":{}})");
    CHECK(sut.answer(R"({"dbw":"u"})") == R"({"state":"DISABLED","enabled":false})");
    CHECK(sut.answer(R"({"filter":{"dt_s":1,"x":0}})") == R"({"y":0.0})");
}

TEST_CASE("a time stamp keeps its nanoseconds in the calendar seconds") {
    SafetyRequests sut = reference();
    for (const std::string stamp : {"1700000000.123456789", "-3.000000001", "0.000000001"})
        CHECK(contains(sut.answer(R"({"command":{"control":{"stamp_s":)" + stamp + "}}}"),
                       "\"stamp_s\":" + stamp + ","));
    CHECK(contains(sut.answer(R"({"command":{"control":{"stamp_s":1e-9}}})"),
                   R"("stamp_s":0.000000001,)"));
}

TEST_CASE("during manual control the reply has no control") {
    SafetyRequests sut = corrected();
    sut.answer(R"({"update":{"report":{"mode":2}}})");
    CHECK(sut.answer(R"({"command":{"control":{"accel_mps2":0.4}}})") ==
          R"({"control":null,"state":null,"reports":["MANUAL_CONTROL"]})");
}

TEST_CASE("an invalid line is reported with its key and the valid values") {
    CHECK(contains(error_of("[1]"), "must not be a list"));
    CHECK(contains(error_of(R"({"a\u0000b":{}})"), "a-z, 0-9 and _"));
    CHECK(contains(error_of(R"({"reset.debounce":3})"), "a-z, 0-9 and _"));
    CHECK(contains(error_of("3"), "must be an object"));
    CHECK(contains(error_of("{}"), "must have a key"));
    CHECK(contains(error_of(R"({"reset":{})"), "is not JSON"));
    CHECK(contains(error_of(R"({"reset":{}} x)"), "is not JSON"));
    CHECK(contains(error_of(R"({"reset":{},"timeout":{}})"), "two keys"));
    CHECK(contains(error_of(R"({"rest":{}})"), "must be reset, update"));
    CHECK(contains(error_of(R"({"reset":{"debounce":-1}})"), "reset.debounce: must be"));
    CHECK(contains(error_of(R"({"reset":{"debounce":1.5}})"), "reset.debounce: must be"));
    CHECK(contains(error_of(R"({"reset":{"cutoff_hz":0}})"), "reset.cutoff_hz: must be"));
    CHECK(contains(error_of(R"({"command":{"control":{"accel":1}}})"),
                   "command.control.accel: is not a known key"));
    CHECK(contains(error_of(R"({"command":{"control":{"accel_mps2":"fast"}}})"), "must be a num"));
    CHECK(contains(error_of(R"({"command":{"control":{"accel_mps2":1e39}}})"), "too large"));
    CHECK(contains(error_of(R"({"command":{"control":{"accel_mps2":1,"accel_mps2":1}}})"),
                   "given twice"));
    CHECK(contains(error_of(R"({"command":{"control":{"stamp_s":5e9}}})"), "-4e9 to 4e9"));
    CHECK(contains(error_of(R"({"command":{"control":[]}})"), "must not be a list"));
    CHECK(contains(error_of(R"({"command":{"control":3}})"), "must be an object"));
    CHECK(contains(error_of(R"({"command":{"control":{"stamp_s":{"a":1}}}})"), "too deeply"));
    CHECK(contains(error_of(R"({"command":{"state":{"gear":256}}})"), "0 to 255"));
    CHECK(contains(error_of(R"({"command":{"state":{"horn":2}}})"), "true or false"));
    CHECK(contains(error_of(R"({"dbw":"X"})"), "dbw: must be"));
    CHECK(contains(error_of(R"({"dbw":1})"), "must be a string"));
}

SafetyOptions load(const std::string& text) {
    const gateway::tests::ScratchFile file(".yaml", text);
    return load_safety(file.path());
}

TEST_CASE("section safety of a file sets rules and thresholds, other sections are ignored") {
    const SafetyOptions file = load(
        "mode: measured\nrealtime: {}\nprograms: [{name: a}]\nsafety:\n  preset: autoware_auto\n"
        "  compatibility: reference\n  acceleration_limits: {min: -1, max: 1}\n"
        "  timeout_acceleration_mps2: 1\n  time_step_ms: 50\n"
        "  rules: {headlights: off, cabin: warn}\n  cabin: {doors: closed, belts: open}\n"
        "  filter: {front_steer: {type: butterworth_filter, cutoff_frequency_hz: 5}}\n"
        "  oscillation: {frequency_hz: 4}\n"
        "  raw: {throttle_full: 1000, brake_full: 500, steer_per_rad: 100}\n");
    using namespace vehicle_interface;
    CHECK(file.compatibility == SafetyCompatibility::reference);
    const SafetyConfig& config = file.config;
    CHECK(config.accel_mps2.max == 1.0F);
    CHECK(config.accel_mps2.threshold == 1.0F);
    CHECK(config.time_step == std::chrono::milliseconds(50));
    CHECK(config.mode_of(Rule::headlights) == RuleMode::off);
    CHECK(config.mode_of(Rule::cabin) == RuleMode::warn);
    CHECK(config.mode_of(Rule::limits) == RuleMode::enforce);
    CHECK(config.cabin.doors == Secured::yes);
    CHECK(config.cabin.belts == Secured::no);
    CHECK(config.filters.front_steer.type == FilterType::butterworth);
    CHECK(config.oscillation.frequency_hz == 4.0F);
    REQUIRE(config.raw);
    CHECK(config.raw->brake_full == 500);
}

TEST_CASE("the rule manual is enforced or off, and cannot only warn") {
    using namespace vehicle_interface;
    CHECK(load("safety: {rules: {manual: off}}\n").config.mode_of(Rule::manual) == RuleMode::off);
    CHECK(load("safety: {rules: {manual: enforce}}\n").config.mode_of(Rule::manual) ==
          RuleMode::enforce);
    const gateway::tests::ScratchFile file(".yaml", "safety: {rules: {manual: warn}}\n");
    CHECK_THROWS_WITH_AS(
        load_safety(file.path()),
        doctest::Contains("safety.rules.manual: must be one of off, enforce, is 'warn'"),
        plant::FileError);
}

TEST_CASE("an empty section safety enforces all rules") {
    using namespace vehicle_interface;
    const SafetyOptions file = load("safety: {}\n");
    CHECK(file.compatibility == SafetyCompatibility::corrected);
    CHECK(file.config.modes == SafetyConfig::all_rules(RuleMode::enforce));
    CHECK_FALSE(file.config.raw);
}

std::string file_error(const std::string& text) {
    try {
        load(text);
    } catch (const plant::FileError& error) {
        return error.what();
    }
    return "nothing";
}

TEST_CASE("an invalid section safety is reported with position and key") {
    CHECK(contains(file_error("mode: measured\n"), "safety"));
    CHECK(contains(file_error("safety: {rules: {limits: maybe}}\n"), "safety.rules.limits"));
    CHECK(contains(file_error("safety: {rules: {limit: off}}\n"), "safety.rules.limit"));
    CHECK(contains(file_error("safety: {raw: {throttle_full: 1}}\n"), "safety.raw.brake_full"));
    CHECK(contains(file_error("safety:\n  timeout_acceleration_mps2: 5\n"),
                   ":2:30: safety.timeout_acceleration_mps2: must be inside acceleration_limits"));
    CHECK(contains(file_error("safety: {acceleration_limits: {min: 1, max: 2}}\n"),
                   "safety.acceleration_limits: 0 must be inside"));
}

}  // namespace safety_requests_test
