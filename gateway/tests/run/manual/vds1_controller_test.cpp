// SPDX-License-Identifier: MIT
// An external VDS1 controller with a clock that the test sets; datagrams pass through real sockets.
#include "command_parts.hpp"

#include "manual/vds1_controller.hpp"

#include <doctest/doctest.h>

namespace vds1_controller_test {

using namespace gateway;
using namespace gateway::tests;
using namespace std::chrono_literals;

/// An external controller that sends CMDs and receives STATEs.
struct Sender {
    explicit Sender(const gateway::Endpoint& receiver) : to(receiver) {}

    void steer(double rad) {
        vds1::Cmd cmd;
        cmd.header.sequence = ++sequence;
        cmd.steering_tire_angle_rad = rad;
        send(cmd);
    }
    void send(const vds1::Cmd& cmd) {
        vds1::CmdBuffer buffer;
        REQUIRE(socket.send(to, buffer.data(), vds1::encode(cmd, buffer)));
    }
    /// The STATEs that have arrived.
    std::vector<vds1::State> states() {
        std::vector<vds1::State> states;
        const std::size_t count = batch.receive(socket);
        for (std::size_t i = 0; i < count; ++i)
            REQUIRE(vds1::decode(batch.data(i), batch.size(i), states.emplace_back()) ==
                    vds1::DecodeStatus::ok);
        return states;
    }

    gateway::Endpoint to;
    gateway::UdpSocket socket{gateway::make_endpoint("127.0.0.1", 0)};
    gateway::DatagramBatch batch;
    std::uint32_t sequence = 0;
};

struct Scene {
    Scene() : sut({gateway::make_endpoint("127.0.0.1", 0)}, [this] { return now; }) {
        feedback.state.position_m.x() = 12;
    }
    Cycle cycle(std::chrono::nanoseconds after = 10ms) {
        now += after;
        const CycleInput input{SimTime(0), 10ms, feedback, trajectory};
        sut.look(input);
        return sut.run_cycle(input);
    }

    SteadyTime now{1h};
    Feedback feedback;
    Trajectory trajectory;
    Vds1Controller sut;
};

TEST_CASE("a CMD is a manual command from the cycle in which it arrives, until the time-out") {
    Scene scene;
    Sender sender(scene.sut.local());
    CHECK(scene.cycle().is_failsafe);
    CHECK_FALSE(scene.sut.has_new_command());
    sender.steer(0.2);
    Cycle cycle = scene.cycle();
    CHECK(scene.sut.has_new_command());
    CHECK_FALSE(cycle.is_failsafe);
    CHECK(pedals_of(cycle.command).steer_rad == 0.2);
    cycle = scene.cycle(99ms);
    CHECK_FALSE(scene.sut.has_new_command());
    CHECK_FALSE(cycle.is_failsafe);
    CHECK(scene.cycle(1ms).is_failsafe);
}

TEST_CASE("while CMDs arrive their sender gets the vehicle's STATEs, in the CMDs' version") {
    Scene scene;
    Sender sender(scene.sut.local());
    scene.cycle();
    CHECK(sender.states().empty());
    sender.steer(0.2);
    scene.cycle();
    scene.cycle();
    const auto states = sender.states();
    REQUIRE(states.size() == 2);
    CHECK(states[1].x_m == 12);
    CHECK(states[1].header.version == 3);
    CHECK(states[1].header.sequence == 2);
    scene.cycle(2s);
    CHECK(sender.states().empty());
}

TEST_CASE("the first of two senders drives until its time-out, and invalid CMDs are ignored") {
    Scene scene;
    Sender first(scene.sut.local()), second(scene.sut.local());
    vds1::Cmd broken;
    broken.throttle = std::numeric_limits<double>::infinity();
    first.send(broken);
    REQUIRE(first.socket.send(scene.sut.local(), nullptr, 0));
    scene.cycle();
    CHECK_FALSE(scene.sut.has_new_command());
    first.steer(0.1);
    second.steer(0.2);
    CHECK(pedals_of(scene.cycle().command).steer_rad == 0.1);
    scene.cycle(100ms);
    second.steer(0.3);
    CHECK(pedals_of(scene.cycle().command).steer_rad == 0.3);
}

TEST_CASE("CMDs queued while the process was stopped are ignored") {
    Scene scene;
    Sender sender(scene.sut.local());
    sender.steer(0.2);
    CHECK(scene.cycle(1s).is_failsafe);
    CHECK_FALSE(scene.sut.has_new_command());
    sender.steer(0.2);
    CHECK_FALSE(scene.cycle().is_failsafe);
}

}  // namespace vds1_controller_test
