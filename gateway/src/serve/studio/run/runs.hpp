// SPDX-License-Identifier: MIT
#pragma once

#include "studio_run.hpp"

namespace gateway::studio {

/// What the studio has started: what runs, side by side, and the last ones that have ended, also in
/// earlier studios of the folder. Belongs to one thread. With it all end that it has started.
class Runs {
  public:
    static constexpr std::size_t most_at_once = 16;
    static constexpr std::size_t most_kept = 32;  ///< that have ended

    /// Removes what a studio that was killed has left. @param folder outlives it
    explicit Runs(const Folder& folder);
    ~Runs();
    Runs(const Runs&) = delete;
    Runs& operator=(const Runs&) = delete;

    /// @throws data_port::Refusal with status 422 and the problems of its text
    const StudioRun& start(const RunOrder& order);
    /// Looks at vehicles that another has started.
    const StudioRun& attach(std::string name, std::shared_ptr<Peers> peers);
    /// @throws data_port::Refusal if there is none
    StudioRun& find(const std::string& id) const;
    /// The last one that has not ended; else the last one. @throws data_port::Refusal
    StudioRun& latest() const;
    /// The last one first.
    std::string to_json() const;
    /// Sees what has become of them. @return when to look again; nothing if none runs
    std::optional<std::chrono::steady_clock::time_point> look();

  private:
    bool has_live() const;
    void check_room() const;
    void check_traces(const Judgement& judgement) const;
    void take(RunFolder left);
    RunFolder new_folder() const;
    void forget_old();

    const Folder& folder_;
    std::vector<std::unique_ptr<StudioRun>> runs_;
};

/// Refuses a text because of what is wrong in it.
[[noreturn]] void refuse(const Problems& problems);

}  // namespace gateway::studio
