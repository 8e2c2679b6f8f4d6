// SPDX-License-Identifier: MIT
// Faults of a VDS1 connection at the end of the controller.
#include "vds1_peer.hpp"

#include "fault/link/link_fault.hpp"
#include "platform/vds1_vehicle.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace vds1_link_fault_test {

using namespace gateway;
using namespace std::chrono_literals;
using gateway::tests::Vds1Peer;

enum class On { cmd, state };

struct Scene {
    Scene(On on, const LinkFaultKind& kind, std::vector<double> values = {})
        : fault{"tested", &kind, FaultSide::links, "vds1", std::move(values), 5},
          sut(options(on), [this] { return now; }) {
        state.is_active = true;
        state.factor = 1;
        peer.set_client(sut.client().local_port());
        REQUIRE(sut.advance());
    }

    Vds1VehicleOptions options(On on) {
        Vds1VehicleOptions options;
        options.client = peer.reached({});
        options.step = 10ms;
        (on == On::cmd ? options.cmd_faults : options.state_faults).push_back({fault, state});
        return options;
    }
    /// One cycle of 10 ms, in which the peer sends a STATE with the number of the cycle as x.
    void cycle(bool sends = true) {
        now += 10ms;
        ++cycles;
        vds1::State report;
        report.header.sequence = cycles;
        report.header.timestamp_s = 0.01 * cycles;
        report.x_m = cycles;
        if (sends) peer.send(report);
        REQUIRE(sut.advance());
        Command command;
        control_of<PedalCommand>(command).steer_rad = 1e-6 * cycles;
        sut.apply(command);
        while (const auto cmd = peer.next_cmd())
            cmds.push_back(std::lround(1e6 * cmd->steering_tire_angle_rad));
    }
    void run(int count) {
        for (int i = 0; i < count; ++i) cycle();
    }
    double x_m() const { return sut.feedback().state.position_m.x(); }

    Vds1Peer peer;
    Fault fault;
    FaultState state;
    SteadyTime now{50s};
    std::uint32_t cycles = 0;
    std::vector<long> cmds;  ///< numbers of the cycles whose CMDs the peer has got
    Vds1Vehicle sut;
};

TEST_CASE("10 % loss of 100,000 CMDs is in its binomial interval") {
    Scene scene(On::cmd, loss_kind, {0.1});
    for (int i = 0; i < 100'000; ++i) scene.cycle(false);
    const double lost = 100'000.0 - static_cast<double>(scene.cmds.size());
    CHECK(std::abs(lost - 10'000) < 5 * std::sqrt(100'000 * 0.1 * 0.9));
    CHECK(scene.sut.client().statistics().sent == 100'000);
}

TEST_CASE("delayed CMDs leave one after the other, that much later") {
    Scene scene(On::cmd, link_delay_kind, {0.05});
    scene.run(100);
    REQUIRE(scene.cmds.size() == 95);
    for (std::size_t i = 0; i < 95; ++i) CHECK(scene.cmds[i] == static_cast<long>(i) + 1);
    scene.state.is_active = false;
    scene.run(20);
    CHECK(scene.cmds.size() == 120);
}

TEST_CASE("a delay of STATEs ages the feedback by that time") {
    Scene scene(On::state, link_delay_kind, {0.03});
    scene.run(50);
    CHECK(scene.x_m() == 47);
    CHECK(scene.sut.is_fresh());
}

TEST_CASE("the vehicle is lost while STATEs are cut, and returns") {
    Scene scene(On::state, cut_kind);
    scene.state.is_active = false;
    scene.run(10);
    scene.state.is_active = true;
    scene.run(9);
    CHECK(scene.sut.is_fresh());
    scene.run(2);
    CHECK(!scene.sut.is_fresh());
    CHECK(scene.x_m() == 10);
    CHECK(scene.sut.client().statistics().timeouts == 1);
    scene.state.is_active = false;
    scene.run(1);
    CHECK(scene.sut.is_fresh());
    CHECK(scene.x_m() == 22);
}

TEST_CASE("no corrupted STATE is used, whichever bit is wrong") {
    Scene scene(On::state, corruption_kind, {1});
    scene.run(3000);
    const auto& counts = scene.sut.client().statistics();
    CHECK(counts.taken == 0);
    CHECK(std::accumulate(counts.rejected.begin(), counts.rejected.end(), std::uint64_t{0}) ==
          3000);
}

TEST_CASE("duplicate and overtaken STATEs are counted and not used again") {
    Scene twice(On::state, duplicates_kind, {1});
    twice.run(1000);
    CHECK(twice.sut.client().statistics().duplicates == 1000);
    CHECK(twice.x_m() == 1000);
    Scene held(On::state, reordering_kind, {0.1, 0.025});
    held.run(1000);
    const auto& counts = held.sut.client().statistics();
    CHECK(counts.reordered > 50);
    CHECK(counts.reordered + counts.taken >= 997);
}

}  // namespace vds1_link_fault_test
