// SPDX-License-Identifier: MIT
#include "plant_vehicle.hpp"

#include <gateway/vds1/convert.hpp>

#include <cmath>

namespace gateway::vds1 {
namespace {

WatchdogOptions watchdog_options(const PlantVehicleOptions& options, double time_scale) {
    const double ns = static_cast<double>(options.cmd_timeout.count());
    WatchdogOptions result;
    result.timeout = options.cmd_timeout;
    result.liveness = std::chrono::nanoseconds(std::llround(ns / std::min(time_scale, 1.0)));
    return result;
}

}  // namespace

PlantVehicle::PlantVehicle(const PlantVehicleOptions& options,
                           std::unique_ptr<plant::SimSession> session, double time_scale)
    : options_(options),
      session_(std::move(session)),
      gate_(options.cmd_timeout),
      watchdog_(watchdog_options(options, time_scale)),
      output_(session_->output()) {
    for (const Destination& to : options_.destinations) streams_.push_back({to});
    if (options_.converter) converter_.emplace(*options_.converter);
}

void PlantVehicle::command(const plant::Command& command) noexcept {
    if (converter_)
        converter_->hold(command);
    else
        session_->set_input(command);
}

void PlantVehicle::take(const Cmd& cmd, const Endpoint& from, SteadyTime now) noexcept {
    const auto command = to_command(cmd);
    if (!command) {
        ++counters_.not_finite;
        return;
    }
    switch (gate_.admit(from, cmd.header.sequence, now)) {
        case GateStatus::out_of_order:
            ++counters_.out_of_order;
            return;
        case GateStatus::other_controller:
            ++counters_.other_controller;
            return;
        case GateStatus::accepted:
            break;
    }
    ++counters_.accepted;
    sender_version_ = cmd.header.version;
    this->command(*command);
    watchdog_.on_command(output_.sim_time, now);
}

void PlantVehicle::tick(SimTime dt, SteadyTime now) noexcept {
    watchdog_.check(output_.sim_time, now);
    if (watchdog_.is_failsafe()) command(failsafe_command(options_.failsafe, session_->input()));
    if (converter_ && converter_->convert_if_due(output_, dt))
        session_->set_input(converter_->sent());
    if (session_->tick(dt) != plant::StepStatus::ok) ++counters_.failed_ticks;
    output_ = session_->output();
    if (converter_) converter_->describe(output_);
}

void PlantVehicle::add_states(SendBatch& batch, SteadyTime now) noexcept {
    for (Stream& stream : streams_) add_state(batch, stream);
    if (!options_.reply_to_sender || !gate_.is_held(now)) return;
    if (reply_.to.endpoint != gate_.holder()) reply_.sequence = 0;
    reply_.to = {gate_.holder(), sender_version_};
    add_state(batch, reply_);
}

void PlantVehicle::add_state(SendBatch& batch, Stream& stream) noexcept {
    Header header;
    header.version = stream.to.version;
    header.sequence = ++stream.sequence;
    header.vehicle_id = options_.vehicle_id;
    batch.add(stream.to.endpoint, to_state(output_, header));
    ++counters_.states_sent;
}

}  // namespace gateway::vds1
