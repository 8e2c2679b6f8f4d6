// SPDX-License-Identifier: MIT
#include "ros2_publisher.hpp"

#include "assembly/factories.hpp"
#include "autoware_controller.hpp"
#include "mcap/program_ports.hpp"
#include "open_participant.hpp"
#include "ros2/topic/cycle_clock.hpp"
#include "vehicle_topics.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace gateway::ros2 {
namespace {

/// Publishes a program's vehicle after each cycle, and its ports if configured.
class RunTopics : public Observer {
  public:
    RunTopics(std::shared_ptr<dds::Participant> participant, const Ros2Config& config,
              VehicleTopics::Options options, const Assembly& assembly, Log log)
        : sender_(std::move(participant), config.space),
          clock_(sender_, config.publishes_clock),
          vehicle_(sender_, std::move(options)),
          log_(std::move(log)) {
        if (config.ports_as_topics) ports_.emplace(sender_, assembly.inputs(), assembly.outputs());
    }

    void after_cycle(const CycleRecord& record) override {
        const bool is_due = clock_.begin_cycle(record.now);
        if (ports_) ports_->add_to(sender_, clock_.time());
        if (is_due) vehicle_.add(clock_.time(), record.feedback);
        sender_.end_cycle();
    }
    void finish(Summary& summary) override {
        summary.ros2_messages_dropped = sender_.dropped();
        if (sender_.dropped() > 0) log_(dropped_text(sender_.dropped()));
    }

  private:
    Sender sender_;
    CycleClock clock_;
    VehicleTopics vehicle_;
    std::optional<ProgramPorts> ports_;
    Log log_;
};

/// The options of a remote vehicle have their default 0.
VehicleTopics::Options options_of(const ProgramConfig& program) {
    if (program.remote_vehicle) return {};
    return VehicleTopics::options_of(program.vehicle);
}

void refuse_pose(const InitialPose& /*pose*/) {
    throw std::runtime_error(
        "a run begins where `vehicle.start` says; only vdsim_realtime can restart elsewhere");
}

}  // namespace

Ros2Publisher::Ros2Publisher(RunConfig& config, const Log& log) {
    for (ProgramConfig& program : config.programs) {
        Member& member = members_.emplace_back();
        if (!program.ros2) continue;
        member.participant = open_participant(*program.ros2, log);
        if (!program.ros2->takes_commands()) continue;
        member.commands = std::make_shared<CommandBoard>(
            member.participant, command_topics_of(*program.ros2, program.vehicle.controller), log,
            refuse_pose, program.ros2->space);
        program.manual_controllers.push_back(
            [board = member.commands] { return std::make_unique<AutowareController>(board); });
    }
}

std::unique_ptr<Observer> Ros2Publisher::look_at(const ProgramRun& run, const Assembly& assembly) {
    const Member& member = members_[run.index];
    if (!member.participant) return nullptr;
    VehicleTopics::Options options = options_of(run.program);
    options.commands = member.commands;
    options.vehicle_interface = run.program.ros2->vehicle_interface;
    return std::make_unique<RunTopics>(member.participant, *run.program.ros2, std::move(options),
                                       assembly, run.log);
}

std::unique_ptr<Ros2Publisher> create_ros2(RunConfig& config, const Log& log) {
    const bool is_wanted = std::any_of(config.programs.begin(), config.programs.end(),
                                       [](const auto& program) { return program.ros2; });
    return is_wanted ? std::make_unique<Ros2Publisher>(config, log) : nullptr;
}

}  // namespace gateway::ros2
