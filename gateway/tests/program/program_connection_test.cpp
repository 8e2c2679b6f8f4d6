// SPDX-License-Identifier: MIT
#include "program_scene.hpp"

#include "cycle/program_connection.hpp"

#include <doctest/doctest.h>

#include <limits>

namespace program_connection_test {

using namespace std::chrono_literals;
using gateway::CycleStatus;
using Return = gateway::ProgramConnection::Return;
namespace header = ddc::interface::header;

/// A link to a connected program.
struct Scene : gateway::tests::ProgramScene {
    Scene() {
        clock.in(0ms, [this] { start(); });
        REQUIRE(link.connect(clock.now() + 1s));
    }
    /// The program's first entry of that output.
    void set_output(std::size_t port, double value) {
        REQUIRE(table.write(link.outputs().group.item(port).id, value) == ddc::Status::ok);
    }
    CycleStatus read_outputs() { return link.read_outputs(command); }
    Return await_return(std::chrono::nanoseconds time) {
        return link.await_return(clock.now() + time);
    }

    gateway::ProgramConnection link{peer(), "measured"};
    gateway::Command command;
};

TEST_CASE("connecting to a program that does not start ends at the limit") {
    gateway::tests::ProgramScene scene;
    gateway::ProgramConnection sut(scene.peer(), "measured");
    CHECK_THROWS_AS(sut.connect(scene.clock.now() + 1s), gateway::ProgramError);
    CHECK(scene.elapsed() == 1s);
    CHECK_FALSE(sut.is_connected());
}

TEST_CASE("a stop ends connecting without an error") {
    gateway::tests::ProgramScene scene;
    gateway::ProgramConnection sut(scene.peer(), "measured");
    scene.stop = true;
    CHECK_FALSE(sut.connect(ddc::Deadline::max()));
}

TEST_CASE("a connected program gets the time mode, and its ports are bound") {
    Scene scene;
    CHECK(scene.link.is_there());
    CHECK(scene.read<std::string>(header::time_mode) == "measured");
    CHECK(scene.link.inputs().names == std::vector<std::string>{"true_velocity"});
    CHECK(scene.link.outputs().names == std::vector<std::string>{"set_steering", "set_gas"});
    CHECK_FALSE(scene.link.departure());
}

TEST_CASE("inputs become visible when they are written") {
    Scene scene;
    gateway::Feedback feedback;
    feedback.state.velocity_mps.x() = 10;
    scene.link.set_inputs({feedback, {}});
    scene.write(header::run_cycle_switch, true);
    REQUIRE(scene.look());
    CHECK(scene.shown_velocity() == 0);
    CHECK(scene.link.write_inputs() == ddc::Status::ok);
    REQUIRE(scene.look());
    CHECK(scene.shown_velocity() == doctest::Approx(36));
}

TEST_CASE("a program that ends is disconnected with a reason") {
    Scene scene;
    scene.leave();
    CHECK(scene.link.departure() == "the program has set running to false");
}

TEST_CASE("nothing is written to, or read from, a program that has restarted") {
    Scene scene;
    scene.start();
    CHECK_FALSE(scene.link.is_there());
    CHECK(scene.link.departure() == "the program has restarted: its header was written again");
    const std::uint64_t before = scene.table.sequence(scene.link.inputs().group.item(0).id);
    CHECK(scene.link.write_inputs() == ddc::Status::ok);
    CHECK(scene.table.sequence(scene.link.inputs().group.item(0).id) == before);
    CHECK(scene.read_outputs() == CycleStatus::peer_lost);
    CHECK(scene.link.failure() == "the program has restarted: its header was written again");
}

TEST_CASE("a value out of range is limited and counted") {
    Scene scene;
    scene.set_output(1, 7.0);
    REQUIRE(scene.read_outputs() == CycleStatus::ok);
    CHECK(std::get<gateway::PedalCommand>(scene.command.control).throttle == 1);
    CHECK(scene.link.clamped_outputs() == 1);
}

TEST_CASE("a value that is not finite, or of another type, is rejected") {
    Scene scene;
    scene.set_output(1, std::numeric_limits<double>::quiet_NaN());
    CHECK(scene.read_outputs() == CycleStatus::invalid_output);
    CHECK(scene.link.failure().find("(set_gas) is nan; the vehicle keeps") != std::string::npos);
    REQUIRE(scene.table.write(scene.link.outputs().group.item(1).id, true) == ddc::Status::ok);
    CHECK(scene.read_outputs() == CycleStatus::invalid_output);
    CHECK(scene.link.failure().find("(set_gas): wrong type") != std::string::npos);
}

TEST_CASE("each output that is written counts, also with the same value") {
    Scene scene;
    REQUIRE(scene.read_outputs() == CycleStatus::ok);
    const std::uint64_t before = scene.link.output_writes();
    REQUIRE(scene.read_outputs() == CycleStatus::ok);
    CHECK(scene.link.output_writes() == before);
    scene.set_output(0, 0.0);
    REQUIRE(scene.read_outputs() == CycleStatus::ok);
    CHECK(scene.link.output_writes() > before);
}

TEST_CASE("the return of a program is awaited for the given time") {
    Scene scene;
    scene.link.expect_return(ddc::Deadline::max());
    CHECK_FALSE(scene.link.is_connected());
    const auto begin = scene.clock.now();
    CHECK(scene.await_return(70ms) == Return::waiting);
    CHECK(scene.await_return(0ms) == Return::waiting);
    CHECK(scene.clock.now() - begin == 70ms);
    CHECK_FALSE(scene.link.is_there());
}

TEST_CASE("a return has a separate limit") {
    Scene scene;
    scene.link.expect_return(scene.clock.now() + 1s);
    const auto begin = scene.clock.now();
    CHECK(scene.await_return(1h) == Return::failed);
    CHECK(scene.clock.now() - begin == 1s);
    CHECK(scene.link.failure().find("no program within 1.0 s") == 0);
}

TEST_CASE("a program that was lost is distinguished from one that has started since") {
    Scene scene;
    scene.link.expect_return(ddc::Deadline::max());
    scene.clock.in(5ms, [&] { scene.look(); });
    CHECK(scene.await_return(1s) == Return::same);
    CHECK(scene.link.is_there());
    scene.link.expect_return(ddc::Deadline::max());
    scene.clock.in(5ms, [&] { scene.start(); });
    CHECK(scene.await_return(1s) == Return::another);
    CHECK(scene.link.is_there());
}

TEST_CASE("a program with other ports cannot replace the earlier program") {
    Scene scene;
    scene.link.expect_return(ddc::Deadline::max());
    scene.clock.in(5ms, [&] { scene.start("set_braking"); });
    CHECK(scene.await_return(1s) == Return::failed);
    CHECK(scene.link.failure().find("differs from that of the program this run was started with") !=
          std::string::npos);
    CHECK_FALSE(scene.link.is_connected());
}

TEST_CASE("a stop ends the wait for a return") {
    Scene scene;
    scene.link.expect_return(ddc::Deadline::max());
    scene.stop = true;
    CHECK(scene.await_return(1h) == Return::stopped);
}

}  // namespace program_connection_test
