// SPDX-License-Identifier: MIT
#pragma once

#include "studio_run.hpp"

namespace gateway::studio {

/// The active runs of the studio, and the last ones that have ended, also those of earlier studios
/// in the folder. Its destructor stops all runs that it has started. Not thread-safe.
class Runs {
  public:
    static constexpr std::size_t most_at_once = 16;
    static constexpr std::size_t most_kept = 32;  ///< limit of the runs that have ended

    /// Removes the drafts and tables of killed studios. @param folder must outlive it
    explicit Runs(const Folder& folder);
    ~Runs();
    Runs(const Runs&) = delete;
    Runs& operator=(const Runs&) = delete;

    /// @throws data_port::Refusal with status 422 and the problems of its text
    const StudioRun& start(const RunOrder& order);
    /// Adds vehicles that the studio has not started.
    const StudioRun& attach(std::string name, std::shared_ptr<Peers> peers);
    /// @throws data_port::Refusal if there is no such run
    StudioRun& find(const std::string& id) const;
    /// The last active run; if there is none, the last one. @throws data_port::Refusal
    StudioRun& latest() const;
    /// The list of runs, the last one first.
    std::string to_json() const;
    /// Updates the state of all runs. @return when to call it next; nothing if no run is active
    std::optional<std::chrono::steady_clock::time_point> poll();

  private:
    bool has_live() const;
    void check_room() const;
    void check_traces(const ValidationResult& result) const;
    void add_left(RunFolder left);
    RunFolder new_folder() const;
    void remove_old();

    const Folder& folder_;
    std::vector<std::unique_ptr<StudioRun>> runs_;
};

/// Throws a Refusal with the problems of a text.
[[noreturn]] void refuse(const Problems& problems);

}  // namespace gateway::studio
