// SPDX-License-Identifier: MIT
#include "plant_vehicle.hpp"

#include <gateway/protocol/vds1/convert.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gateway::vdsim {
namespace {

/// An endpoint that is not the sender of any datagram.
constexpr Endpoint endpoint_of(LocalDriver driver) {
    return {0, static_cast<std::uint16_t>(driver)};
}

constexpr bool is_in_this_process(const Endpoint& sender) {
    return sender.address == 0;
}

/// The command time-out on the clock. Gate and watchdog use the same value: if another sender may
/// take over, the vehicle has no command.
std::chrono::nanoseconds longest_silence(const PlantVehicleOptions& options, double time_scale) {
    const double ns = static_cast<double>(options.cmd_timeout.count());
    return std::chrono::nanoseconds(std::llround(ns / time_scale));
}

/// Adds the packets that leave a link with faults.
auto adding_to(vds1::SendBatch& batch) {
    return [&batch](const LinkPacket& packet) { batch.add(packet.peer, packet.data, packet.size); };
}

}  // namespace

PlantVehicle::PlantVehicle(const PlantVehicleOptions& options, std::unique_ptr<Vehicle> vehicle,
                           Filters filters, double time_scale, PlantFaults* faults)
    : options_(options),
      vehicle_(std::move(vehicle)),
      filters_(std::move(filters)),
      longest_silence_(vdsim::longest_silence(options, time_scale)),
      gate_(longest_silence_),
      watchdog_(WatchdogOptions{options.cmd_timeout, longest_silence_}),
      faults_(faults) {
    for (const Destination& to : options_.destinations) streams_.push_back({to});
    if (faults_ != nullptr) faults_->begin(vehicle_->feedback());
}

void PlantVehicle::set_time_scale(double time_scale) noexcept {
    longest_silence_ = vdsim::longest_silence(options_, time_scale);
    gate_.set_timeout(longest_silence_);
    watchdog_.set_liveness(longest_silence_);
}

void PlantVehicle::command(Command command) noexcept {
    holds_failsafe_ = false;
    before_failsafe_.restore(command);
    const Verdict::Kind kind =
        filters_.chain.apply(command, {feedback().sim_time, feedback(), false});
    if (kind == Verdict::Kind::withheld) {
        before_failsafe_.forget();
        return vehicle_->withhold();
    }
    if (kind == Verdict::Kind::refused) {
        ++counters_.refused;
        return hold_failsafe();
    }
    before_failsafe_.forget();
    last_command_ = applied_ = command;
    if (vehicle_->apply(command) == plant::InputStatus::clamped) ++counters_.clamped;
}

void PlantVehicle::hold_failsafe() noexcept {
    if (std::exchange(holds_failsafe_, true)) return;
    before_failsafe_.note(options_.failsafe, feedback());
    Command command = failsafe_after(last_command_, options_.failsafe, feedback());
    switch (filters_.chain.apply(command, {feedback().sim_time, feedback(), true})) {
        case Verdict::Kind::withheld:
            before_failsafe_.forget();
            holds_failsafe_ = false;  // the fail-safe command is sent again after that
            return vehicle_->withhold();
        case Verdict::Kind::refused:
            command = failsafe_after(last_command_, options_.failsafe, feedback());
            break;
        default:
            break;
    }
    applied_ = command;
    vehicle_->apply(command);
}

bool PlantVehicle::take(const vds1::Cmd& cmd, const Endpoint& from, SteadyTime now) noexcept {
    const auto command = vds1::to_command(cmd);
    if (!command) {
        ++counters_.not_finite;
        return false;
    }
    switch (gate_.admit(from, cmd.header, now)) {
        case GateStatus::out_of_order:
            ++counters_.out_of_order;
            return false;
        case GateStatus::other_controller:
            ++counters_.other_controller;
            return false;
        case GateStatus::accepted:
            break;
    }
    sender_version_ = cmd.header.version;
    follow(*command, now);
    return true;
}

GateStatus PlantVehicle::drive(LocalDriver driver, const Command& command,
                               SteadyTime asked_at) noexcept {
    const GateStatus status = gate_.claim(endpoint_of(driver), asked_at);
    if (status == GateStatus::accepted)
        follow(command, asked_at);
    else
        ++counters_.other_controller;
    return status;
}

void PlantVehicle::follow(const Command& command, SteadyTime now) noexcept {
    ++counters_.accepted;
    this->command(command);
    watchdog_.on_command(feedback().sim_time, now);
}

void PlantVehicle::let_go(LocalDriver driver) noexcept {
    if (gate_.holder() == endpoint_of(driver)) gate_.release();
}

bool PlantVehicle::is_driven_by(LocalDriver driver, SteadyTime now) const noexcept {
    return gate_.is_held(now) && gate_.holder() == endpoint_of(driver);
}

void PlantVehicle::restart(std::unique_ptr<Vehicle>& vehicle, Filters& filters) noexcept {
    vehicle_.swap(vehicle);
    std::swap(filters_, filters);
    gate_.release();
    watchdog_.restart();
    before_failsafe_.forget();
    last_command_ = applied_ = Command{};
    holds_failsafe_ = false;
    failure_.clear();
}

void PlantVehicle::tick(SteadyTime now) noexcept {
    plant::SimSession* const session = begin_tick(now);
    if (session != nullptr) end_tick(session->tick(step()));
}

plant::SimSession* PlantVehicle::begin_tick(SteadyTime now) noexcept {
    watchdog_.check(feedback().sim_time, now);
    if (watchdog_.is_failsafe() || may_hold_no_longer()) hold_failsafe();
    plant::SimSession* const session = vehicle_->prepare_step();
    if (session != nullptr) return session;
    const bool had_rolled_over = feedback().has_rolled_over;
    count(vehicle_->advance(), had_rolled_over);
    return nullptr;
}

/// The current command passed the filters when it arrived; since then the cabin may have been
/// opened.
bool PlantVehicle::may_hold_no_longer() noexcept {
    if (holds_failsafe_) return false;
    return filters_.chain.refuses_held(last_command_, {feedback().sim_time, feedback(), false});
}

void PlantVehicle::end_tick(plant::StepStatus status) noexcept {
    const bool had_rolled_over = feedback().has_rolled_over;
    count(vehicle_->conclude_step(status), had_rolled_over);
}

void PlantVehicle::count(bool has_moved, bool had_rolled_over) noexcept {
    if (!has_moved) ++counters_.failed_ticks;
    const bool has_failed = !has_moved && !feedback().has_rolled_over;
    if (has_failed && failure_.empty()) failure_ = vehicle_->explain();
    if (!had_rolled_over && feedback().has_rolled_over) ++counters_.roll_overs;
    if (faults_ != nullptr) faults_->after_tick(vehicle_->feedback());
}

void PlantVehicle::add_states(vds1::SendBatch& batch, SteadyTime now) noexcept {
    if (faults_ != nullptr && faults_->states() != nullptr)
        faults_->states()->release(now.time_since_epoch(), adding_to(batch));
    for (Stream& stream : streams_) add_state(batch, stream.to, stream.sequence, now);
    if (options_.reply_to_sender != Reply::holder || !gate_.is_held(now)) return;
    if (is_in_this_process(gate_.holder())) return;
    if (reply_.to.endpoint != gate_.holder()) reply_.sequence = 0;
    reply_.to = {gate_.holder(), sender_version_};
    add_state(batch, reply_.to, reply_.sequence, now);
}

void PlantVehicle::add_reply(vds1::SendBatch& batch, const Destination& to, std::uint32_t& sequence,
                             SteadyTime now) noexcept {
    if (!answers_subscribers()) return;
    const bool is_destination =
        std::any_of(streams_.begin(), streams_.end(),
                    [&](const Stream& stream) { return stream.to.endpoint == to.endpoint; });
    if (!is_destination) add_state(batch, to, sequence, now);
}

void PlantVehicle::add_state(vds1::SendBatch& batch, const Destination& to, std::uint32_t& sequence,
                             SteadyTime now) noexcept {
    vds1::Header header;
    header.version = to.version;
    header.sequence = ++sequence;
    header.vehicle_id = options_.vehicle_id;
    const vds1::State state = vds1::to_state(feedback(), header);
    FaultyLink* const link = faults_ == nullptr ? nullptr : faults_->states();
    if (link == nullptr) {
        batch.add(to.endpoint, state);
    } else {
        vds1::StateBuffer buffer;
        const std::size_t size = vds1::encode(state, buffer);
        link->pass(now.time_since_epoch(), {to.endpoint, buffer.data(), size}, adding_to(batch));
    }
    ++counters_.states_sent;
}

}  // namespace gateway::vdsim
