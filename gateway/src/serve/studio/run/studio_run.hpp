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

/// The parameters of a run to start.
struct RunOrder {
    std::string kind;  ///< "run" or "vdsim_realtime"
    std::string name;
    std::string yaml;
    std::filesystem::path place;  ///< the folder for relative paths
    /// Ratio of simulated time to wall time in measured mode; 0: as fast as possible.
    double pace = 1;
};

/// A run of the studio, also after its end. Not thread-safe.
class StudioRun {
  public:
    using State = RunRecord::State;

    /// Starts the run.
    /// @param folder for the run's files
    /// @param draft of the order's text; exists until the run ends
    /// @param result of the draft, without a problem
    /// @throws std::runtime_error if it cannot be started
    StudioRun(RunFolder folder, const RunOrder& order, std::unique_ptr<DraftFile> draft,
              const ValidationResult& result);
    /// Adds vehicles of a process that is running already.
    StudioRun(RunFolder folder, std::string name, std::shared_ptr<Peers> peers);
    /// A run that has ended in an earlier studio.
    StudioRun(RunFolder folder, RunRecord record);
    ~StudioRun();
    StudioRun(const StudioRun&) = delete;
    StudioRun& operator=(const StudioRun&) = delete;

    int id() const { return record_.id; }
    State state() const { return record_.state; }
    /// Reads the process's output, and detects its end.
    void poll();
    /// Asks the process to end, and kills it after ten seconds.
    void stop();
    /// Removes its files. Precondition: it has ended
    void remove_files() const { folder_.remove(); }
    /// Size of its files; 0 before its end.
    std::uintmax_t bytes() const { return bytes_; }

    /// Handles a call of the data port. @throws data_port::Refusal
    data_port::Answer answer(const data_port::Call& call);
    const RunRecord& record() const { return record_; }
    /// Its element of the list of runs, with the log lines after that number, its text and its
    /// files.
    nlohmann::ordered_json to_json_in_full(std::uint64_t after) const;

  private:
    void add_trace(const ValidationResult& result);
    void add_peers(const ValidationResult& result);
    std::vector<std::string> command(const ValidationResult& result, double pace) const;
    void start(const std::vector<std::string>& command);
    void receive_announcement();
    void open(const Announcement& announcement);
    void read_output();
    void add_line(std::string line);
    void end();
    void save_results();
    void record_effects(const std::optional<RunRequest>& request);

    RunFolder folder_;
    RunRecord record_;
    std::unique_ptr<DraftFile> draft_;
    std::unique_ptr<ChildProcess> child_;  ///< null: not started by the studio, or ended
    Descriptor output_{-1};                ///< of the process's output
    std::string unfinished_;               ///< incomplete last line of the output
    Descriptor announcing_{-1};            ///< of the process's announcement
    std::string announcement_;             ///< the part received so far
    std::string result_;                   ///< statistics printed by vdsim_realtime at its end
    data_port::LogBoard log_;
    std::optional<RunAddress> address_;  ///< of its data port, after the announcement
    std::shared_ptr<Peers> peers_;       ///< null: it has no vehicles reached over VDS1
    std::optional<std::chrono::steady_clock::time_point> force_at_;
    std::uintmax_t bytes_ = 0;
};

/// Removes the table of a run if it exists. @return false if it is still in use
[[nodiscard]] bool remove_unused_table(const std::string& name);

}  // namespace gateway::studio
