// SPDX-License-Identifier: MIT
// The effect of a request, from any front end.
#include "control/handle_request.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <string>
#include <vector>

namespace handle_request_test {

using gateway::Reply;
using gateway::RunControl;
namespace request = gateway::request;

/// A run with its requested state.
struct Scene {
    RunControl control;
    gateway::Controlled run{control, {}, false};

    std::string done(const gateway::RunRequest& request) const {
        const Reply reply = handle_request(request, run);
        CHECK((reply.outcome == Reply::Outcome::done));
        return reply.text;
    }
    std::string refused(const gateway::RunRequest& request) const {
        const Reply reply = handle_request(request, run);
        CHECK((reply.outcome == Reply::Outcome::refused));
        return reply.text;
    }
};

TEST_CASE("a request changes the requested value of the run and nothing else") {
    const Scene scene;
    const RunControl& control = scene.control;
    CHECK(scene.done(request::Pause{}) == "ok");
    CHECK(control.pause);
    CHECK(scene.done(request::Pause{}) == "ok");
    CHECK(control.pauses == 1);
    CHECK(scene.done(request::Status{}) == "paused, time scale as configured");
    CHECK(scene.done(request::Resume{}) == "ok");
    CHECK_FALSE(control.pause);
    CHECK(scene.done(request::Scale{0.5}) == "ok");
    CHECK(control.time_scale == 0.5);
    CHECK(scene.done(request::Status{}) == "running, time scale 0.5");
    CHECK(control.releases == 0);
    CHECK(scene.done(request::Release{}) == "ok");
    CHECK(control.releases == 1);
    CHECK_FALSE(control.stop);
    CHECK(scene.done(request::Stop{}) == "ok");
    CHECK(control.stop);
}

TEST_CASE("a time scale out of range changes nothing") {
    const Scene scene;
    constexpr double infinite = std::numeric_limits<double>::infinity();
    for (const double factor : {0.0, -1.0, 0.00999, 100.1, infinite, std::nan("")}) {
        CAPTURE(factor);
        CHECK(scene.refused(request::Scale{factor}).find("must be 0.01 to 100, is ") !=
              std::string::npos);
    }
    CHECK(scene.control.time_scale == 0);
}

TEST_CASE("a step is for a paused measured run, and the reply follows when it is done") {
    Scene scene;
    CHECK(scene.refused(request::Step{0}) == "the number of steps must be 1 to 1000000000, is 0");
    CHECK(scene.refused(request::Step{1}).find("a realtime run") == 0);
    gateway::StepGate gate(scene.control, "lead");
    scene.run.gates = {&gate};
    scene.run.is_measured = true;
    CHECK(scene.refused(request::Scale{2}).find("a measured run has no time scale") == 0);
    CHECK(scene.refused(request::Step{1}).find("the run is not paused") == 0);
    scene.done(request::Pause{});
    const Reply reply = handle_request(request::Step{2}, scene.run);
    REQUIRE(reply.later);
    using std::chrono::milliseconds;
    for (int i = 0; i < 2; ++i) {
        CHECK_FALSE(reply.later());
        CHECK(gate.take_step(milliseconds(10 * i)));
    }
    CHECK_FALSE(gate.take_step(milliseconds(20)));
    const std::optional<Reply> last = reply.later();
    REQUIRE(last);
    CHECK((last->outcome == Reply::Outcome::done));
    CHECK(last->text == "at 0.02 s");
}

TEST_CASE("steps that the resumed run does not take fail") {
    Scene scene;
    gateway::StepGate gate(scene.control, "lead");
    scene.run.gates = {&gate};
    scene.done(request::Pause{});
    const Reply reply = handle_request(request::Step{2}, scene.run);
    REQUIRE(reply.later);
    scene.done(request::Resume{});
    const std::optional<Reply> last = reply.later();
    REQUIRE(last);
    CHECK((last->outcome == Reply::Outcome::failed));
    CHECK(last->text == "the run was resumed before the steps were done");
}

TEST_CASE("the time of a remote vehicle is not scaled") {
    RunControl control;
    gateway::Controlled run{control, {}, false};
    run.has_remote_vehicle = true;
    const Reply reply = handle_request(request::Scale{2}, run);
    CHECK((reply.outcome == Reply::Outcome::refused));
    CHECK(reply.text.find("a remote vehicle of this run has its own clock") == 0);
    CHECK(control.time_scale == 0);
    CHECK((handle_request(request::Pause{}, run).outcome == Reply::Outcome::done));
}

using gateway::SafetyBoard;
using gateway::vehicle_interface::Rule;
using gateway::vehicle_interface::RuleMode;
using gateway::vehicle_interface::SafetyOptions;
using gateway::vehicle_interface::Secured;

Reply open_doors(Secured doors, const std::vector<SafetyBoard*>& boards) {
    RunControl control;
    gateway::Controlled run{control, {}, false};
    for (SafetyBoard* board : boards) run.boards->add(*board);
    return handle_request(request::Cabin{request::Cabin::Part::doors, doors}, run);
}

/// The reply to a request that opens doors, or "failed: " and why it stops no vehicle.
std::string opened(const std::vector<SafetyBoard*>& boards) {
    const Reply reply = open_doors(Secured::no, boards);
    return (reply.outcome == Reply::Outcome::failed ? "failed: " : "") + reply.text;
}

SafetyOptions with_cabin(RuleMode mode) {
    SafetyOptions options;
    options.config.modes[static_cast<std::size_t>(Rule::cabin)] = mode;
    return options;
}

TEST_CASE("opening a cabin reports vehicles that it does not stop, and the remedy") {
    SafetyBoard enforced("lead", {}), off("second", with_cabin(RuleMode::off)),
        warned("third", with_cabin(RuleMode::warn));
    CHECK(opened({&enforced}) == "ok");
    const std::string no_stop =
        "failed: the cabin's state is set, but it stops no vehicle of this run: ";
    CHECK(opened({&off}) == no_stop + "its rule is off; remove `cabin: off` from `safety.rules`");
    CHECK((off.doors == Secured::no));  // stored all the same
    CHECK(opened({&warned}) ==
          no_stop + "its rule only warns; remove `cabin: warn` from `safety.rules`");
    SafetyOptions reference;
    reference.compatibility = gateway::vehicle_interface::SafetyCompatibility::reference;
    SafetyBoard public_one("fourth", reference);
    CHECK(opened({&public_one}).find("remove that from `safety`") != std::string::npos);
    CHECK(opened({&enforced, &off}) ==
          "ok, but an open cabin stops not every vehicle here: second: its rule is off; "
          "remove `cabin: off` from `safety.rules`");
    CHECK(open_doors(Secured::yes, {&off}).text ==
          "ok, but an open cabin stops no vehicle here: its rule is off; remove "
          "`cabin: off` from `safety.rules`");
}

TEST_CASE("without a section safety an open cabin stops a run whose commands set a motion") {
    SafetyBoard board("lead", gateway::vehicle_interface::default_safety());
    board.levels = gateway::bit_of(gateway::Level::pedals);
    CHECK(opened({&board}) ==
          "failed: the cabin's state is set, but it stops no vehicle of this run: without a "
          "section `safety` it stops "
          "only accelerations, velocities and curvatures; add `safety: {}`");
    board.levels |= gateway::bit_of(gateway::Level::velocity);
    CHECK(opened({&board}) == "ok");
}

TEST_CASE("a fault is switched by its name, in each program that has it") {
    const Scene scene;
    CHECK(scene.refused(request::Fault{"f", true}) == "there is no fault 'f'; this run has none");
    gateway::FaultBoard lead{"lead"}, second{"second"};
    lead.entries.emplace_back("f", "sign", "inputs.p");
    second.entries.emplace_back("f", "sign", "inputs.p");
    second.entries.emplace_back("g", "sign", "inputs.p");
    scene.run.faults->add(lead);
    scene.run.faults->add(second);
    CHECK(scene.done(request::Fault{"f", true}) == "ok");
    CHECK((lead.entries[0].hand == gateway::FaultHand::on));
    CHECK((second.entries[0].hand == gateway::FaultHand::on));
    CHECK((second.entries[1].hand == gateway::FaultHand::none));
    CHECK(scene.done(request::Fault{"f", false}) == "ok");
    CHECK((lead.entries[0].hand == gateway::FaultHand::off));
    CHECK(scene.refused(request::Fault{"h", true}) == "there is no fault 'h'; this run has f, g");
    second.entries[1].changes = 1;
    CHECK(scene.done(request::Status{}) == "running, time scale as configured; faults: g");
}

}  // namespace handle_request_test
