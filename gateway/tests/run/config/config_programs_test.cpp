// SPDX-License-Identifier: MIT
// Configurations of several programs: their list, shared time, shared vehicles.
#include "config_parts.hpp"

#include <plant/file_error.hpp>

#include <doctest/doctest.h>

#include <cstdlib>
#include <optional>
#include <string>

namespace config_programs_test {

using namespace std::chrono_literals;
using gateway::RunConfig;
using gateway::tests::read;
using plant::FileError;

/// The error of a file, from its line number on.
std::string refusal(const std::string& text) {
    try {
        static_cast<void>(read(text));
    } catch (const FileError& error) {
        const std::string what = error.what();
        return what.substr(what.find(".yaml:") + 5);
    }
    return "was taken";
}

TEST_CASE("programs share time if configured, or if one drives another's vehicle") {
    const std::string two = "programs:\n  - {name: a}\n  - {name: b, reference_id: 0x5000";
    CHECK_FALSE(read(two + "}\n").shares_time);
    CHECK(read("time: shared\n" + two + "}\n").shares_time);
    CHECK(read("time: shared\n").shares_time);
    const RunConfig sut = read(
        "programs:\n"
        "  - {name: a, vehicle: {model: bicycle}, failsafe: {brake: 0.7}}\n"
        "  - {name: b, reference_id: 0x5000, vehicle: {of: a}}\n");
    CHECK(sut.shares_time);
    CHECK_FALSE(sut.programs.at(0).vehicle_of);
    CHECK(sut.programs.at(1).vehicle_of == 0);
    CHECK(sut.programs[1].vehicle.model == plant::Model::bicycle);
    CHECK(sut.programs[1].failsafe.brake == 0.7);
}

TEST_CASE("a fail-safe command is a preset with the keys that override it") {
    const auto failsafe = [](const std::string& text) {
        return read("failsafe: {" + text + "}\n").programs.at(0).failsafe;
    };
    const gateway::Failsafe vds1 = failsafe("preset: vds1");
    CHECK_FALSE(vds1.centre_steering);
    CHECK(vds1.brake == 0.4);
    CHECK_FALSE(vds1.gear);
    CHECK_FALSE(vds1.hand_brake);
    const gateway::Failsafe kernel = failsafe("preset: kernel");
    CHECK(kernel.centre_steering);
    CHECK(kernel.brake == 0.3);
    CHECK(kernel.gear == gateway::Gear::drive);
    CHECK(kernel.hand_brake == false);
    const gateway::Failsafe mixed =
        failsafe("gear: neutral, hand_brake: applied, steering: hold, preset: kernel");
    CHECK_FALSE(mixed.centre_steering);
    CHECK(mixed.brake == 0.3);
    CHECK(mixed.gear == gateway::Gear::neutral);
    CHECK(mixed.hand_brake == true);
    CHECK_FALSE(failsafe("preset: kernel, gear: hold").gear);
    CHECK_THROWS_WITH_AS(failsafe("gear: park"),
                         doctest::Contains(":1:18: failsafe.gear: must be one of hold, drive, "
                                           "neutral, is 'park'"),
                         FileError);
}

TEST_CASE("the vehicle and the time that a program shares must be valid") {
    const auto of = [&](const std::string& vehicle, const std::string& more = "") {
        return refusal(more +
                       "programs:\n  - {name: a}\n  - {name: b, reference_id: 0x5000, vehicle: {" +
                       vehicle + "}}\n");
    };
    CHECK(of("of: c") == ":3:51: programs[1].vehicle.of: there is no program 'c' in the list");
    CHECK(of("of: b") == ":3:51: programs[1].vehicle.of: is this program itself");
    CHECK(of("of: a, model: bicycle")
              .find("programs[1].vehicle.model: unknown key (it applies to a simulated vehicle "
                    "without `vehicle.of`)") != std::string::npos);
    CHECK(of("of: a}, failsafe: {brake: 1")
              .find("programs[1].failsafe: unknown key (it applies to the program whose vehicle "
                    "`vehicle.of` names)") != std::string::npos);
    CHECK(of("of: a", "time: own\n") ==
          ":1:7: time: must be shared: a program drives the vehicle of another one");
    CHECK(of("of: b}}\n  - {name: b, reference_id: 0x6000, vehicle: {of: a")
              .find("is the name of another program too") != std::string::npos);
    CHECK(
        refusal("programs:\n  - {name: a}\n  - {name: b, reference_id: 0x5000, vehicle: {of: a}}\n"
                "  - {name: c, reference_id: 0x6000, vehicle: {of: b}}\n") ==
        ":4:51: programs[2].vehicle.of: 'b' drives the vehicle of another program; name that "
        "program");
    CHECK(refusal("vehicle: {of: a}\n") == ":1:15: vehicle.of: needs a list `programs`");
    CHECK(refusal("mode: realtime\nprograms:\n  - {name: a, vehicle: {vds1: {}}}\n"
                  "  - {name: b, reference_id: 0x5000, vehicle: {of: a}}\n")
              .find("is remote, and only one program can drive it") != std::string::npos);
    CHECK(refusal("programs:\n  - {name: a, controllers: [{kind: vds1}]}\n"
                  "  - {name: b, reference_id: 0x5000, vehicle: {of: a}}\n")
              .find("has controllers") != std::string::npos);
    CHECK(
        refusal("programs:\n  - {name: a}\n  - {name: b, reference_id: 0x5000, vehicle: {of: a},\n"
                "     controllers: [{kind: vds1}]}\n")
            .find("programs[1].controllers: are not for a vehicle") != std::string::npos);
    CHECK(refusal("mode: realtime\ntime: shared\nprograms:\n  - {name: a}\n"
                  "  - {name: b, reference_id: 0x5000, realtime: {period_s: 0.02}}\n") ==
          ":5:58: programs[1].realtime.period_s: must equal the value of the first program, "
          "because of `time: shared`");
    CHECK(refusal("mode: realtime\ntime: shared\nprograms:\n"
                  "  - {name: a, realtime: {period_s: 0.02}}\n"
                  "  - {name: b, reference_id: 0x5000}\n")
              .find("programs[1].realtime: ") != std::string::npos);
    CHECK(refusal("mode: realtime\ntime: shared\nprograms:\n  - {name: a}\n"
                  "  - {name: b, reference_id: 0x5000, vehicle: {step_s: 0.003}}\n")
              .find("programs[1].vehicle.step_s: must divide realtime.period_s") !=
          std::string::npos);
}

TEST_CASE("each program of a list has its vehicle, route, timing and trace") {
    const RunConfig sut = read(
        "programs:\n"
        "  - {name: lead, reference_id: 0x5000, vehicle: {start: {x_m: 10}}, trace: lead.csv}\n"
        "  - {exec: [sh], timing: {cycle_duration_s: 0.02, execution_time: constant}}\n");
    CHECK(sut.is_list);
    REQUIRE(sut.programs.size() == 2);
    CHECK(sut.programs[0].name == "lead");
    CHECK(sut.programs[0].options.reference_id == 0x5000);
    CHECK(*sut.programs[0].vehicle.x_m == 10);
    CHECK(sut.programs[1].name == "0x4000");
    CHECK(!sut.programs[1].vehicle.x_m);
    CHECK(*sut.programs[1].timing.constant_execution_time == 20ms);
}

TEST_CASE("a start time-out applies in realtime mode only if it is given") {
    const auto start_timeout = [](const std::string& text) {
        return read(text).programs.at(0).realtime.program.start_timeout;
    };
    CHECK_FALSE(start_timeout("mode: realtime\n"));
    CHECK(start_timeout("mode: realtime\nprogram: {start_timeout_s: 3}\n") == 3s);
    CHECK(read("program: {start_timeout_s: 3}\n").programs.at(0).options.start_timeout == 3s);
    CHECK_THROWS_WITH_AS(start_timeout("mode: realtime\nprogram: {start_timeout_s: 0}\n"),
                         doctest::Contains(":2:28: program.start_timeout_s: must be 0.001 to"),
                         FileError);
}

TEST_CASE("a key at the wrong position is rejected with its right position") {
    const auto says = [](const std::string& text, const std::string& remark) {
        try {
            static_cast<void>(read(text));
        } catch (const FileError& error) {
            const bool found =
                std::string(error.what()).find("unknown key (" + remark + ")") != std::string::npos;
            CHECK_MESSAGE(found, error.what());
            return;
        }
        FAIL("was taken: ", text);
    };
    says("realtime: {period_s: 0.01}\n", "it applies to `mode: realtime`");
    says("mode: realtime\ntiming: {}\n", "it applies to `mode: measured`");
    says("mode: realtime\nprogram: {on_loss: wait}\n", "it applies to `mode: measured`");
    says("mode: realtime\nvehicle: {vds1: {}, step_s: 0.01}\n",
         "it applies to a simulated vehicle without `vehicle.of`");
    says("program: {tcp: {port: 1}, layout: old}\n", "it applies without `tcp`");
    says("programs: [{}]\nvehicle: {}\n", "it applies to a file without a list `programs`");
    says("cycle_duration_s: 0.01\n", "it is a key of `timing`");
    says("vehicle: {vx_mps: 3}\n", "it is a key of `vehicle.start`");
    says("timing: {output_dealy: none}\n", "did you mean output_delay?");
    says("duratoin_s: 3\n", "did you mean duration_s?");
}

TEST_CASE("two programs in one ROS 2 domain share no topic") {
    const auto two = [](const std::string& first, const std::string& second) {
        return refusal("programs:\n- {name: a, ros2: {" + first +
                       "}}\n- {name: b, reference_id: 0x5000, ros2: {" + second + "}}\n");
    };
    CHECK(two("domain: 3", "domain: 3") ==
          ":3:41: programs[1].ros2: is in the domain of 'a', where its topics have the same names; "
          "give it another `domain` or `namespace`");
    CHECK(two("domain: 3, namespace: /a", "domain: 3, namespace: /b") ==
          ":3:41: programs[1].ros2: is in the domain of 'a', where there can be only one /clock; "
          "give one "
          "of them `clock: false`, or another `domain`");
    CHECK(two("domain: 3, namespace: /a", "domain: 3, namespace: /b, clock: false") == "was taken");
    CHECK(two("domain: 3", "domain: 4") == "was taken");
}

TEST_CASE("commands of ROS 2 must be of a kind that the vehicle accepts") {
    const std::string actuated = "vehicle: {model: actuation_cmd}\n";
    CHECK(
        refusal("ros2: {commands: actuation}\n").find(":1:7: ros2: `commands: actuation` is for") ==
        0);
    CHECK(refusal("ros2: {commands: actuation}\n" + actuated) == "was taken");
    CHECK(
        refusal("ros2: {commands: control}\n" + actuated)
            .find(":1:7: ros2: `commands: control` is an acceleration, which this vehicle.model") ==
        0);
    CHECK(refusal("ros2: {commands: control}\nvehicle: {model: actuation_cmd, converter: {}}\n") ==
          "was taken");
    CHECK(refusal("ros2: {commands: control}\n") == "was taken");
    CHECK(refusal("programs:\n- {name: a}\n- {name: b, reference_id: 0x5000, vehicle: {of: a},\n"
                  "   ros2: {commands: control}}\n")
              .find(":4:10: programs[1].ros2: its commands are not for a vehicle") == 0);
}

/// Sets a variable of the environment and restores it when the test ends.
class Variable {
  public:
    explicit Variable(const char* name) : name_(name) {
        if (const char* value = std::getenv(name)) before_ = value;
    }
    ~Variable() {
        if (before_)
            set(*before_);
        else
            ::unsetenv(name_);
    }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;
    void set(const std::string& value) const { ::setenv(name_, value.c_str(), 1); }

  private:
    const char* name_;
    std::optional<std::string> before_;
};

TEST_CASE("without a domain a configuration uses ROS_DOMAIN_ID") {
    const Variable variable("ROS_DOMAIN_ID");
    const auto domain = [](const char* section) {
        return read(section).programs.at(0).ros2->domain;
    };
    variable.set("101");
    CHECK(domain("ros2: {}\n") == 101);
    CHECK(domain("ros2: {domain: 7}\n") == 7);
    variable.set("");
    CHECK(domain("ros2: {}\n") == 0);
    for (const char* wrong : {"102", "-1", "4x", "x", "70000"}) {
        variable.set(wrong);
        CHECK(refusal("ros2: {}\n") == ":1:7: ros2.domain: is not set, and ROS_DOMAIN_ID, '" +
                                           std::string(wrong) +
                                           "', is not a whole number from 0 to 101");
        CHECK(domain("ros2: {domain: 7}\n") == 7);
    }
}

}  // namespace config_programs_test
