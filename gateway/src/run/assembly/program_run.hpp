// SPDX-License-Identifier: MIT
#pragma once

#include "run_config.hpp"

#include <gateway/base/log.hpp>
#include <gateway/base/run_control.hpp>
#include "control/step_gate.hpp"
#include "output/output_file.hpp"
#include "summary/summary.hpp"

#include <ddc/claim.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gateway {

/// Calls a function once, in the thread of the last program, when each program of a run has bound
/// its sockets or has ended, unless all have ended.
class Readiness {
  public:
    Readiness(std::size_t programs, std::function<void()> on_ready)
        : left_(programs), on_ready_(std::move(on_ready)) {}

    /// One program of a run, in its thread. If it ends without arrive(), the program has ended.
    class Member {
      public:
        explicit Member(Readiness& readiness) : readiness_(readiness) {}
        ~Member() { leave(); }
        Member(const Member&) = delete;
        Member& operator=(const Member&) = delete;
        /// Its sockets are bound.
        void arrive() {
            readiness_.has_any_ = true;
            leave();
        }

      private:
        void leave() {
            if (!std::exchange(has_left_, true)) readiness_.leave();
        }

        Readiness& readiness_;
        bool has_left_ = false;
    };

  private:
    void leave() {
        if (--left_ == 0 && has_any_) on_ready_();
    }

    std::atomic<std::size_t> left_;
    std::atomic<bool> has_any_{false};
    const std::function<void()> on_ready_;
};

struct KeptProgram;
class Network;
class RunMonitor;
class RecordingFile;
struct FaultBoard;
struct SafetyBoard;
class SharedMember;

/// The simulated time in ns that each program of a run has reached, written by its loop.
using ReachedTimes = std::vector<std::atomic<std::int64_t>>;

/// The environment of all programs of a run.
struct RunPlace {
    ddc::Table& table;
    RunControl& control;
    Network* network;  ///< null if no SOCKET port is connected
    const std::vector<RunMonitor*>& monitors;
    ReachedTimes* reached;  ///< null: not needed
    std::chrono::system_clock::time_point start;
    /// For the programs that the run starts.
    std::vector<std::pair<std::string, std::string>> environment;
};

/// One program of a run.
struct ProgramRun {
    const ProgramConfig& program;
    const RunConfig& config;
    std::size_t index;                         ///< among the run's programs
    std::shared_ptr<OutputFile> trace;         ///< null: no trace
    std::shared_ptr<RecordingFile> recording;  ///< null: no recording
    const RunPlace& place;
    const Log& log;
    ddc::Claim& claim;     ///< of the program's header
    SharedMember* shared;  ///< null with a separate simulated time
    StepGate* gate;        ///< null in realtime mode
    SafetyBoard* board;    ///< null without separate safety rules
    FaultBoard* faults;    ///< null without faults
    KeptProgram* kept;     ///< null for a program that ends with its run
    Readiness::Member& readiness;
};

/// Runs one program from its start to the end of the configured duration, or until it is stopped.
/// @return nothing if the run was stopped before the program connected
/// @throws ProgramError, ddc::TableError, std::runtime_error before the first cycle
std::optional<Summary> run_program(const ProgramRun& run);

}  // namespace gateway
