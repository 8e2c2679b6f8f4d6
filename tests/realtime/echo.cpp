// SPDX-License-Identifier: MIT
#include "echo.hpp"

#include "socket/udp_socket.hpp"

#include <ddc/interface/program.hpp>
#include <gateway/protocol/vds1/codec.hpp>

#include <poll.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

namespace tests {
namespace {

namespace vds1 = gateway::vds1;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr double echo_throttle = 0.5;

void count(const vds1::Cmd& cmd, EchoLog& log) {
    ++log.cmds;
    if (cmd.throttle != echo_throttle) {
        ++log.failsafes;
        return;
    }
    const double age_ms = cmd.header.timestamp_s * 1e3 - cmd.aux_accel_target_mps2;
    log.oldest_echo_ms = std::max(log.oldest_echo_ms.load(), age_ms);
    log.last_echo_ns = Clock::now().time_since_epoch().count();
    ++log.echoes;
}

void take_cmds(gateway::UdpSocket& socket, gateway::DatagramBatch& batch, EchoLog& log) {
    const std::size_t received = batch.receive(socket);
    for (std::size_t i = 0; i < received; ++i) {
        vds1::Cmd cmd;
        if (vds1::decode(batch.data(i), batch.size(i), cmd) == vds1::DecodeStatus::ok)
            count(cmd, log);
    }
}

}  // namespace

double steady_ms() {
    return std::chrono::duration<double, std::milli>(Clock::now().time_since_epoch()).count();
}

int echo_plant(std::uint16_t cmd_port, std::uint16_t state_port, EchoLog& log) {
    gateway::UdpSocket socket(gateway::make_endpoint("127.0.0.1", cmd_port));
    gateway::DatagramBatch batch;
    const auto gateway = gateway::make_endpoint("127.0.0.1", state_port);
    vds1::State state;
    auto next = Clock::now();
    for (;; next += 5ms) {
        for (auto left = next - Clock::now(); left > 0ns; left = next - Clock::now()) {
            pollfd polled{socket.descriptor(), POLLIN, 0};
            const timespec limit{0, static_cast<long>(left.count())};
            if (::ppoll(&polled, 1, &limit, nullptr) > 0) take_cmds(socket, batch, log);
        }
        next = std::max(next, Clock::now() - 5ms);
        ++state.header.sequence;
        state.x_m = steady_ms();
        vds1::StateBuffer buffer;
        static_cast<void>(socket.send(gateway, buffer.data(), vds1::encode(state, buffer)));
    }
}

int echo_program(const std::string& table_name, ddc::Id reference_id, EchoLog& log) {
    using ddc::interface::Vec2;
    ddc::TableOptions options;
    options.name = table_name;
    ddc::Table table = ddc::Table::open_or_create(options);
    ddc::interface::Program program(table, reference_id, "echo");
    const auto position = program.input<Vec2>("true_position");
    const auto gas = program.output<double>("set_gas");
    const auto echo = program.output<double>("gripped_accel");
    program.publish();
    for (;;) {
        if (program.begin_cycle(ddc::Clock::now() + 100ms) != ddc::Status::ok) continue;
        program.set(gas, log.gives_nan ? std::nan("") : echo_throttle);
        program.set(echo, program.get(position).x);
        static_cast<void>(program.end_cycle());
    }
}

}  // namespace tests
