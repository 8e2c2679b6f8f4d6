// SPDX-License-Identifier: MIT
#pragma once

#include "board/log_board.hpp"
#include "control/announcement.hpp"
#include "control/request.hpp"
#include "peers.hpp"
#include "process/child_process.hpp"
#include "relay.hpp"
#include "run_record.hpp"
#include "studio/draft/validation.hpp"

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
    using State = RunRecord::State;

    /// Starts it.
    /// @param draft of the order's text; kept as long as it runs
    /// @param judgement of it, without a problem
    /// @param folder for what it leaves
    /// @throws std::runtime_error if it cannot be started
    StudioRun(RunFolder folder, const RunOrder& order, std::unique_ptr<DraftFile> draft,
              const Judgement& judgement);
    /// Nothing is started: vehicles that run already.
    StudioRun(RunFolder folder, std::string name, std::shared_ptr<Peers> peers);
    /// One that has ended in an earlier studio.
    StudioRun(RunFolder folder, RunRecord record);
    ~StudioRun();
    StudioRun(const StudioRun&) = delete;
    StudioRun& operator=(const StudioRun&) = delete;

    int id() const { return record_.id; }
    State state() const { return record_.state; }
    /// Takes what it has said, and sees whether it has ended.
    void look();
    /// Asks it to end; by force, if it has not after ten seconds.
    void stop();
    /// Removes what it has left. It has ended.
    void forget() const { folder_.remove(); }
    /// What it has left, once it has ended.
    std::uintmax_t bytes() const { return bytes_; }

    /// A call of its data port. @throws data_port::Refusal
    data_port::Answer answer(const data_port::Call& call);
    const RunRecord& record() const { return record_; }
    /// A row of the list of runs, with its log lines behind that number, its text and its files.
    nlohmann::ordered_json to_json_in_full(std::uint64_t after) const;

  private:
    void add_trace(const Judgement& judgement);
    void add_peers(const Judgement& judgement);
    std::vector<std::string> command(const Judgement& judgement, double pace) const;
    void start(const std::vector<std::string>& command);
    void take_announcement();
    void open(const Announcement& announcement);
    void take_output();
    void take_line(std::string line);
    void end();
    void keep();
    void note(const std::optional<RunRequest>& request);

    RunFolder folder_;
    RunRecord record_;
    std::unique_ptr<DraftFile> draft_;
    std::unique_ptr<ChildProcess> child_;  ///< null: we did not start it, or it has ended
    Descriptor output_{-1};                ///< what it says is read here
    std::string unfinished_;               ///< line of it
    Descriptor announcing_{-1};            ///< where it is reached is read here
    std::string announcement_;             ///< what has come of that
    std::string result_;                   ///< what a vdsim_realtime prints at its end
    data_port::LogBoard log_;
    std::optional<RunAddress> address_;  ///< of its data port, once it has announced it
    std::shared_ptr<Peers> peers_;       ///< null: it speaks no VDS1 with us
    std::optional<std::chrono::steady_clock::time_point> force_at_;
    std::uintmax_t bytes_ = 0;
};

/// Removes the table that a run has left, if it has. @return false if it is still in use
[[nodiscard]] bool forget_table(const std::string& name);

}  // namespace gateway::studio
