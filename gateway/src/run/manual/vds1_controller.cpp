// SPDX-License-Identifier: MIT
#include "vds1_controller.hpp"

#include <gateway/protocol/vds1/convert.hpp>

#include <utility>

namespace gateway {
namespace {

/// Limits the time that many packets take in a cycle; the rest is read in the next one.
constexpr int most_batches = 4;

}  // namespace

Vds1Controller::Vds1Controller(const Vds1ControllerOptions& options, Clock clock)
    : options_(options),
      clock_(std::move(clock)),
      socket_(options.local),
      states_(socket_),
      gate_(options.cmd_timeout),
      watchdog_({SimTime::max(), options.cmd_timeout}),
      looked_at_(clock_()) {
    subscribers_.add_vehicle();
}

/// Packets that waited while the process was stopped may be as old as the last call; they are
/// dropped.
void Vds1Controller::look(const CycleInput& input) {
    const SteadyTime now = clock_();
    const bool is_stale = now - looked_at_ >= options_.cmd_timeout + input.since_last;
    looked_at_ = now;
    has_new_command_ = false;
    std::size_t count = DatagramBatch::capacity;
    for (int i = 0; i < most_batches && count == DatagramBatch::capacity; ++i) {
        count = batch_.receive(socket_);
        for (std::size_t index = 0; index < count && !is_stale; ++index) take(index, now);
    }
    watchdog_.check(SimTime{0}, now);
    send_states(input.feedback, now);
}

void Vds1Controller::take(std::size_t index, SteadyTime now) {
    vds1::Cmd cmd;
    if (decode(batch_.data(index), batch_.size(index), cmd) != vds1::DecodeStatus::ok) return;
    const auto command = vds1::to_command(cmd);
    const Endpoint from = batch_.from(index);
    if (!command) return;
    if (gate_.admit(from, cmd.header, now) != vdsim::GateStatus::accepted) return;
    command_ = *command;
    has_new_command_ = true;
    watchdog_.on_command(SimTime{0}, now);
    subscribers_.on_command({from, cmd.header.version}, now);
}

void Vds1Controller::send_states(const Feedback& feedback, SteadyTime now) {
    for (vdsim::Subscribers::Subscriber& subscriber : subscribers_.all()) {
        if (!subscriber.is_alive(now)) continue;
        vds1::Header header;
        header.version = subscriber.to.version;
        header.sequence = ++subscriber.sequences.front();
        states_.add(subscriber.to.endpoint, vds1::to_state(feedback, header));
    }
    states_.flush();
}

Cycle Vds1Controller::run_cycle(const CycleInput& /*input*/) {
    Cycle cycle;
    cycle.is_failsafe = watchdog_.is_failsafe();
    cycle.command = command_;
    return cycle;
}

std::string Vds1Controller::explain() const {
    const bool is_loopback = local().address >> 24 == 127;
    return "CMDs at " + to_string(local()) + " take the vehicle over" +
           (is_loopback ? "" : "; VDS1 has no password");
}

std::string Vds1Controller::name() const {
    return "the VDS1 controller at " + to_string(gate_.holder());
}

}  // namespace gateway
