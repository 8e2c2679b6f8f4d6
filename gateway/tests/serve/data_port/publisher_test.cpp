// SPDX-License-Identifier: MIT
// The work of the loop's thread for the data port.
#include "board/publisher.hpp"
#include "api/run_calls.hpp"
#include "board/io_controller.hpp"
#include "child.hpp"
#include "count_allocations.hpp"
#include "forbid_system_calls.hpp"
#include "platform/create_vehicle.hpp"
#include "platform/vehicle_config.hpp"
#include "skip.hpp"
#include "summary/summary.hpp"

#include <doctest/doctest.h>

#include <poll.h>

#include <thread>

namespace publisher_test {

using namespace gateway;
using namespace gateway::data_port;
using namespace std::chrono_literals;

namespace {

struct IdleController : Controller {
    Cycle run_cycle(const CycleInput&) override { return {}; }
    std::string explain() const override { return {}; }
};

/// A simulated car, and a board whose whole content is requested in each cycle.
struct Scene {
    RunParts parts;
    InputBindings inputs;
    OutputBindings outputs;
    VehicleBoard board;
    std::unique_ptr<Publisher> sut;
    IoController driver{board, 1s};
    Cycle cycle;

    explicit Scene(const FaultBoard* faults = nullptr) {
        parts.vehicle = create_vehicle(VehicleConfig{});
        parts.controller = std::make_unique<IdleController>();
        for (int i = 0; i < 30; ++i) {
            inputs.group.add(i, ddc::Type::real64);
            inputs.names.push_back("in[" + std::to_string(i) + "]");
        }
        outputs.group.add(40, ddc::Type::boolean);
        outputs.names.emplace_back("out");
        outputs.group.set(0, true);
        sut = std::make_unique<Publisher>(
            board, LoopSources{parts, inputs, outputs, nullptr, nullptr, faults});
    }
    const Publication& seen() {
        static_cast<void>(board.states->take());
        return board.states->latest();
    }
    void run_cycle(int number) {
        static_cast<void>(parts.vehicle->advance());
        const Trajectory trajectory;
        const CycleInput input{SimTime(number), SimTime(1), parts.vehicle->feedback(), trajectory};
        board.state_requested = board.durations_requested = true;
        driver.look(input);
        static_cast<void>(driver.run_cycle(input));
        sut->after_cycle({input, Schedule{}, cycle});
    }
};

}  // namespace

TEST_CASE("data port: a loop publishes only on request") {
    Scene scene;
    scene.board.state_requested = false;
    const Trajectory trajectory;
    const CycleInput input{5ms, 5ms, scene.parts.vehicle->feedback(), trajectory};
    scene.sut->after_cycle({input, Schedule{}, scene.cycle});
    CHECK_FALSE(scene.board.states->take());
    scene.board.state_requested = true;
    scene.sut->stand_by();
    REQUIRE(scene.board.states->take());
    const Publication& seen = scene.board.states->latest();
    CHECK(seen.snapshot.cycles == 1);
    CHECK(seen.snapshot.now == 5ms);
    CHECK(seen.snapshot.is_fresh);
    REQUIRE(seen.signals.size() == 31);
    CHECK(seen.signals.back() == doctest::Approx(1));
    CHECK_FALSE(scene.board.state_requested);
    CHECK(scene.board.signals.back().name == "out");
    CHECK_FALSE(scene.board.signals.back().is_input);
}

TEST_CASE("data port: a loop publishes which faults are active, and nothing without faults") {
    FaultBoard faults("car");
    faults.entries.emplace_back("gnss", "bias", "inputs.true_position");
    faults.entries.emplace_back("ice", "friction", "world");
    Scene scene(&faults);
    REQUIRE(scene.board.faults.size() == 2);
    CHECK(scene.board.faults[1].name == "ice");
    CHECK(scene.board.faults[1].kind == "friction");
    CHECK(scene.board.faults[1].target == "world");
    scene.run_cycle(1);
    CHECK(scene.seen().faults == std::vector<bool>{false, false});
    ++faults.entries[1].changes;
    scene.run_cycle(2);
    CHECK(scene.seen().faults == std::vector<bool>{false, true});
    ++faults.entries[1].changes;
    scene.run_cycle(3);
    CHECK(scene.seen().faults == std::vector<bool>{false, false});

    Scene without;
    without.run_cycle(1);
    CHECK(without.seen().faults.empty());
}

TEST_CASE("data port: a loop allocates nothing to publish") {
    FaultBoard faults("car");
    faults.entries.emplace_back("gnss", "bias", "inputs.true_position");
    Scene scene(&faults);
    scene.run_cycle(1);
    const std::size_t before = tests::allocations();
    for (int i = 2; i < 1000; ++i) scene.run_cycle(i);
    CHECK(tests::allocations() == before);
    REQUIRE(scene.board.states->take());
    CHECK(scene.board.states->latest().snapshot.cycles == 999);
}

TEST_CASE("data port: a loop makes no system call to publish") {
    if (tests::has_filter()) TEST_SKIPPED("no system calls can be forbidden here");
    Scene scene;
    constexpr int no_filter = 77;
    tests::Child child([&] {
        scene.run_cycle(1);
        scene.board.command.filling().asked_at = std::chrono::steady_clock::now();
        scene.board.command.publish();
        if (!tests::forbid_system_calls()) return no_filter;
        for (int i = 2; i < 1000; ++i) scene.run_cycle(i);
        return 0;
    });
    const int code = child.wait();
    if (code == no_filter) TEST_SKIPPED("no system calls can be forbidden here");
    CHECK(code == 0);
}

TEST_CASE("data port: a loop wakes the port once for each request") {
    Scene scene;
    Bell bell;
    scene.board.bell = &bell;
    const auto has_rung = [&] {
        pollfd wait{bell.descriptor(), POLLIN, 0};
        return ::poll(&wait, 1, 0) == 1;
    };
    scene.run_cycle(1);
    CHECK_FALSE(has_rung());
    bell.arm();
    scene.run_cycle(2);
    CHECK(has_rung());
    bell.clear();
    scene.run_cycle(3);
    CHECK_FALSE(has_rung());
    bell.arm();
    scene.board.state_requested = false;
    scene.sut->stand_by();  // as a loop that has completed its steps
    CHECK(has_rung());
}

TEST_CASE("data port: a manual command is taken once, and lasts for its time-out") {
    Scene scene;
    const Trajectory trajectory;
    const CycleInput input{1ms, 1ms, scene.parts.vehicle->feedback(), trajectory};
    IoController& sut = scene.driver;
    sut.look(input);
    CHECK_FALSE(sut.has_new_command());
    IoCommand command;
    command.pedals.throttle = 0.5;
    command.off.esc = true;
    command.asked_at = std::chrono::steady_clock::now();
    const auto give = [&] {
        scene.board.command.filling() = command;
        scene.board.command.publish();
        sut.look(input);
    };
    give();
    CHECK(sut.has_new_command());
    const Cycle cycle = sut.run_cycle(input);
    CHECK_FALSE(cycle.is_failsafe);
    CHECK(std::get<PedalCommand>(cycle.command.control).throttle == doctest::Approx(0.5));
    CHECK(cycle.command.off.esc);
    sut.look(input);
    CHECK_FALSE(sut.has_new_command());
    command.asked_at -= 2s;  // as after a long pause
    give();
    CHECK_FALSE(sut.has_new_command());
    CHECK(sut.run_cycle(input).is_failsafe);
}

TEST_CASE("data port: a command that takes over the vehicle acts in that cycle") {
    Scene scene;
    const Trajectory trajectory;
    const CycleInput input{1ms, 1ms, scene.parts.vehicle->feedback(), trajectory};
    const auto over_at =
        std::chrono::steady_clock::now() + 20ms;  // as in a loop without processor time
    scene.board.command.filling().asked_at = over_at - 1s;
    scene.board.command.publish();
    IoController& sut = scene.driver;
    sut.look(input);
    while (std::chrono::steady_clock::now() < over_at) std::this_thread::yield();
    CHECK(sut.run_cycle(input).is_failsafe == !sut.has_new_command());
    sut.look(input);
    CHECK(sut.run_cycle(input).is_failsafe);
}

TEST_CASE("data port: the durations remain available after the requests have ended") {
    Scene scene;
    scene.run_cycle(1);
    CHECK_FALSE(scene.board.durations_requested);
    REQUIRE(scene.board.durations->take());
    CHECK(scene.board.durations->latest().cycles == 1);
    Summary summary;
    scene.sut->finish(summary);
    CHECK(scene.board.has_ended);
    CHECK(scene.board.durations->take());
}

TEST_CASE("data port: a stream begins with the current values, not with an old snapshot") {
    RunView view{RunFacts{}};
    const LogBoard log;
    RunCalls sut(view, log);
    Router router({}, nullptr);
    sut.add_to(router);
    VehicleBoard& board = view.add({}).board;
    board.states = std::make_unique<TripleBuffer<Publication>>();
    board.is_ready = true;
    const auto show = [&](SimTime now, std::chrono::steady_clock::time_point at) {
        board.states->filling().snapshot.now = now;
        board.states->filling().snapshot.published_at = at;
        board.states->publish();
    };
    show(1s, std::chrono::steady_clock::now() - 1h);  // for a disconnected client
    Request request;
    request.method = "GET";
    request.target = "/api/stream";
    request.host = "localhost";
    const Answer answer = router.answer(request);
    const auto* const stream = std::get_if<EventStream>(&answer);
    REQUIRE(stream != nullptr);
    CHECK_FALSE(stream->next());
    show(2s, std::chrono::steady_clock::now());
    const auto event = stream->next();
    REQUIRE(event);
    CHECK(event->rfind("{\"t\":2,", 0) == 0);
}

}  // namespace publisher_test
