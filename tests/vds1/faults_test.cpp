// SPDX-License-Identifier: MIT
// vdsim_realtime on a bad line. Durations are measured in the simulated time of STATEs, so that
// they do not depend on the load of the machine.
#include "plant_process.hpp"

#include "udp_proxy.hpp"
#include "watchdog.hpp"

#include <gateway/protocol/vds1/client.hpp>

#include <doctest/doctest.h>

#include <poll.h>

#include <array>
#include <cmath>
#include <numeric>
#include <set>

namespace faults_test {

namespace vds1 = gateway::vds1;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

std::uint64_t sum_of(const nlohmann::json& rejected) {
    std::uint64_t sum = 0;
    for (const auto& number : rejected) sum += number.get<std::uint64_t>();
    return sum;
}

const tests::NetworkFaults faults{0.3, 0.1, 0.1, 0.1, 0.1, 0.05, 10ms};

gateway::Endpoint plant_address() {
    return gateway::make_endpoint(tests::own_address(), tests::PlantProcess::port);
}

constexpr double timeout_s = 0.03, tick_s = 0.01;
constexpr int rounds = 10;

/// One vehicle that is driven and left without commands in `rounds` rounds. Every CMD has another
/// steering angle, so that a STATE shows which one is in force.
class Driver {
  public:
    explicit Driver(std::uint32_t id) { cmd_.header.vehicle_id = id; }

    /// Processes a STATE. @return the CMD to reply with, unless it is a time of silence
    const vds1::Cmd* see(const vds1::State& state) {
        const bool was_failsafe = is_failsafe_;
        is_failsafe_ = tests::is_failsafe(state);
        if (!is_failsafe_) judge(state);
        if (is_failsafe_ && !was_failsafe) ++entered_;
        if (!is_failsafe_ && was_failsafe) leave(state);
        if (is_silent_ && is_failsafe_ && ++silent_ticks_ == 3) {
            ++rounds_;
            is_silent_ = false;
        }
        return is_silent_ || rounds_ == rounds ? nullptr : next_cmd();
    }
    bool is_done() const { return rounds_ == rounds; }
    int entered() const { return entered_; }
    int left() const { return left_; }
    int too_old() const { return too_old_; }

  private:
    /// A command in force is at most as old as the time-out and a tick. One that is received late
    /// counts as younger.
    void judge(const vds1::State& state) {
        const double now_s = state.header.timestamp_s;
        if (state.steering_tire_angle_applied_rad != steer_rad_) {
            steer_rad_ = state.steering_tire_angle_applied_rad;
            shown_at_s_ = now_s;
        }
        if (now_s - shown_at_s_ > timeout_s + tick_s / 2) ++too_old_;
    }
    /// Only sent CMDs end its fail-safe.
    void leave(const vds1::State& state) {
        if (sent_.count(state.steering_tire_angle_applied_rad) == 1) ++left_;
        driven_ticks_ = 0;
    }
    const vds1::Cmd* next_cmd() {
        if (!is_failsafe_ && ++driven_ticks_ == 5) {
            is_silent_ = true;
            silent_ticks_ = 0;
            return nullptr;
        }
        ++cmd_.header.sequence;
        cmd_.header.version = 5;
        cmd_.throttle = 0.2;
        cmd_.steering_tire_angle_rad = 1e-6 * cmd_.header.sequence;
        sent_.insert(cmd_.steering_tire_angle_rad);
        return &cmd_;
    }

    vds1::Cmd cmd_;
    bool is_failsafe_ = true, is_silent_ = false;
    int rounds_ = 0, entered_ = 0, left_ = 0, too_old_ = 0;
    int driven_ticks_ = 0, silent_ticks_ = 0;
    double steer_rad_ = 0, shown_at_s_ = 0;
    std::set<double> sent_;  ///< steering angles
};

/// A hundred vehicles at one port and one bad line; each socket receives the STATEs of ten.
class Herd {
  public:
    static constexpr std::uint32_t size = 100, per_peer = 10;

    Herd() : line_(plant_address(), faults, 1) {
        std::string config = "rate_hz: 100\nvehicles:\n";
        for (std::uint32_t id = 0; id < size; ++id) {
            drivers_.emplace_back(id);
            config +=
                "  - {vehicle_id: " + std::to_string(id) +
                ", model: bicycle, cmd_timeout_s: 0.03, reply_to_sender: false, state: [{port: " +
                peers_[id / per_peer].port() + ", version: 5}]}\n";
        }
        config_ = config;
    }

    /// Runs until all drivers are done. @return the plant's statistics
    nlohmann::json run() {
        const tests::ScratchDirectory scratch;
        auto plant = tests::PlantProcess::of_config(scratch, config_);
        while (!std::all_of(drivers_.begin(), drivers_.end(),
                            [](const Driver& rider) { return rider.is_done(); }))
            look();
        await_all_taken();
        return plant.stop();
    }
    int total(int (Driver::*number)() const) const {
        return std::accumulate(
            drivers_.begin(), drivers_.end(), 0,
            [&](int sum, const Driver& rider) { return sum + (rider.*number)(); });
    }
    const tests::ProxyCounters& line() const { return line_.counters(); }

  private:
    void look() {
        std::array<pollfd, size / per_peer> polled{};
        for (std::size_t i = 0; i < polled.size(); ++i)
            polled[i] = {peers_[i].descriptor(), POLLIN, 0};
        ::poll(polled.data(), polled.size(), 5);
        for (tests::PlantPeer& peer : peers_)
            while (const auto state = peer.next(0ms)) answer(*state);
    }
    /// A CMD that is sent before a tick is received before it, and the STATE after the next one may
    /// belong to the current tick.
    void await_all_taken() {
        tests::await([&] { return line_.counters().taken == sent_ && line_.counters().late == 0; });
        static_cast<void>(peers_[0].all());
        const auto state = peers_[0].next();
        const double now_s = state->header.timestamp_s;
        static_cast<void>(peers_[0].await(
            [&](const vds1::State& later) { return later.header.timestamp_s > now_s; }));
    }
    void answer(const vds1::State& state) {
        const vds1::Cmd* cmd = drivers_[state.header.vehicle_id].see(state);
        if (cmd == nullptr) return;
        vds1::CmdBuffer buffer;
        vds1::encode(*cmd, buffer);
        // The kernel drops datagrams when a socket's buffer is full, such as while the line gets no
        // processor.
        tests::await([&] { return sent_ - line_.counters().taken < room_of_line; });
        REQUIRE(controller_.send({0x7f000001, line_.port()}, buffer.data(), buffer.size()));
        ++sent_;
    }

    static constexpr std::uint64_t room_of_line = 100;

    std::uint64_t sent_ = 0;
    std::array<tests::PlantPeer, size / per_peer> peers_;
    gateway::UdpSocket controller_{{0x7f000001, 0}};
    tests::UdpProxy line_;
    std::string config_;
    std::vector<Driver> drivers_;
};

TEST_CASE("on a bad line a vehicle enters and leaves fail-safe 1,000 times out of 1,000") {
    const tests::Watchdog watchdog;
    Herd sut;
    const auto statistics = sut.run();

    CHECK(sut.total(&Driver::entered) >= 1000);
    CHECK(sut.total(&Driver::left) == sut.total(&Driver::entered));
    CHECK(sut.total(&Driver::too_old) == 0);

    const auto& port = statistics.at("ports").at(0);
    std::uint64_t accepted = 0, dropped = 0, entries = 0;
    for (const auto& vehicle : port.at("vehicles")) {
        accepted += vehicle.at("cmd").at("accepted").get<std::uint64_t>();
        dropped += vehicle.at("cmd").at("out_of_order").get<std::uint64_t>();
        entries += vehicle.at("failsafe_entries").get<std::uint64_t>();
        CHECK(vehicle.at("cmd").at("not_finite") == 0);
        CHECK(vehicle.at("cmd").at("clamped") == 0);
    }
    const auto& line = sut.line();
    CHECK(entries >= 1000);
    CHECK(accepted <= line.taken - line.dropped - line.corrupted - line.truncated);
    CHECK(line.corrupted > 100);
    CHECK(line.truncated > 100);
    const std::uint64_t stale = port.at("rejected").at("stale");
    const std::uint64_t bad = sum_of(port.at("rejected")) - stale;
    CHECK(bad <= line.corrupted + line.truncated);
    CHECK(accepted + dropped + bad + stale <= line.passed);
    // A plant without a processor for longer finds its socket's buffer full.
    if (statistics.at("lateness_us").at("max") < 20'000) {
        CHECK(accepted + dropped + bad + stale == line.passed);
        CHECK(bad + stale >= line.corrupted + line.truncated);
    }
}

/// A controller that keeps to the line y = 0 by its STATEs.
gateway::Command keep_to_line(const vds1::State& state) {
    gateway::PedalCommand pedals;
    pedals.steer_rad = -0.05 * state.y_m - 0.5 * state.yaw_rad;
    pedals.throttle = state.vx_mps < 10 ? 0.3 : 0;
    return {pedals, {}};
}

TEST_CASE("a loop over bad lines in both directions stays stable and accepts no invalid packet") {
    const tests::Watchdog watchdog;
    const tests::ScratchDirectory scratch;
    tests::UdpProxy cmd_line(plant_address(), faults, 1);
    vds1::ClientOptions options;
    options.peer_port = cmd_line.port();
    options.local_port = 0;
    options.version = 5;
    vds1::Client client(options);
    tests::UdpProxy state_line(client.local_port(), faults, 2);
    auto plant =
        tests::PlantProcess::of_config(scratch,
                                       "duration_s: 6\nvehicles:\n  - start: {y_m: 1, vx_mps: "
                                       "10}\n    reply_to_sender: false\n    state: [{port: " +
                                           std::to_string(state_line.port()) + ", version: 5}]\n");

    double largest_m = 0, last_m = 1;
    auto send_at = Clock::now(), taken_at = send_at;
    while (Clock::now() - taken_at < 500ms) {
        pollfd polled{client.descriptor(), POLLIN, 0};
        ::poll(&polled, 1, 5);
        if (client.receive(Clock::now())) {
            taken_at = Clock::now();
            last_m = client.state().y_m;
            largest_m = std::max(largest_m, std::abs(last_m));
        }
        if (Clock::now() < send_at) continue;
        send_at += 10ms;
        client.send(client.has_state() ? keep_to_line(client.state()) : gateway::Command{},
                    Clock::now());
    }
    const auto statistics = plant.statistics();
    CHECK(largest_m < 1.2);
    CHECK(std::abs(last_m) < 0.3);

    const auto& rejected = client.statistics().rejected;
    const auto bad = std::accumulate(rejected.begin(), rejected.end(), std::uint64_t{0});
    const auto& line = state_line.counters();
    CHECK(line.corrupted + line.truncated > 0);
    CHECK(bad + client.statistics().stale >= line.corrupted + line.truncated);
    CHECK(client.statistics().taken <= line.taken - line.dropped);
    CHECK(client.statistics().lost > 0);
    CHECK(client.statistics().not_finite == 0);
    CHECK(statistics.at("ports").at(0).at("rejected").at("bad_crc") > 0);
    CHECK(tests::vehicle_of(statistics).at("cmd").at("accepted") <=
          cmd_line.counters().passed.load());
}

}  // namespace faults_test
