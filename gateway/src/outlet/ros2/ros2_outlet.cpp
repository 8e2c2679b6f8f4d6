// SPDX-License-Identifier: MIT
#include "ros2_outlet.hpp"

#include "../../run/program_run.hpp"
#include "autoware_controller.hpp"
#include "open_participant.hpp"
#include "turn_clock.hpp"
#include "vehicle_topics.hpp"

#include <algorithm>

namespace gateway::ros2 {
namespace {

/// The vehicle of a program, seen in its turns.
class RunTopics : public Observer {
  public:
    RunTopics(std::shared_ptr<dds::Participant> participant, bool publishes_clock,
              VehicleTopics::Options options)
        : sender_(std::move(participant)),
          clock_(sender_, publishes_clock),
          vehicle_(sender_, std::move(options)) {}

    void after_turn(const TurnRecord& record) override {
        if (clock_.begin_turn(record.now)) vehicle_.add(clock_.stamp(), record.feedback);
        sender_.end_turn();
    }
    void stand_by() override { sender_.end_turn(); }

  private:
    Sender sender_;
    TurnClock clock_;
    VehicleTopics vehicle_;
};

/// What a vehicle that lives elsewhere does not tell is 0.
VehicleTopics::Options options_of(const ProgramConfig& program) {
    if (program.remote_vehicle) return {};
    return VehicleTopics::options_of(program.vehicle);
}

}  // namespace

Ros2Outlet::Ros2Outlet(RunConfig& config, const Log& log) {
    for (ProgramConfig& program : config.programs) {
        Member& member = members_.emplace_back();
        if (!program.ros2) continue;
        member.participant = open_participant(*program.ros2, log);
        if (program.ros2->commands == Ros2Commands::none) continue;
        member.commands =
            std::make_shared<CommandBoard>(member.participant, program.ros2->commands, log);
        program.persons.push_back(
            [board = member.commands] { return std::make_unique<AutowareController>(board); });
    }
}

std::unique_ptr<Observer> Ros2Outlet::look_at(const ProgramRun& run, const Assembly& /*assembly*/) {
    const Member& member = members_[run.index];
    if (!member.participant) return nullptr;
    VehicleTopics::Options options = options_of(run.program);
    options.commands = member.commands;
    return std::make_unique<RunTopics>(member.participant, run.program.ros2->publishes_clock,
                                       std::move(options));
}

std::unique_ptr<Ros2Outlet> create_ros2(RunConfig& config, const Log& log) {
    const bool is_wanted = std::any_of(config.programs.begin(), config.programs.end(),
                                       [](const auto& program) { return program.ros2; });
    return is_wanted ? std::make_unique<Ros2Outlet>(config, log) : nullptr;
}

}  // namespace gateway::ros2
