// SPDX-License-Identifier: MIT
#include "plant_monitor.hpp"

#include "publisher.hpp"

#include <gateway/protocol/vds1/convert.hpp>

#include <utility>

namespace gateway::data_port {
namespace {

constexpr auto local_driver = vdsim::LocalDriver::data_port;

void add_plant_packets(const vdsim::PlantVehicle& vehicle, Snapshot& to) noexcept {
    const vdsim::PlantVehicleCounters& counters = vehicle.counters();
    to.cmds = to.states = {};
    to.cmds.add("sequence", vehicle.gate().sequence());
    to.cmds.add("accepted", counters.accepted);
    to.cmds.add("clamped", counters.clamped);
    to.cmds.add("refused", counters.refused);
    to.cmds.add("out_of_order", counters.out_of_order);
    to.cmds.add("other_controller", counters.other_controller);
    to.cmds.add("not_finite", counters.not_finite);
    to.states.add("sent", counters.states_sent);
    if (counters.accepted > 0) to.cmds.age = to.published_at - vehicle.gate().accepted_at();
}

}  // namespace

PlantMonitor::PlantMonitor(VehicleBoard& board, const vdsim::PlantServer& server,
                           const RunControl& control, const FaultBoard* faults)
    : board_(board),
      server_(server),
      control_(control),
      faults_(faults),
      releases_(control.releases) {
    name_faults(faults, board);
    Publication empty;
    empty.faults.resize(board.faults.size());
    board.states = std::make_unique<TripleBuffer<Publication>>(empty);
    board.durations = std::make_unique<TripleBuffer<Durations>>();
    board.is_ready = true;
}

void PlantMonitor::before_tick(vdsim::PlantVehicle& vehicle, SteadyTime now) noexcept {
    if (RestartParts* const fresh = restart_parts_.load()) {
        vehicle.restart(fresh->vehicle, fresh->filters);
        restart_parts_.store(nullptr);
    }
    const std::uint64_t releases = control_.releases.load(std::memory_order_relaxed);
    if (std::exchange(releases_, releases) != releases) vehicle.let_go(local_driver);
    if (board_.command.take()) drive(vehicle, now);
    is_driven_here_ = vehicle.is_driven_by(local_driver, now);
    board_.is_driven_here.store(is_driven_here_, std::memory_order_relaxed);
}

/// A command that waited while the process was paused for too long has no effect.
void PlantMonitor::drive(vdsim::PlantVehicle& vehicle, SteadyTime now) noexcept {
    const IoCommand& asked = board_.command.latest();
    const auto longest_wait = server_.runner().period() + vehicle.longest_silence();
    command_number_ = asked.number;
    is_command_accepted_ =
        now - asked.asked_at < longest_wait &&
        vehicle.drive(local_driver, {asked.pedals, asked.state, std::nullopt, asked.off},
                      asked.asked_at) == vdsim::GateStatus::accepted;
}

void PlantMonitor::after_tick(const vdsim::PlantVehicle& vehicle, bool has_moved) noexcept {
    if (has_moved) {
        ++cycles_;
        if (vehicle.watchdog().is_failsafe()) ++failsafe_cycles_;
    }
    publish_if_requested(vehicle);
    if (!has_moved) board_.ring();  // requested steps may be complete
}

void PlantMonitor::publish_if_requested(const vdsim::PlantVehicle& vehicle) noexcept {
    if (board_.state_requested.load(std::memory_order_relaxed)) publish_state(vehicle);
    if (!board_.durations_requested.load(std::memory_order_relaxed)) return;
    Durations& to = board_.durations->filling();
    to.cycles = cycles_;
    to.lateness = server_.runner().lateness();
    board_.durations->publish();
    board_.durations_requested.exchange(false);
    board_.ring();
}

void PlantMonitor::publish_state(const vdsim::PlantVehicle& vehicle) noexcept {
    board_.state_requested.exchange(false);
    Publication& to = board_.states->filling();
    fill(vehicle, to.snapshot);
    copy(faults_, to.faults);
    board_.states->publish();
    board_.ring();
}

void PlantMonitor::fill(const vdsim::PlantVehicle& vehicle, Snapshot& to) const noexcept {
    const Feedback& feedback = vehicle.feedback();
    const vdsim::PlantVehicleCounters& counters = vehicle.counters();
    to.published_at = std::chrono::steady_clock::now();
    to.cycles = cycles_;
    to.failsafe_cycles = failsafe_cycles_;
    to.now = feedback.sim_time;
    to.state = vds1::to_state(feedback, {});
    to.report = feedback.report;
    to.command = vehicle.applied();
    to.is_failsafe = vehicle.watchdog().is_failsafe();
    to.is_fresh = feedback.is_fresh;
    to.command_number = command_number_;
    to.is_command_accepted = is_command_accepted_;
    to.controller.state = state_of(vehicle.watchdog().state());
    to.controller.is_manual = is_driven_here_;
    to.controller.silences = vehicle.watchdog().losses();
    to.controller.rejected_outputs = counters.refused + counters.not_finite;
    to.controller.clamped_outputs = counters.clamped;
    to.lateness = server_.lateness();
    copy(vehicle.filters(), to);
    add_plant_packets(vehicle, to);
}

}  // namespace gateway::data_port
