// SPDX-License-Identifier: MIT
#include "plant_server.hpp"

#include "service/watched_loop.hpp"

#include <plant/tick_together.hpp>

#include <algorithm>
#include <utility>

namespace gateway::vdsim {
namespace {

using Clock = std::chrono::steady_clock;

/// Limits the time that many packets take in a tick; the rest is read in the next one.
constexpr std::size_t most_batches = 16;

FaultyLink* cmd_link_of(const PlantVehicle& vehicle) {
    return vehicle.faults() == nullptr ? nullptr : vehicle.faults()->cmds();
}

}  // namespace

void TickBatch::add(CmdPort& port, PlantVehicle& vehicle, SteadyTime now) noexcept {
    if (count_ == capacity || vehicle.step() != step_) flush(now);
    plant::SimSession* const session = vehicle.begin_tick(now);
    if (session == nullptr) return port.add_states(vehicle, now);
    step_ = vehicle.step();
    sessions_[count_] = session;
    vehicles_[count_] = &vehicle;
    ports_[count_++] = &port;
}

void TickBatch::flush(SteadyTime now) noexcept {
    plant::tick_together(sessions_.data(), count_, step_, statuses_.data());
    for (std::size_t i = 0; i < count_; ++i) {
        vehicles_[i]->end_tick(statuses_[i]);
        ports_[i]->add_states(*vehicles_[i], now);
    }
    count_ = 0;
}

CmdPort::CmdPort(const Endpoint& local, std::chrono::nanoseconds period, SteadyTime now,
                 const std::vector<std::uint32_t>& allowed)
    : socket_(local), states_(socket_), subscribers_(allowed), period_(period), empty_at_(now) {}

void CmdPort::add(std::unique_ptr<PlantVehicle> vehicle) {
    const std::pair<std::uint32_t, PlantVehicle*> entry{vehicle->id(), vehicle.get()};
    by_id_.insert(std::lower_bound(by_id_.begin(), by_id_.end(), entry), entry);
    subscribers_.add_vehicle();
    answers_subscribers_ = answers_subscribers_ || vehicle->answers_subscribers();
    shortest_timeout_ = std::min(shortest_timeout_, vehicle->longest_silence());
    has_link_faults_ = has_link_faults_ || cmd_link_of(*vehicle) != nullptr;
    vehicles_.push_back(std::move(vehicle));
}

void CmdPort::reserve(std::size_t vehicles) {
    vehicles_.reserve(vehicles);
    by_id_.reserve(vehicles);
    subscribers_.reserve(vehicles);
}

void CmdPort::set_time_scale(double time_scale, std::chrono::nanoseconds period) noexcept {
    period_ = period;
    shortest_timeout_ = longest_timeout;
    for (const auto& vehicle : vehicles_) {
        vehicle->set_time_scale(time_scale);
        shortest_timeout_ = std::min(shortest_timeout_, vehicle->longest_silence());
    }
}

void CmdPort::drain(SteadyTime now) noexcept {
    if (has_link_faults_) release_delayed(now);
    const bool is_stale = now - empty_at_ >= period_ + shortest_timeout_;
    for (std::size_t batches = 0; batches < most_batches; ++batches) {
        const std::size_t count = batch_.receive(socket_);
        if (is_stale)
            counters_.stale += count;
        else
            for (std::size_t i = 0; i < count; ++i)
                take({batch_.from(i), batch_.data(i), batch_.size(i)}, now);
        if (count < DatagramBatch::capacity) {
            empty_at_ = now;
            return;
        }
    }
}

void CmdPort::take(const LinkPacket& packet, SteadyTime now) noexcept {
    vds1::Cmd cmd;
    PlantVehicle* const vehicle = decoded(packet, cmd);
    if (vehicle == nullptr) return;
    if (FaultyLink* const link = cmd_link_of(*vehicle))
        link->pass(now.time_since_epoch(), packet,
                   [&](const LinkPacket& arrived) { arrive(arrived, now); });
    else
        accept(*vehicle, cmd, packet.peer, now);
}

/// The vehicle of a CMD; null, and counted, if there is none.
PlantVehicle* CmdPort::decoded(const LinkPacket& packet, vds1::Cmd& cmd) noexcept {
    const vds1::DecodeStatus status = vds1::decode(packet.data, packet.size, cmd);
    if (status != vds1::DecodeStatus::ok) {
        ++counters_.rejected[static_cast<std::size_t>(status)];
        return nullptr;
    }
    PlantVehicle* const vehicle = vehicle_for(cmd.header);
    if (vehicle == nullptr) ++counters_.unknown_vehicle;
    return vehicle;
}

/// A packet leaves a link with faults.
void CmdPort::arrive(const LinkPacket& packet, SteadyTime now) noexcept {
    vds1::Cmd cmd;
    if (PlantVehicle* const vehicle = decoded(packet, cmd)) accept(*vehicle, cmd, packet.peer, now);
}

void CmdPort::release_delayed(SteadyTime now) noexcept {
    for (const auto& vehicle : vehicles_)
        if (FaultyLink* const link = cmd_link_of(*vehicle))
            link->release(now.time_since_epoch(),
                          [&](const LinkPacket& arrived) { arrive(arrived, now); });
}

void CmdPort::accept(PlantVehicle& vehicle, const vds1::Cmd& cmd, const Endpoint& from,
                     SteadyTime now) noexcept {
    if (vehicle.take(cmd, from, now)) subscribers_.on_command({from, cmd.header.version}, now);
}

PlantVehicle* CmdPort::vehicle_for(const vds1::Header& header) noexcept {
    if (header.version < vds1::vehicle_id_since) return vehicles_.front().get();
    const auto found =
        std::lower_bound(by_id_.begin(), by_id_.end(), header.vehicle_id,
                         [](const auto& entry, std::uint32_t id) { return entry.first < id; });
    return found == by_id_.end() || found->first != header.vehicle_id ? nullptr : found->second;
}

void CmdPort::send_states(SteadyTime now) noexcept {
    for (const auto& vehicle : vehicles_) add_states(*vehicle, now);
    send_added(now);
}

void CmdPort::send_added(SteadyTime now) noexcept {
    for (Subscribers::Subscriber& subscriber : subscribers_.all())
        if (answers_subscribers_ && subscriber.is_alive(now)) add_replies(subscriber, now);
    states_.flush();
}

/// Packets without ids are only useful for the first vehicle, which such CMDs drive.
void CmdPort::add_replies(Subscribers::Subscriber& subscriber, SteadyTime now) noexcept {
    const std::size_t count = subscriber.to.version < vds1::vehicle_id_since ? 1 : vehicles_.size();
    for (std::size_t i = 0; i < count; ++i)
        vehicles_[i]->add_reply(states_, subscriber.to, subscriber.sequences[i], now);
}

PlantServer::PlantServer(const RealTimeOptions& options, std::vector<std::uint32_t> allowed)
    : runner_(options, SteadyTime::max()), allowed_(std::move(allowed)) {}

CmdPort& PlantServer::add_port(const Endpoint& local) {
    CmdPort& port = *ports_.emplace_back(
        std::make_unique<CmdPort>(local, runner_.period(), Clock::now(), allowed_));
    static_cast<void>(waiter_.watch(port.descriptor()));
    return port;
}

void PlantServer::make_room(std::size_t vehicles) {
    for (const auto& port : ports_) port->reserve(port->vehicles().size() + vehicles);
    ports_.reserve(ports_.size() + vehicles);
    waiter_.reserve(ports_.size() + vehicles);
}

void PlantServer::run(SimTime duration, const RunControl& control, StepGate& gate) {
    const SteadyTime start = Clock::now();
    runner_.restart(start);
    next_second_ = start + std::chrono::seconds(1);
    while (!control.stop && sim_time_ < duration) {
        follow_scale(control);
        wait_and_take();
        const SteadyTime now = Clock::now();
        if (runner_.is_due(now))
            control.pause && !gate.take_step(sim_time_) ? stand_still(now) : tick(now);
        if (now < next_second_) continue;
        next_second_ = now + std::chrono::seconds(1);
        once_a_second();
    }
}

void PlantServer::follow_scale(const RunControl& control) {
    const double scale = control.time_scale;
    if (!(scale > 0) || scale == runner_.time_scale()) return;
    runner_.set_time_scale(scale, Clock::now());
    for (const auto& port : ports_) port->set_time_scale(scale, runner_.period());
}

/// Also reads sockets that were not reported as readable: CMDs may have arrived after that, while
/// the process was stopped.
void PlantServer::wait_and_take() {
    WatchedLoop::waits_until(runner_.next_deadline());
    static_cast<void>(waiter_.wait(runner_.next_deadline()));
    for (const auto& port : ports_) port->drain(Clock::now());
}

void PlantServer::tick(SteadyTime now) noexcept {
    lateness_ = runner_.begin_tick(now);
    look_ahead(now);
    for (const auto& port : ports_)
        for (const auto& vehicle : port->vehicles()) ticks_.add(*port, *vehicle, now);
    ticks_.flush(now);
    sim_time_ += runner_.dt();
    for (const auto& port : ports_) port->send_added(now);
    show(true);
}

void PlantServer::stand_still(SteadyTime now) noexcept {
    lateness_ = runner_.begin_tick(now);
    look_ahead(now);
    for (const auto& port : ports_) port->send_states(now);
    show(false);
}

void PlantServer::look_ahead(SteadyTime now) noexcept {
    take_added();
    for (const auto& port : ports_)
        for (const auto& vehicle : port->vehicles())
            for (VehicleMonitor* monitor : vehicle->monitors) monitor->before_tick(*vehicle, now);
}

/// The thread that has handed over the object frees what remains of it.
void PlantServer::take_added() noexcept {
    AddedVehicle* const added = added_.load();
    if (added == nullptr) return;
    CmdPort* port = added->port;
    if (added->new_port) {
        port = added->new_port.get();
        static_cast<void>(waiter_.watch(port->descriptor()));
        ports_.push_back(std::move(added->new_port));
    } else {
        port->add(std::move(added->vehicle));
    }
    port->set_time_scale(runner_.time_scale(), runner_.period());
    added_.store(nullptr);
}

void PlantServer::show(bool has_moved) noexcept {
    for (const auto& port : ports_)
        for (const auto& vehicle : port->vehicles())
            for (VehicleMonitor* monitor : vehicle->monitors)
                monitor->after_tick(*vehicle, has_moved);
    for (const auto& callback : after_tick) callback(has_moved);
}

std::vector<PlantVehicle*> PlantServer::vehicles() const {
    std::vector<PlantVehicle*> vehicles;
    for (const auto& port : ports_)
        for (const auto& vehicle : port->vehicles()) vehicles.push_back(vehicle.get());
    return vehicles;
}

}  // namespace gateway::vdsim
