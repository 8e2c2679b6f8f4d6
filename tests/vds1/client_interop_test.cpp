// SPDX-License-Identifier: MIT
// The client drives plants in separate processes: that of programs/python/vds1.py, and
// vdsim_realtime.
#include "child.hpp"
#include "socket/udp_socket.hpp"
#include "watchdog.hpp"

#include <gateway/protocol/vds1/client.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <string>

namespace client_interop_test {

namespace vds1 = gateway::vds1;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

class PythonPlant {
  public:
    /// @param port 0: any free port
    explicit PythonPlant(std::uint16_t port = 0) : plant_([=] { return run(port); }) {
        ::close(pipe_[1]);
        std::array<char, 200> line{};
        FILE* out = ::fdopen(pipe_[0], "r");
        REQUIRE(std::fgets(line.data(), line.size(), out) != nullptr);
        std::fclose(out);
        const auto announcement = nlohmann::json::parse(line.data());
        const std::string address = announcement["addresses"]["vds1"][0];
        port_ = static_cast<std::uint16_t>(std::stoi(address.substr(address.rfind(':') + 1)));
    }
    std::uint16_t port() const { return port_; }
    void kill() {
        plant_.kill();
        plant_.await_death();
    }

  private:
    struct Pipe {
        Pipe() { REQUIRE(::pipe(ends.data()) == 0); }
        int operator[](std::size_t end) const { return ends[end]; }
        std::array<int, 2> ends{};
    };
    int run(std::uint16_t port) const {
        const std::string listen = ":" + std::to_string(port);
        const std::string announce = std::to_string(pipe_[1]);
        ::execl(PYTHON3, "python3", VDS1_PY, "plant", "--listen", listen.c_str(), "--state-to",
                "sender", "--announce", announce.c_str(), nullptr);
        return 127;
    }
    Pipe pipe_;
    tests::Child plant_;
    std::uint16_t port_ = 0;
};

std::uint16_t free_port() {
    return gateway::UdpSocket(gateway::make_endpoint("127.0.0.1", 0)).local().port;
}

int run_vdsim_realtime(std::uint16_t cmd_port, std::uint16_t state_port, std::uint16_t version) {
    const std::string cmd = std::to_string(cmd_port), state = std::to_string(state_port),
                      state_version = std::to_string(version);
    ::execl(VDSIM_REALTIME, "vdsim_realtime", "--cmd-port", cmd.c_str(), "--state-port",
            state.c_str(), "--state-version", state_version.c_str(), nullptr);
    return 127;
}

vds1::ClientOptions options_for(std::uint16_t port, std::uint16_t version) {
    vds1::ClientOptions options;
    options.peer_port = port;
    options.local_port = 0;
    options.version = version;
    return options;
}

void receive(vds1::Client& client, std::chrono::milliseconds at_most) {
    pollfd polled{client.descriptor(), POLLIN, 0};
    ::poll(&polled, 1, static_cast<int>(at_most.count()));
    client.receive(Clock::now());
}

/// Steers a little more with every CMD until `done`.
template <class Condition>
void drive_until(vds1::Client& client, Condition done) {
    gateway::PedalCommand pedals;
    pedals.throttle = 0.5;
    auto next = Clock::now();
    while (!done()) {
        if (Clock::now() >= next) {
            pedals.steer_rad += 1e-4;
            REQUIRE(client.send({pedals, {}}, Clock::now()));
            next += 10ms;
        }
        receive(client, 5ms);
    }
}

TEST_CASE("the client drives a Python plant in every version and measures the round trip") {
    const tests::Watchdog watchdog;
    PythonPlant plant;
    for (std::uint16_t version = 1; version <= 5; ++version) {
        vds1::Client sut(options_for(plant.port(), version));
        const auto has_answer = [&] {
            return sut.has_state() && sut.state().header.version == version &&
                   sut.statistics().round_trip.count() >= 5 && sut.state().vx_mps > 0;
        };
        drive_until(sut, has_answer);
        CHECK(sut.is_fresh(Clock::now()));
        CHECK(sut.state().yaw_rate_radps > 0);
        CHECK(sut.statistics().round_trip.max() > 0ns);
        for (const std::uint64_t rejected : sut.statistics().rejected) CHECK(rejected == 0);
    }
}

TEST_CASE("the client drives vdsim_realtime in every version and measures the round trip") {
    const tests::Watchdog watchdog;
    for (std::uint16_t version = 1; version <= 5; ++version) {
        const std::uint16_t port = free_port();
        vds1::Client sut(options_for(port, version));
        const tests::Child plant(
            [&] { return run_vdsim_realtime(port, sut.local_port(), version); });
        drive_until(sut, [&] {
            return sut.statistics().round_trip.count() >= 5 && sut.state().vx_mps > 0.1;
        });
        CHECK(sut.is_fresh(Clock::now()));
        CHECK(sut.state().header.version == version);
        CHECK(sut.state().yaw_rate_radps > 0);
        for (const std::uint64_t rejected : sut.statistics().rejected) CHECK(rejected == 0);
    }
}

TEST_CASE("a killed plant is reported as FAIL, and connects again after a restart") {
    const tests::Watchdog watchdog;
    PythonPlant plant;
    vds1::Client sut(options_for(plant.port(), 3));
    drive_until(sut, [&] { return sut.is_fresh(Clock::now()); });
    plant.kill();
    drive_until(sut, [&] { return !sut.is_fresh(Clock::now()); });
    receive(sut, 0ms);
    CHECK(sut.statistics().timeouts >= 1);
    CHECK(sut.age(Clock::now()) >= 100ms);

    const PythonPlant again(plant.port());
    drive_until(sut, [&] { return sut.is_fresh(Clock::now()); });
    CHECK(sut.statistics().timeouts >= 1);
}

}  // namespace client_interop_test
