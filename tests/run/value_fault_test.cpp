// SPDX-License-Identifier: MIT
// Faults of the inputs and outputs of a program, from outside: the trace is compared with closed
// forms of the true values, which are in other columns of the same trace.
#include "scene.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace value_fault_test {

using Column = std::vector<double>;

constexpr int first = 100, end = 200;  ///< the cycles in which the fault is active: 1 s to 2 s
constexpr double cycle_s = 0.01, kmh_per_mps = 3.6;

/// A run of three seconds, in which the speed grows in each cycle.
tests::Trace run_with(const std::string& fault, const std::string& program = "") {
    const tests::Scene scene;
    const auto config = scene.scratch.write(
        "run.yaml", "duration_s: 3\nddc: {name: " + scene.table +
                        "}\nprogram: {exec: [autopilot, ddc, \"4000\"]" + program +
                        "}\n"
                        "route: {file: " PROJECT_DIRECTORY
                        "/programs/demo/route.csv}\n"
                        "trace: trace.csv\nfaults: [{name: tested, from: {time_s: 1}, "
                        "until: {time_s: 2}, " +
                        fault + "}]\n");
    const tests::Finished done =
        tests::run(scene.scratch, {"ddc-gateway", "run", config, "--repeatable"});
    INFO("standard error: " << done.err);
    REQUIRE(done.exit_code == 0);
    return tests::Trace(scene.scratch.path() / "trace.csv");
}

tests::Trace run_on_speed(const std::string& fault) {
    return run_with("target: inputs.true_velocity, " + fault);
}

/// Returns the faulty speed in km/h for a cycle and the true speeds of all cycles.
using Expected = std::function<double(int cycle, const Column& truth)>;

void check_speed(const std::string& fault, const Expected& expected) {
    CAPTURE(fault);
    const tests::Trace trace = run_on_speed(fault);
    const Column speed = trace.column("true_velocity"), active = trace.column("fault.tested");
    Column truth = trace.column("vx_mps");
    for (double& value : truth) value *= kmh_per_mps;
    REQUIRE(truth.size() == 300);
    for (int i = 0; i < 300; ++i) {
        CAPTURE(i);
        const bool is_active = i >= first && i < end;
        CHECK(active[i] == (is_active ? 1 : 0));
        CHECK(speed[i] ==
              doctest::Approx(is_active ? expected(i, truth) : truth[i]).epsilon(1e-12));
    }
}

TEST_CASE("faults that are functions of the true value and the time follow their equations") {
    check_speed("kind: bias, bias: 5", [](int i, auto& v) { return v[i] + 5; });
    check_speed("kind: bias, bias_mps: 5", [](int i, auto& v) { return v[i] + 5 * kmh_per_mps; });
    check_speed("kind: drift, rate: 2",
                [](int i, auto& v) { return v[i] + 2 * (i - first) * cycle_s; });
    check_speed("kind: scale, scale: 1.5", [](int i, auto& v) { return v[i] * 1.5; });
    check_speed("kind: sign", [](int i, auto& v) { return -v[i]; });
    check_speed("kind: value, value: 7", [](int, auto&) { return 7; });
    check_speed("kind: freeze", [](int, auto& v) { return v[first]; });
    check_speed("kind: quantisation, step: 0.25",
                [](int i, auto& v) { return std::round(v[i] / 0.25) * 0.25; });
    check_speed("kind: delay, delay_s: 0.1", [](int i, auto& v) { return v[i - 10]; });
    check_speed("kind: drop_out", [](int, auto& v) { return v[first - 1]; });
    check_speed("kind: oscillation, amplitude: 3, period_s: 0.2",
                [](int i, auto& v) { return v[i] + ((i - first) / 10 % 2 == 0 ? 3 : -3); });
}

TEST_CASE("a ramp applies a growing part of a fault") {
    check_speed("kind: bias, bias: 10, ramp_s: 0.5", [](int i, auto& v) {
        return v[i] + 10 * std::min(1.0, (i - first) * cycle_s / 0.5);
    });
}

TEST_CASE("values that are not numbers reach the program") {
    const Column speed = run_on_speed("kind: nan").column("true_velocity");
    for (int i = 0; i < 300; ++i) CHECK(std::isnan(speed[i]) == (i >= first && i < end));
}

/// The cycles in which the value of the cycle before stayed.
int kept_in(const Column& column) {
    int count = 0;
    for (int i = first; i < end; ++i)
        if (column[i] == column[i - 1]) ++count;
    return count;
}

TEST_CASE("lost cycles lie in the binomial interval, and depend on the seed alone") {
    const auto lost = [](const std::string& seed) {
        return run_on_speed("kind: drop_out, probability: 0.3" + seed).column("true_velocity");
    };
    const Column speed = lost("");
    const double sigma = std::sqrt(100 * 0.3 * 0.7);
    CHECK(std::abs(kept_in(speed) - 30) < 5 * sigma);
    CHECK(lost("") == speed);
    CHECK(lost(", seed: 5") != speed);
}

TEST_CASE("noise has its standard deviation, independent of other faults") {
    const auto noise = [](const std::string& more) {
        const tests::Trace trace =
            run_with("target: inputs.true_position, kind: noise, deviation_m: 2}" + more +
                     ", {name: last,"
                     " kind: bias, bias: 0, target: inputs.true_compass");
        const Column x = trace.column("x_m"), seen = trace.column("true_position.x");
        Column errors;
        for (int i = first; i < end; ++i) errors.push_back(seen[i] - x[i]);
        return errors;
    };
    const Column errors = noise("");
    double sum = 0, squares = 0;
    for (const double error : errors) {
        sum += error;
        squares += error * error;
    }
    CHECK(std::abs(sum / 100) < 5 * 2 / 10.0);
    CHECK(std::sqrt(squares / 100) == doctest::Approx(2).epsilon(0.4));
    const Column again =
        noise(", {name: other, kind: noise, deviation: 1, target: inputs.true_compass}");
    for (std::size_t i = 0; i < 10; ++i)
        CHECK(again[i] == doctest::Approx(errors[i]).epsilon(1e-6));
}

TEST_CASE("outputs are changed before the gateway uses them") {
    const tests::Trace value = run_with("target: outputs.set_gas, kind: value, value: 0.25");
    const Column gas = value.column("set_gas");
    for (int i = first; i < end; ++i) CHECK(gas[i] == 0.25);
    CHECK(gas[first - 1] != 0.25);
    const Column frozen = run_with("target: outputs, kind: freeze").column("set_gas");
    for (int i = first; i < end; ++i) CHECK(frozen[i] == frozen[first]);
}

TEST_CASE("a constant input gets its constant again after a fault") {
    const Column compass = run_with("target: inputs.true_compass, kind: bias, bias: 5",
                                    ", ports: {true_compass: {constant: 40}}")
                               .column("true_compass");
    for (int i = 0; i < 300; ++i) CHECK(compass[i] == (i >= first && i < end ? 45 : 40));
}

TEST_CASE("a fault begins and ends at distances along the route") {
    const tests::Scene scene;
    const auto config = scene.scratch.write(
        "run.yaml", "duration_s: 4\nddc: {name: " + scene.table +
                        "}\nprogram: {exec: [autopilot, ddc, \"4000\"]}\n"
                        "route: {file: " PROJECT_DIRECTORY
                        "/programs/demo/route.csv}\n"
                        "trace: trace.csv\nrecord: run.mcap\nfaults: [{name: f, kind: sign, "
                        "target: outputs.set_braking, from: {route_m: 3}, until: {route_m: 9}}]\n");
    REQUIRE(tests::run(scene.scratch, {"ddc-gateway", "run", config, "--repeatable"}).exit_code ==
            0);
    const tests::Trace trace(scene.scratch.path() / "trace.csv");
    const Column active = trace.column("fault.f"), x = trace.column("x_m");
    int count = 0;  // the route begins with a straight line along x
    for (std::size_t i = 0; i < x.size(); ++i) {
        CHECK(active[i] == (x[i] >= 3 && x[i] < 9 ? 1 : 0));
        count += active[i] > 0 ? 1 : 0;
    }
    CHECK(count > 50);
    // The recording has the same columns, in its topic /faults too.
    const tests::Finished same =
        tests::run(scene.scratch, {"ddc-gateway", "compare", scene.scratch.path() / "trace.csv",
                                   scene.scratch.path() / "run.mcap"});
    INFO(same.out << same.err);
    CHECK(same.exit_code == 0);
    CHECK(same.out.find("only in") == std::string::npos);
}

/// The exit code and the error of a run that ends in a fault.
tests::Finished end_with(const std::string& fault) {
    const tests::Scene scene;
    const auto config = scene.scratch.write(
        "run.yaml", "duration_s: 3\nddc: {name: " + scene.table +
                        "}\nprogram: {exec: [autopilot, ddc, \"4000\"]}\nfaults: [" + fault +
                        "]\n");
    return tests::run(scene.scratch, {"ddc-gateway", "run", config, "--repeatable"});
}

TEST_CASE("outputs of a wrong type, and without a number, are rejected in their cycle") {
    const auto wrong =
        end_with("{name: f, target: outputs.set_gas, kind: wrong_type, from: {time_s: 1}}");
    CHECK(wrong.exit_code == 1);
    CHECK(wrong.err.find("cycle 100: output 0x") != std::string::npos);
    CHECK(wrong.err.find("(set_gas): wrong type") != std::string::npos);
    const auto nan = end_with("{name: f, target: outputs.set_gas, kind: nan, from: {time_s: 1}}");
    CHECK(nan.exit_code == 1);
    CHECK(nan.err.find("(set_gas) is nan") != std::string::npos);
}

TEST_CASE("a target that the program does not have is reported") {
    const auto done =
        end_with("{name: f, target: inputs.true_velocitee, kind: sign, from: {time_s: 1}}");
    CHECK(done.exit_code == 1);
    CHECK(done.err.find("fault 'f': the program has no port with numbers for "
                        "inputs.true_velocitee") != std::string::npos);
}

}  // namespace value_fault_test
