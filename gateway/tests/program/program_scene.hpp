// SPDX-License-Identifier: MIT
#pragma once

#include "fake_clock.hpp"

#include <gateway/base/seams.hpp>
#include "process/program_peer.hpp"
#include "watchdog.hpp"

#include <ddc/inspect.hpp>
#include <ddc/interface/program.hpp>

#include <unistd.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace gateway::tests {

/// A table with one program, which acts only when the test calls it, and the gateway's side with a
/// separate clock.
class ProgramScene {
  public:
    ProgramScene() : table(ddc::Table::create(own_name())) {}
    ~ProgramScene() { ddc::remove_table(table.name(), ddc::Removal::always); }
    ProgramScene(const ProgramScene&) = delete;
    ProgramScene& operator=(const ProgramScene&) = delete;

    /// @name The program
    /// @{
    /// Starts or restarts, with the ports true_velocity, set_steering, and `pedal`.
    void start(const char* pedal = "set_gas") {
        program_.emplace(table, reference_id, "tested");
        velocity_ = program_->input<double>("true_velocity");
        steering_ = program_->output<double>("set_steering");
        pedal_ = program_->output<double>(pedal);
        program_->publish();
    }
    /// Ends, and sets `running` to false.
    void leave() { program_.reset(); }
    /// Polls once, as the program does continuously. @return whether a cycle or new inputs were
    /// pending; the program has not replied to them yet
    bool look() { return program_->begin_cycle({}) == ddc::Status::ok; }
    void answer(double gas = 0.5) {
        program_->set(*pedal_, gas);
        static_cast<void>(program_->end_cycle());
    }
    /// From now on the program polls each millisecond of the clock, and replies to each cycle.
    void work() {
        if (program_ && !hangs && look()) {
            deltas_s.push_back(program_->delta_s());
            answer();
        }
        clock.in(std::chrono::milliseconds(1), [this] { work(); });
    }
    bool hangs = false;
    /// The elapsed time that the program got in each cycle of work().
    std::vector<double> deltas_s;
    double shown_velocity() const { return program_->get(*velocity_); }
    /// @}

    ProgramPeer peer() {
        return {table,   options, nullptr, stop, [this](const std::string& text) { say(text); },
                nullptr, nullptr, clock};
    }
    static constexpr ddc::Id reference_id = 0x4000;
    static constexpr ddc::Id entry(ddc::Id offset) { return reference_id + offset; }
    template <class T>
    T read(ddc::Id offset) const {
        T value{};
        static_cast<void>(table.read(entry(offset), value));
        return value;
    }
    template <class T>
    void write(ddc::Id offset, T value) {
        static_cast<void>(table.write(entry(offset), value));
    }
    std::chrono::nanoseconds elapsed() const { return clock.now() - begin_; }
    bool was_reported(const std::string& text) const {
        return std::any_of(reports.begin(), reports.end(), [&](const std::string& report) {
            return report.find(text) != std::string::npos;
        });
    }

    ddc::Table table;
    FakeClock clock;
    ProgramOptions options;
    std::atomic<bool> stop{false};
    std::vector<std::string> reports;                     ///< messages to the user
    std::vector<std::chrono::nanoseconds> reported_when;  ///< and their times

  private:
    static ddc::TableOptions own_name() {
        static int count = 0;
        ddc::TableOptions options;
        options.name = "test." + std::to_string(::getpid()) + ".p" + std::to_string(++count);
        return options;
    }
    void say(const std::string& text) {
        reports.push_back(text);
        reported_when.push_back(elapsed());
    }

    ::tests::Watchdog watchdog_;
    SteadyTime begin_ = clock.now();
    std::optional<ddc::interface::Program> program_;
    std::optional<ddc::interface::Input<double>> velocity_;
    std::optional<ddc::interface::Output<double>> steering_, pedal_;
};

/// Reports the inputs of a controller in cycles that are `period` apart.
struct Cycles {
    explicit Cycles(SimTime cycle_period) : period(cycle_period) {}

    Cycle take(Controller& controller) {
        const SimTime since_last = now == SimTime{0} ? now : period;
        const Cycle cycle = controller.run_cycle({now, since_last, feedback, trajectory});
        now += period;
        return cycle;
    }

    SimTime period;
    SimTime now{0};
    Feedback feedback;
    Trajectory trajectory;
};

}  // namespace gateway::tests
