// SPDX-License-Identifier: MIT
#include "loop.hpp"

#include "../support/watchdog.hpp"
#include "control/control_socket.hpp"
#include "socket/udp_socket.hpp"

#include <ddc/interface/run_status.hpp>

#include <doctest/doctest.h>

#include <chrono>
#include <csignal>

namespace tests {
namespace {

using namespace std::chrono_literals;

/// A port that is free now, and that later calls do not return again.
std::uint16_t free_port() {
    namespace vds1 = gateway::vds1;
    return gateway::UdpSocket(gateway::make_endpoint("127.0.0.1", 0)).local().port;
}

}  // namespace

Loop::Loop(const std::string& realtime, const NetworkFaults& faults, const std::string& more)
    : cmd_port_(free_port()),
      state_port_(free_port()),
      to_plant_(cmd_port_, faults, 1),
      to_gateway_(state_port_, faults, 2) {
    config_ = scene_.scratch.write(
        "run.yaml", "mode: realtime\nddc: {name: " + scene_.table + "}\nrealtime: {" + realtime +
                        "}\nvehicle: {vds1: {cmd_port: " + std::to_string(to_plant_.port()) +
                        ", state_port: " + std::to_string(state_port_) + "}}\n" + more);
}

Loop::~Loop() {
    gateway_.reset();
    std::filesystem::remove(::gateway::ControlFolder::name() /
                            ::gateway::run_socket_name(scene_.table, 0x4000));
}

void Loop::start(Part part) {
    switch (part) {
        case program:
            program_.emplace([this] { return echo_program(scene_.table, 0x4000, *log_); });
            return;
        case plant:
            plant_.emplace([this] { return echo_plant(cmd_port_, to_gateway_.port(), *log_); });
            return;
        case gateway:
            gateway_ = std::make_unique<Command>(
                scene_.scratch, std::vector<std::string>{"ddc-gateway", "run", config_, "--summary",
                                                         scene_.scratch.path() / "summary.json"});
    }
}

void Loop::cut_network(bool is_cut) {
    to_plant_.cut(is_cut);
    to_gateway_.cut(is_cut);
}

void Loop::kill(Part part) {
    if (part == program) program_.reset();
    if (part == plant) plant_.reset();
    if (part == gateway) gateway_.reset();
}

void Loop::signal(Part part, int number) const {
    if (part == program) program_->signal(number);
    if (part == plant) plant_->signal(number);
    if (part == gateway) gateway_->signal(number);
}

Finished Loop::finish_gateway() {
    gateway_->signal(SIGINT);
    return gateway_->finish();
}

double Loop::await_echo() const {
    const double start_ms = steady_ms();
    const std::uint64_t before = log_->echoes;
    await([&] { return log_->echoes >= before + 3; });
    return (steady_ms() - start_ms) * 1e-3;
}

void Loop::await_failsafe() const {
    const std::uint64_t before = log_->failsafes;
    await([&] { return log_->failsafes >= before + 3; });
}

void Loop::await_text(ddc::Id offset, const std::string& text) const {
    const ddc::Table table = open_table();
    await([&] {
        std::string shown;
        static_cast<void>(table.read(ddc::interface::run_status::first + offset, shown));
        return shown == text;
    });
}

ddc::Table Loop::open_table() const {
    ddc::TableOptions options;
    options.name = scene_.table;
    options.access = ddc::TableOptions::Access::read_only;
    return ddc::Table::open(options);
}

}  // namespace tests
