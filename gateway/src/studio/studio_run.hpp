// SPDX-License-Identifier: MIT
#pragma once

#include "../data_port/log_board.hpp"
#include "../program/child_process.hpp"
#include "peers.hpp"
#include "relay.hpp"
#include "validation.hpp"

#include <nlohmann/json_fwd.hpp>

namespace gateway::studio {

/// What a person wants to have started.
struct RunOrder {
    std::string kind;  ///< "run" or "vdsim_realtime"
    std::string name;
    std::string yaml;
    std::filesystem::path place;  ///< the folder that its paths are relative to
    /// Simulated seconds in a second on the clock, of measured mode; 0: as fast as it goes.
    double pace = 1;
};

/// A run that the studio has started, and what is left of it when it has ended. Belongs to one
/// thread.
class StudioRun {
  public:
    enum class State { starting, running, ended };

    /// Starts it.
    /// @param draft of the order's text; kept as long as it runs
    /// @param judgement of it, without a problem
    /// @param files a folder for what it leaves
    /// @throws std::runtime_error if it cannot be started
    StudioRun(int id, RunOrder order, std::unique_ptr<DraftFile> draft, const Judgement& judgement,
              std::filesystem::path files);
    /// Nothing is started: vehicles that run already.
    StudioRun(int id, std::string name, std::shared_ptr<Peers> peers);
    ~StudioRun();
    StudioRun(const StudioRun&) = delete;
    StudioRun& operator=(const StudioRun&) = delete;

    int id() const { return id_; }
    State state() const { return state_; }
    /// Takes what it has said, and sees whether it has ended.
    void look();
    /// Asks it to end; by force, if it has not after ten seconds.
    void stop();

    /// A call of its data port. @throws data_port::Refusal
    data_port::Answer answer(const data_port::Call& call);
    const std::vector<std::filesystem::path>& traces() const { return traces_; }
    /// A row of the list of runs.
    nlohmann::ordered_json to_json() const;
    /// With its log lines behind that number, its text and its files.
    nlohmann::ordered_json to_json_in_full(std::uint64_t after) const;
    /// What it has recorded for one of its vehicles so far. @throws data_port::Refusal
    std::string trace(std::size_t vehicle) const;

  private:
    void add_trace(const Judgement& judgement);
    void add_peers(const Judgement& judgement);
    std::vector<std::string> command(const Judgement& judgement) const;
    void start(const std::vector<std::string>& command);
    void take_output();
    void take_line(std::string line);
    void end();
    void keep_traces();
    void keep_summary();

    int id_;
    RunOrder order_;
    std::unique_ptr<DraftFile> draft_;
    std::filesystem::path files_;
    std::vector<std::filesystem::path> traces_;  ///< of each vehicle; empty where there is none

    std::unique_ptr<ChildProcess> child_;  ///< null: we did not start it, or it has ended
    int output_ = -1;                      ///< what it says is read here
    std::string unfinished_;               ///< line of it
    std::string result_;                   ///< what a vdsim_realtime prints at its end
    data_port::LogBoard log_;
    std::optional<RunAddress> address_;  ///< of its data port, once it has told it
    std::shared_ptr<Peers> peers_;       ///< null: it speaks no VDS1 with us
    State state_ = State::starting;
    std::optional<std::chrono::steady_clock::time_point> force_at_;
    double started_s_, ended_s_ = 0;  ///< since 1970
    std::optional<int> exit_code_;
    std::string how_it_ended_;
    std::string summary_;  ///< JSON
};

}  // namespace gateway::studio
