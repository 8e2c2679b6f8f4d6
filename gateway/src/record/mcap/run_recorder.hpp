// SPDX-License-Identifier: MIT
#pragma once

#include "diagnostics.hpp"
#include "message_sink.hpp"
#include "program_ports.hpp"
#include "scene_recorder.hpp"
#include "vehicle_messages.hpp"

#include "observer/trace_recorder.hpp"
#include "safety/command_tap.hpp"
#include "safety/safety_filter.hpp"

#include <memory>
#include <string>
#include <vector>

namespace gateway {

/// Makes the messages of each cycle for recordings and live viewers: inputs and outputs of the
/// program, the vehicle, the command before and after the filters, the safety rules that acted,
/// numbers of the run, and diagnostics.
class RunRecorder : public Observer {
  public:
    /// The objects that are recorded; all outlive this.
    struct Sources {
        const BoundEntries& inputs;
        const BoundEntries& outputs;
        const CommandTap* tap;       ///< null if another program owns the filters
        const SafetyFilter* safety;  ///< null without rules
        std::string frame;           ///< frame of the vehicle's centre of gravity
        SimTime epoch{0};            ///< time of the messages at the simulated time 0
    };
    /// A topic with numbers.
    struct Numbers {
        std::string topic, type;
        std::vector<TraceColumn> columns;
        /// Before the names of the columns, which the fields of the messages do not have.
        std::string prefix{};
        bool are_flags = false;  ///< they are 0 or 1, in the messages false or true
    };
    /// @param scene null if there is no recording
    RunRecorder(std::shared_ptr<MessageSink> sink, const Sources& sources,
                const std::vector<Numbers>& numbers, std::unique_ptr<SceneRecorder> scene);

    void after_cycle(const CycleRecord& record) override;
    void finish(Summary& summary) override;

  private:
    using Topic = ddc::recording::McapId;
    struct NumbersTopic {
        Topic topic;
        std::vector<TraceColumn> columns;
        std::size_t size;
        bool are_flags;
    };

    void add_numbers(const Numbers& numbers);
    void add_rules();
    void record_cycle(SimTime now, const CycleRecord& record);
    void record_numbers(const NumbersTopic& numbers, SimTime now, const CycleRecord& record);
    void record_commands(SimTime now, const CycleRecord& record);
    void record_rules(SimTime now);

    std::shared_ptr<MessageSink> sink_;
    Sources from_;
    ProgramPorts ports_;
    Diagnostics diagnostics_;
    std::unique_ptr<SceneRecorder> scene_;
    ddc::recording::Odometry odometry_;
    ddc::recording::TFMessage transforms_;
    messages::VehicleState state_;
    messages::Command command_;
    std::vector<NumbersTopic> numbers_;
    std::vector<vehicle_interface::Rule> rules_;
    Topic odometry_topic_ = 0, transform_topic_ = 0, state_topic_ = 0, asked_topic_ = 0,
          given_topic_ = 0, safety_topic_ = 0;
};

}  // namespace gateway
