// SPDX-License-Identifier: MIT
// The same autopilot with the API of libddc: `basic` interface, inputs and outputs as one snapshot
// each, waiting instead of polling.
#include "route_follower.hpp"

#include <ddc/version.h>
#include <ddc/run_program.hpp>
#include <ddc/table.hpp>

#include <chrono>
#include <iterator>
#include <stdexcept>
#include <string>

namespace {

using ddc::Clock;
using ddc::Id;
using ddc::Status;
using ddc::Type;

constexpr Id running = 0, interface_type = 1, time_mode = 2, run_cycle_switch = 3, delta_sec = 4,
             execution_time = 5, simulation_running = 6, input_start_id = 7, output_start_id = 8;
constexpr Id inputs_at = 10, outputs_at = 40;
constexpr int points = autopilot::Inputs::max_points;

class Program {
  public:
    Program(ddc::Table& table, Id reference_id) : table_(table), reference_id_(reference_id) {}

    /// Resets all state and all entries, whatever they were. This makes the program resettable.
    Status initialise() {
        follower_ = autopilot::RouteFollower();
        seen_ = autopilot::Inputs();
        bind_entries();
        ddc::Group header;
        header.set(header.add(id(interface_type), Type::string), std::string("basic"));
        header.set(header.add(id(time_mode), Type::string), std::string("resettable"));
        header.set(header.add(id(run_cycle_switch), Type::boolean), false);
        header.set(header.add(id(delta_sec), Type::real64), 0.0);
        header.set(header.add(id(execution_time), Type::real64), 0.0);
        header.set(header.add(id(simulation_running), Type::boolean), false);
        header.set(header.add(id(input_start_id), Type::int32), std::int32_t{inputs_at});
        header.set(header.add(id(output_start_id), Type::int32), std::int32_t{outputs_at});
        header.set(header.add(id(running), Type::boolean), true);
        for (Id i = 0; i < 3; ++i) header.set(header.add(id(outputs_at + i), Type::real64), 0.0);
        return table_.write(header);
    }

    /// Waits for a short time for the request of a cycle, and runs it.
    Status run() {
        const ddc::Watch seen[] = {watch(run_cycle_switch), watch(simulation_running),
                                   watch(delta_sec), watch(running)};
        bool is_asked = false, is_streaming = false, is_running = false;
        // A gateway that keeps the program for another run empties the table, `running` last.
        if (table_.read(id(running), is_running) == Status::no_data) return initialise();
        static_cast<void>(table_.read(id(run_cycle_switch), is_asked));
        static_cast<void>(table_.read(id(simulation_running), is_streaming));
        if (is_asked || (is_streaming && seen[2].sequence != inputs_.item(0).sequence))
            return run_cycle(is_asked);
        // The side that starts later sets `running` to false and waits until it is true.
        if (!is_streaming && !is_running) return table_.write(id(running), true);
        const Status status = table_.wait_for_change(seen, std::size(seen),
                                                     Clock::now() + std::chrono::milliseconds(20),
                                                     ddc::OnSignal::give_up);
        return status == Status::timed_out || status == Status::interrupted ? Status::ok : status;
    }

    void leave() { static_cast<void>(table_.write(id(running), false)); }

  private:
    Id id(Id offset) const { return reference_id_ + offset; }
    ddc::Watch watch(Id offset) const { return {id(offset), table_.sequence(id(offset))}; }

    void bind_entries() {
        inputs_ = outputs_ = ddc::Group();
        inputs_.add(id(delta_sec), Type::real64);
        for (Id i = 0; i < 4; ++i) inputs_.add(id(inputs_at + i), Type::real64);
        inputs_.add(id(inputs_at + 4), Type::int32);
        for (Id i = 0; i < 2 * points; ++i) inputs_.add(id(inputs_at + 5 + i), Type::real64);
        for (Id i = 0; i < 3; ++i) outputs_.add(id(outputs_at + i), Type::real64);
        outputs_.add(id(execution_time), Type::real64);
    }

    Status run_cycle(bool is_measured) {
        read_inputs();
        const auto start = Clock::now();
        const autopilot::Outputs result = follower_.update(seen_, inputs_.real64(0));
        const std::chrono::duration<double> taken = Clock::now() - start;
        outputs_.set(0, result.steering_deg);
        outputs_.set(1, result.gas);
        outputs_.set(2, result.braking);
        outputs_.set(3, taken.count());
        Status status = table_.write(outputs_);
        if (status == Status::ok && is_measured) status = table_.write(id(run_cycle_switch), false);
        return status;
    }

    void read_inputs() {
        static_cast<void>(table_.read(inputs_));  // an entry without data keeps its last value
        seen_.velocity_kmh = inputs_.real64(1);
        seen_.x_m = inputs_.real64(2);
        seen_.y_m = inputs_.real64(3);
        seen_.compass_deg = inputs_.real64(4);
        seen_.trajectory_length = inputs_.int32(5);
        for (std::size_t i = 0; i < points; ++i) {
            seen_.trajectory_x_m[i] = inputs_.real64(6 + i);
            seen_.trajectory_y_m[i] = inputs_.real64(6 + points + i);
        }
    }

    ddc::Table& table_;
    Id reference_id_;
    ddc::Group inputs_;   ///< delta_sec, then the basic interface's first 25 inputs
    ddc::Group outputs_;  ///< the three outputs, execution_time
    autopilot::Inputs seen_;
    autopilot::RouteFollower follower_;
};

void run(const ddc::ProgramStart& start) {
    ddc::Table table = ddc::Table::open_or_create();
    Program program(table, start.reference_id);
    Status status = program.initialise();
    while (status == Status::ok && !start.stopped) status = program.run();
    program.leave();
    if (status != Status::ok && status != Status::timed_out)
        throw std::runtime_error(table.explain(status));
}

}  // namespace

int main(int argc, char** argv) {
    return ddc::run_program(argc, argv, {"Drives the route of the demo.", DDC_VERSION}, run);
}
