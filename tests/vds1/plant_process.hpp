// SPDX-License-Identifier: MIT
#pragma once

#include "command.hpp"
#include "socket/udp_socket.hpp"

#include <gateway/protocol/vds1/codec.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <optional>
#include <string>
#include <vector>

namespace tests {

namespace vds1 = gateway::vds1;

/// An address of the loopback that no other test process uses, so that ports can be fixed. Children
/// forked after the first call have the same.
inline const std::string& own_address() {
    static const auto pid = static_cast<unsigned>(::getpid());
    static const std::string address = "127." + std::to_string(64 + (pid >> 16U) % 128) + "." +
                                       std::to_string(pid >> 8U & 255U) + "." +
                                       std::to_string(pid & 255U);
    return address;
}

/// vdsim_realtime as a separate process.
class PlantProcess {
  public:
    static constexpr std::uint16_t port = 7001;

    /// Returns when it listens. @param flags all but --bind
    PlantProcess(const ScratchDirectory& scratch, std::vector<std::string> flags)
        : command_(scratch, with_bind(std::move(flags)), environment(scratch)) {
        command_.wait_for_announcement();
    }
    /// @param config YAML without its key `bind`
    static PlantProcess of_config(const ScratchDirectory& scratch, const std::string& config) {
        return PlantProcess(
            scratch.write("plant.yaml", "bind: " + own_address() + "\n" + config).string(),
            scratch);
    }

    /// Its control socket is in a folder of this test only.
    static Command::Environment environment(const ScratchDirectory& scratch) {
        return {{"XDG_RUNTIME_DIR", scratch.path().string()}};
    }

    pid_t pid() const { return command_.pid(); }
    void signal(int number) const { command_.signal(number); }
    void wait_for_stderr(const std::string& text) { command_.wait_for_stderr(text); }
    Finished finish() { return command_.finish(); }
    /// Ends it in order. @return its statistics
    nlohmann::json stop() {
        command_.signal(SIGTERM);
        return statistics();
    }
    /// Waits for its end.
    nlohmann::json statistics() {
        const Finished finished = command_.finish();
        INFO(finished.err);
        REQUIRE(finished.exit_code == 0);
        return nlohmann::json::parse(finished.out);
    }

  private:
    PlantProcess(const std::string& config, const ScratchDirectory& scratch)
        : command_(scratch, {"vdsim_realtime", "--announce", "3", "--config", config},
                   environment(scratch)) {
        command_.wait_for_announcement();
    }
    static std::vector<std::string> with_bind(std::vector<std::string> flags) {
        flags.insert(flags.begin(), {"vdsim_realtime", "--announce", "3", "--bind", own_address()});
        return flags;
    }
    Command command_;
};

/// A controller's socket that the test uses directly.
class PlantPeer {
  public:
    explicit PlantPeer(const std::string& address = "127.0.0.1")
        : socket_(gateway::make_endpoint(address, 0)) {}

    std::string port() const { return std::to_string(socket_.local().port); }
    gateway::Endpoint local() const { return socket_.local(); }
    int descriptor() const { return socket_.descriptor(); }

    void send(const std::byte* data, std::size_t size, std::uint16_t to = PlantProcess::port) {
        REQUIRE(socket_.send(gateway::make_endpoint(own_address(), to), data, size));
    }
    void send(const vds1::Cmd& cmd, std::uint16_t to = PlantProcess::port) {
        vds1::CmdBuffer buffer;
        send(buffer.data(), vds1::encode(cmd, buffer), to);
    }

    /// The next STATE; none if nothing arrives within the time.
    std::optional<vds1::State> next(std::chrono::milliseconds at_most = std::chrono::seconds(10)) {
        pollfd polled{socket_.descriptor(), POLLIN, 0};
        if (next_ == count_ && ::poll(&polled, 1, static_cast<int>(at_most.count())) == 1) {
            count_ = batch_.receive(socket_);
            next_ = 0;
        }
        if (next_ == count_) return std::nullopt;
        vds1::State state;
        size_ = batch_.size(next_);
        REQUIRE(vds1::decode(batch_.data(next_++), size_, state) == vds1::DecodeStatus::ok);
        return state;
    }
    /// The length of the last STATE on the wire.
    std::size_t size() const { return size_; }

    /// All queued STATEs.
    std::vector<vds1::State> all() {
        std::vector<vds1::State> states;
        while (const auto state = next(std::chrono::milliseconds(0))) states.push_back(*state);
        return states;
    }

    /// Receives until a STATE meets the condition. Fails the test if no more arrive.
    template <class Condition>
    vds1::State await(Condition is_wanted) {
        for (;;) {
            const auto state = next();
            REQUIRE(state);
            if (is_wanted(*state)) return *state;
        }
    }
    /// Replies to each STATE with `cmd` and the next sequence number until a STATE meets the
    /// condition.
    template <class Condition>
    vds1::State drive(vds1::Cmd& cmd, Condition is_wanted) {
        return await([&](const vds1::State& state) {
            if (is_wanted(state)) return true;
            ++cmd.header.sequence;
            send(cmd);
            return false;
        });
    }

  private:
    gateway::UdpSocket socket_;
    gateway::DatagramBatch batch_;
    std::size_t count_ = 0, next_ = 0, size_ = 0;
};

/// Version 5 and later have it.
inline vds1::Cmd make_cmd(double steer_rad = 0.1, double throttle = 0.5) {
    vds1::Cmd cmd;
    cmd.header.version = 5;
    cmd.steering_tire_angle_rad = steer_rad;
    cmd.throttle = throttle;
    return cmd;
}

inline bool is_failsafe(const vds1::State& state, double brake = 0.3) {
    return state.throttle_applied == 0 && state.brake_applied == brake;
}

inline const nlohmann::json& vehicle_of(const nlohmann::json& statistics, std::size_t port = 0,
                                        std::size_t vehicle = 0) {
    return statistics.at("ports").at(port).at("vehicles").at(vehicle);
}

}  // namespace tests
