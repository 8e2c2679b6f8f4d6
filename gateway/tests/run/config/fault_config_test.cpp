// SPDX-License-Identifier: MIT
// The list `faults` of a configuration.
#include "config_parts.hpp"

#include "config/fault/fault_kinds.hpp"

#include <plant/file_error.hpp>

#include <doctest/doctest.h>

#include <set>

namespace fault_config_test {

using gateway::PlannedFault;
using gateway::tests::read;

/// The first line of the errors of a configuration, from its place on.
std::string error(const std::string& text) {
    const gateway::tests::ScratchFile file(".yaml", text);
    try {
        static_cast<void>(gateway::load_run_config(file.path()));
    } catch (const plant::FileError& error) {
        const std::string lines = error.what();
        return lines.substr(file.path().string().size(),
                            lines.find('\n') - file.path().string().size());
    }
    return "was taken";
}

std::string error_of(const std::string& fault) {
    return error("faults:\n- {" + fault + "}\n");
}

const std::string sign = "name: f, target: inputs.p, kind: sign";

PlannedFault fault(const std::string& text, const std::string& more = "") {
    return read("faults:\n- {" + text + "}\n" + more).programs.at(0).faults.at(0);
}

TEST_CASE("a fault has its name, target and numbers") {
    const PlannedFault bias =
        fault("name: gnss, target: 'inputs.true_position[0]', kind: bias, bias: 2");
    CHECK(bias.fault.name == "gnss");
    CHECK(bias.fault.part == "true_position[0]");
    CHECK(bias.fault.target() == "inputs.true_position[0]");
    CHECK(bias.fault.value("bias") == 2);
    CHECK_FALSE(bias.from.has_value());
    CHECK(fault("name: f, target: inputs.p, kind: drop_out").fault.value("probability") == 1);
}

TEST_CASE("a number with a unit is converted to that of the target") {
    const auto bias = [](const std::string& key) {
        return fault("name: f, target: inputs.true_velocity, kind: bias, " + key)
            .fault.value("bias");
    };
    CHECK(bias("bias_mps: 10") == doctest::Approx(36));
    CHECK(bias("bias_kmh: 10") == doctest::Approx(10));
    const std::string start = "name: f, target: inputs.true_velocity, kind: bias, ";
    CHECK(error_of(start + "bias_m: 10").find("bias_m: the target is in km/h") !=
          std::string::npos);
    CHECK(error_of(start + "bias: 1, bias_mps: 1").find("is given with a unit too") !=
          std::string::npos);
    CHECK(error_of(start + "bias_mps: 1, bias_kmh: 1").find("is given in another unit too") !=
          std::string::npos);
    CHECK(error_of("name: f, target: inputs.p, kind: bias, bias_m: 1")
              .find("the unit of the target is unknown; write `bias`") != std::string::npos);
    CHECK(error_of("name: f, target: inputs.p, kind: bias").find("bias: is missing") !=
          std::string::npos);
}

TEST_CASE("the seed depends on the run's and on the name, or is given") {
    const auto seed = [](const std::string& text, const std::string& more = "") {
        gateway::RunConfig run = read("faults:\n- {" + text + "}\n" + more);
        run.spread_seed();
        return run.programs[0].faults[0].fault.seed;
    };
    const std::string other = "name: g, target: inputs.p, kind: sign";
    CHECK(seed(sign) != seed(other));
    CHECK(seed(sign, "seed: 3\n") != seed(sign));
    CHECK(seed(sign, "seed: 3\n") == seed(sign, "seed: 3\n"));
    CHECK(seed(sign + ", seed: 7", "seed: 3\n") == 7);
}

TEST_CASE("errors of faults are reported with their place") {
    CHECK(error_of("target: inputs.p, kind: sign").find("faults[0].name: is missing") !=
          std::string::npos);
    CHECK(error_of("name: 2f, target: inputs.p, kind: sign")
              .find(":2:10: faults[0].name: must have only letters") == 0);
    CHECK(error("faults:\n- {" + sign + "}\n- {" + sign + "}\n")
              .find(":3:10: faults[1].name: is the name of another fault too") == 0);
    CHECK(error_of("name: f, target: wheels.p, kind: sign")
              .find("target: must begin with one of inputs, outputs, process") !=
          std::string::npos);
    CHECK(error_of("name: f, target: process, kind: sign")
              .find("kind: must be one of kill, stop, slow for process, is 'sign'") !=
          std::string::npos);
    CHECK(error_of("name: f, target: inputs, kind: sign").find("target: needs a port or signal") !=
          std::string::npos);
    CHECK(error_of(sign + ", bias: 2").find("bias: unknown key") != std::string::npos);
    CHECK(error_of("name: f, target: process, kind: kill")
              .find("needs a program that the run starts") != std::string::npos);
}

TEST_CASE("errors of triggers are reported") {
    const auto with = [](const std::string& more) { return error_of(sign + ", " + more); };
    CHECK(with("from: {}").find("needs one of time_s, route_m, when") != std::string::npos);
    CHECK(with("from: {time_s: 1, when: t_s > 1}").find("when: excludes time_s") !=
          std::string::npos);
    CHECK(with("from: {when: t_s > 1 m}").find("when: character") != std::string::npos);
    CHECK(with("from: {when: always t_s > 1 s}").find("must hold at one instant") !=
          std::string::npos);
    CHECK(with("from: {when: summary.route.max_m > 1}").find("needs a summary") !=
          std::string::npos);
    CHECK(with("from: {route_m: 1}").find("needs a route") != std::string::npos);
    CHECK(with("from: {time_s: 1, occurrence: 2}").find("occurrence: is for route_m and when") !=
          std::string::npos);
    CHECK(with("from: {time_s: 2}, until: {time_s: 2}").find("until: must be after `from`") !=
          std::string::npos);
    CHECK(with("until: {time_s: 2}").find("until: needs `from`") != std::string::npos);
    CHECK(with("from: {when: fault.f}") == "was taken");
    CHECK(with("from: {when: fault.g}").find("there is no column 'fault.g'") != std::string::npos);
    CHECK(error_of("name: f, target: inputs.p, kind: nan, ramp_s: 1")
              .find("ramp_s: does not apply to nan") != std::string::npos);
}

TEST_CASE("requirements may use the columns of faults, also of one with an error") {
    CHECK(error("faults:\n- {name: f, target: inputs.p, kind: bias, bias: x}\n"
                "requirements: {r: always (fault.f implies vx_mps < 1)}\n")
              .find("faults[0].bias: must be a number, is 'x'") != std::string::npos);
    CHECK(error("faults:\n- {" + sign +
                "}\nrequirements: {r: always (fault.f implies vx_mps < 1)}\n") == "was taken");
}

TEST_CASE("two kinds of a name act on different sides") {
    std::set<std::string> seen;
    for (const gateway::FaultKind* kind : gateway::fault_kinds())
        for (const gateway::FaultSide side : kind->sides)
            CHECK(seen.insert(std::string(to_string(side)) + "." + kind->name).second);
}

}  // namespace fault_config_test
