// SPDX-License-Identifier: MIT
#include "program_scene.hpp"

#include "cycle/handshake.hpp"

#include <doctest/doctest.h>

namespace handshake_test {

using namespace std::chrono_literals;
using State = gateway::Handshake::State;
namespace header = ddc::interface::header;

struct Scene : gateway::tests::ProgramScene {
    gateway::Handshake handshake(std::chrono::nanoseconds limit = 10s) {
        return {peer(), clock.now() + limit};
    }
    State finish(gateway::Handshake& sut) { return sut.advance(ddc::Deadline::max()); }
};

bool explains(const gateway::Handshake& sut, const std::string& text) {
    INFO(sut.problem());
    return sut.problem().find(text) != std::string::npos;
}

TEST_CASE("the wait for a program ends at the limit, to the nanosecond") {
    Scene scene;
    gateway::Handshake sut = scene.handshake(10s + 1ns);
    CHECK(scene.finish(sut) == State::failed);
    CHECK(scene.elapsed() == 10s + 1ns);
    CHECK(explains(sut, "no program within 10.0 s: waited for a program with reference id 0x4000"));
}

TEST_CASE("a program that was kept from the last run is not waited for like a starting one") {
    Scene scene;
    gateway::ProgramPeer peer = scene.peer();
    CHECK(peer.start_limit() == scene.options.start_timeout);
    peer.is_kept = true;
    REQUIRE(peer.start_limit() == scene.options.answer_timeout);
    gateway::Handshake sut(peer, scene.clock.now() + peer.start_limit());
    CHECK(scene.finish(sut) == State::failed);
    CHECK(scene.elapsed() == 2s);
    CHECK(explains(sut, "has kept from the run before has not reset itself within 2.0 s"));
}

TEST_CASE("a program reports whether it can be reset before it gets the time mode") {
    Scene scene;
    gateway::Handshake plain = scene.handshake();
    scene.clock.in(1s, [&] { scene.start(); });
    REQUIRE(scene.finish(plain) == State::done);
    CHECK_FALSE(plain.description().is_resettable);
    gateway::Handshake sut = scene.handshake();
    scene.clock.in(1s, [&] {
        scene.start();
        scene.write(header::time_mode, std::string("resettable"));
    });
    REQUIRE(scene.finish(sut) == State::done);
    CHECK(sut.description().is_resettable);
}

TEST_CASE("the program that is waited for is reported once a second") {
    Scene scene;
    gateway::Handshake sut = scene.handshake(3500ms);
    scene.finish(sut);
    CHECK(scene.reported_when == std::vector<std::chrono::nanoseconds>{1s, 2s, 3s});
    CHECK(scene.was_reported("to set running, since 2.0 s, 1.5 s left"));
}

TEST_CASE("a wait without a limit reports no remaining time") {
    Scene scene;
    gateway::Handshake sut(scene.peer(), ddc::Deadline::max());
    CHECK(sut.advance(scene.clock.now() + 1h) == State::waiting);
    CHECK(scene.elapsed() == 1h);
    CHECK(scene.reports.size() == 3599);
    CHECK_FALSE(scene.was_reported("left"));
}

TEST_CASE("a program is found 10 ms after the last write of its header") {
    Scene scene;
    gateway::Handshake sut = scene.handshake();
    scene.clock.in(3s, [&] { scene.start(); });
    CHECK(scene.finish(sut) == State::done);
    CHECK(scene.elapsed() == 3s + 10ms);
    CHECK(sut.description().ports.ports.size() == 3);
}

TEST_CASE("the first program of a table is found as soon as it waits for its first cycle") {
    Scene scene;
    gateway::Handshake sut = scene.handshake();
    scene.clock.in(3s, [&] { scene.start(); });
    scene.clock.in(3s + 2ms, [&] { scene.look(); });
    CHECK(scene.finish(sut) == State::done);
    CHECK(scene.elapsed() >= 3s + 2ms);
    CHECK(scene.elapsed() < 3s + 3ms);
}

TEST_CASE("a later program of a table is found 10 ms after the last write of its header") {
    Scene scene;
    scene.start();
    scene.look();
    gateway::Handshake sut = scene.handshake();
    scene.clock.in(3s, [&] { scene.start(); });
    scene.clock.in(3s + 2ms, [&] { scene.look(); });
    CHECK(scene.finish(sut) == State::done);
    CHECK(scene.elapsed() == 3s + 10ms);
}

TEST_CASE("in emptied entries a program is found as soon as it waits") {
    Scene scene;
    scene.start();
    scene.look();
    REQUIRE(scene.table.write_no_data(0, scene.table.capacity()) == ddc::Status::ok);
    gateway::Handshake sut = scene.handshake();
    scene.clock.in(3s, [&] { scene.start(); });
    scene.clock.in(3s + 2ms, [&] { scene.look(); });
    CHECK(scene.finish(sut) == State::done);
    CHECK(scene.elapsed() < 3s + 3ms);
}

TEST_CASE("the header of a program that restarts during the wait is read again") {
    Scene scene;
    gateway::Handshake sut = scene.handshake();
    scene.clock.in(1s, [&] { scene.start("set_gas"); });
    scene.clock.in(1s + 7ms, [&] { scene.start("set_braking"); });
    CHECK(scene.finish(sut) == State::done);
    CHECK(scene.elapsed() >= 1s + 17ms);
    CHECK(sut.description().ports.ports.back().name == "set_braking");
    CHECK(sut.header_writes() == scene.peer().header_writes());
}

TEST_CASE("a header left by a dead program is ignored") {
    Scene scene;
    scene.start();
    gateway::Handshake sut = scene.handshake();
    CHECK_FALSE(scene.read<bool>(header::running));
    CHECK(scene.finish(sut) == State::failed);
    CHECK(scene.elapsed() == 10s);
}

TEST_CASE("a returned program is found at the next poll") {
    Scene scene;
    scene.start();
    gateway::Handshake sut = scene.handshake();
    scene.clock.in(20ms, [&] { scene.look(); });
    CHECK(scene.finish(sut) == State::done);
    CHECK(scene.elapsed() == 30ms);
}

TEST_CASE(
    "a program that still streams in realtime mode is informed of the end of the simulation") {
    Scene scene;
    scene.start();
    scene.write(header::simulation_running, true);
    gateway::Handshake sut = scene.handshake();
    CHECK_FALSE(scene.read<bool>(header::simulation_running));
}

TEST_CASE("a late reply is awaited before the next cycle is requested") {
    Scene scene;
    scene.start();
    scene.write(header::run_cycle_switch, true);
    scene.clock.in(0ms, [&] { scene.write(header::running, true); });
    gateway::Handshake sut = scene.handshake();
    scene.clock.in(2s, [&] { scene.write(header::run_cycle_switch, false); });
    CHECK(scene.finish(sut) == State::done);
    CHECK(scene.elapsed() == 2s + 10ms);
    CHECK(scene.was_reported("to answer the previous cycle, since 1.0 s, 9.0 s left"));
}

TEST_CASE("a late reply that does not come is a separate problem") {
    Scene scene;
    scene.start();
    scene.write(header::run_cycle_switch, true);
    scene.clock.in(0ms, [&] { scene.write(header::running, true); });
    gateway::Handshake sut = scene.handshake();
    CHECK(scene.finish(sut) == State::failed);
    CHECK(scene.elapsed() == 10s);
    CHECK(explains(sut, "has not set run_cycle_switch (0x4003) back to false within 10.0 s"));
}

TEST_CASE("a header may be completed after running was set") {
    Scene scene;
    gateway::Handshake sut = scene.handshake();
    scene.clock.in(1s, [&] { scene.write(header::running, true); });
    scene.clock.in(1400ms, [&] { scene.start(); });
    CHECK(scene.finish(sut) == State::done);
    CHECK(scene.elapsed() == 1410ms);
}

TEST_CASE("an invalid header is final once it was unchanged for half a second") {
    Scene scene;
    gateway::Handshake sut = scene.handshake();
    const auto write_type = [&] { scene.write(header::interface_type, std::string("moving")); };
    scene.clock.in(1s, [&] { scene.write(header::running, true); });
    for (const auto when : {1s + 0ms, 1300ms, 1700ms}) scene.clock.in(when, write_type);
    CHECK(scene.finish(sut) == State::failed);
    CHECK(scene.elapsed() == 2200ms);
    CHECK(
        explains(sut, "0x4001 (interface_type): must be \"basic\" or \"dynamic\", is \"moving\""));
}

TEST_CASE("a wait continues where it was interrupted") {
    Scene scene;
    gateway::Handshake sut = scene.handshake(2s);
    CHECK(sut.advance(scene.clock.now() + 333ms) == State::waiting);
    CHECK(scene.elapsed() == 333ms);
    scene.clock.in(100ms, [&] { scene.start(); });
    CHECK(scene.finish(sut) == State::done);
    CHECK(scene.elapsed() == 443ms);
}

TEST_CASE("a stop is detected within 50 ms") {
    Scene scene;
    gateway::Handshake sut = scene.handshake();
    scene.clock.in(120ms, [&] { scene.stop = true; });
    CHECK(scene.finish(sut) == State::stopped);
    CHECK(scene.elapsed() == 150ms);
}

TEST_CASE("a reference id too close to the table's end is reported without a wait") {
    Scene scene;
    scene.options.reference_id = scene.table.capacity() - 8;
    gateway::Handshake sut = scene.handshake();
    CHECK(scene.finish(sut) == State::failed);
    CHECK(scene.elapsed() == 0s);
    CHECK(explains(sut, "does not fit into table"));
}

}  // namespace handshake_test
