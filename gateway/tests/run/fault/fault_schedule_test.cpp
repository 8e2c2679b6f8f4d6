// SPDX-License-Identifier: MIT
// When faults begin and end, and how reactions to them are judged.
#include "config_parts.hpp"

#include "fault_schedule/fault_schedule.hpp"
#include "summary/summary.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace fault_schedule_test {

using gateway::FaultHand;
using gateway::SimTime;
using namespace std::chrono_literals;

/// The faults of a configuration, in cycles of 1 s in which the vehicle has the given speeds.
class Scene {
  public:
    explicit Scene(const std::string& faults)
        : config_(gateway::tests::read("faults: [" + faults + "]\n")),
          sut_(config_.programs.at(0).faults, board) {
        sut_.bind({inputs_, outputs_, route_}, sut_.columns());
    }

    /// Which of the cycles with these speeds have the first fault: "0110".
    std::string cycles(const std::vector<double>& speeds_mps) {
        std::string text;
        for (const double speed : speeds_mps) text += cycle(speed) ? '1' : '0';
        return text;
    }
    bool cycle(double speed_mps) {
        feedback_.state.velocity_mps.x() = speed_mps;
        const gateway::CycleInput input{now, 1s, feedback_, trajectory_};
        sut_.begin_cycle(input);
        const bool is_active = state().is_active;
        gateway::Cycle cycle;
        sut_.end_cycle({input, schedule_, cycle});
        now += 1s;
        return is_active;
    }
    const gateway::FaultState& state() const {
        return sut_.faults_of({gateway::FaultSide::inputs}).at(0).state;
    }
    nlohmann::ordered_json activities() const {
        gateway::Summary summary;
        sut_.finish(summary);
        return to_json(summary)["faults"][0]["active"];
    }

    gateway::FaultBoard board{"car"};
    SimTime now{0};

  private:
    gateway::RunConfig config_;
    gateway::FaultSchedule sut_;
    gateway::BoundEntries inputs_, outputs_;
    gateway::RouteTracker route_;
    gateway::Feedback feedback_;
    gateway::Trajectory trajectory_;
    gateway::Schedule schedule_;
};

std::string fault(const std::string& more) {
    return "{name: f, target: inputs.p, kind: sign" + (more.empty() ? "" : ", " + more) + "}";
}

TEST_CASE("a fault is active from its time until before its end") {
    CHECK(Scene(fault("from: {time_s: 1}, until: {time_s: 3}")).cycles({0, 0, 0, 0, 0}) == "01100");
    CHECK(Scene(fault("from: {time_s: 1}, until: {after_s: 1}")).cycles({0, 0, 0, 0}) == "0100");
    CHECK(Scene(fault("from: {time_s: 0}")).cycles({0, 0, 0}) == "111");
    CHECK(Scene(fault("")).cycles({0, 0, 0}) == "000");
}

TEST_CASE("a formula begins a fault each time it becomes true, or for one occurrence") {
    const std::vector<double> speeds{0, 5, 5, 0, 5, 0, 5, 5};
    CHECK(Scene(fault("from: {when: vx_mps > 1}, until: {after_s: 1}")).cycles(speeds) ==
          "01001010");
    CHECK(Scene(fault("from: {when: vx_mps > 1, occurrence: 2}, until: {after_s: 1}"))
              .cycles(speeds) == "00001000");
    CHECK(Scene(fault("from: {when: vx_mps > 1, occurrence: 4}")).cycles(speeds) == "00000000");
}

TEST_CASE("a formula ends a fault, at the earliest in the cycle after its begin") {
    CHECK(Scene(fault("from: {time_s: 1}, until: {when: vx_mps > 1}")).cycles({5, 5, 5, 0}) ==
          "0100");
    CHECK(Scene(fault("from: {time_s: 1}, until: {when: vx_mps > 1}")).cycles({5, 0, 0, 0, 5, 0}) ==
          "011100");
    CHECK(Scene(fault("from: {time_s: 0}, until: {when: vx_mps > 1, occurrence: 2}"))
              .cycles({0, 5, 0, 5, 0}) == "11100");
}

TEST_CASE("a fault is a column of the formulas of others, as of their order") {
    Scene scene(fault("from: {when: fault.g}, until: {when: not fault.g}") +
                ", {name: g, target: inputs.p, kind: sign, from: {time_s: 1}, until: {time_s: 3}}");
    CHECK(scene.cycles({0, 0, 0, 0, 0}) == "00110");
}

TEST_CASE("a request by hand overrides the schedule") {
    Scene scene(fault("from: {time_s: 1}, until: {time_s: 3}"));
    scene.board.entries[0].hand = FaultHand::on;
    CHECK(scene.cycle(0));
    CHECK(scene.board.entries[0].is_active());
    scene.board.entries[0].hand = FaultHand::off;
    CHECK(scene.cycles({0, 0, 0}) == "000");
    scene.board.entries[0].hand = FaultHand::on;
    CHECK(scene.cycles({0, 0}) == "11");
    CHECK(scene.activities().dump() ==
          R"([{"from_s":0.0,"until_s":1.0},{"from_s":4.0,"until_s":null}])");
}

TEST_CASE("the ramp grows linearly with the time since the begin") {
    Scene scene(fault("from: {time_s: 1}, ramp_s: 4"));
    std::vector<double> factors;
    for (int i = 0; i < 7; ++i) {
        scene.cycle(0);
        factors.push_back(scene.state().factor);
    }
    CHECK(factors == std::vector<double>{0, 0, 0.25, 0.5, 0.75, 1, 1});
}

TEST_CASE("detection and reaction count from the begin, recovery after the end") {
    Scene scene(
        fault("from: {time_s: 1}, until: {time_s: 4}, detected: vx_mps > 1, "
              "reacted: vx_mps > 2, recovered: vx_mps < 1"));
    scene.cycles({3, 0, 2, 3, 3, 0, 0});
    CHECK(scene.activities()[0].dump() ==
          R"({"from_s":1.0,"until_s":4.0,"detected_s":1.0,"reacted_s":2.0,"recovered_s":4.0})");
}

TEST_CASE("a fault without an end is recovered after the reaction, and what never holds is null") {
    Scene scene(
        fault("from: {time_s: 1}, detected: vx_mps > 9, reacted: vx_mps > 2, "
              "recovered: vx_mps < 1"));
    scene.cycles({0, 0, 3, 3, 0});
    CHECK(scene.activities()[0].dump() ==
          R"({"from_s":1.0,"until_s":null,"detected_s":null,"reacted_s":1.0,"recovered_s":3.0})");
}

}  // namespace fault_schedule_test
