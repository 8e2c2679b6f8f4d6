// SPDX-License-Identifier: MIT
#pragma once

#include "../run/run_config.hpp"
#include "../vdsim/plant_server_config.hpp"
#include "folder.hpp"
#include "problem_list.hpp"

namespace gateway::studio {

/// The text that a person edits, as a file: what it names is relative to its folder. It has a name
/// of its own there, hidden, and is gone in the end.
class DraftFile {
  public:
    /// @param place a folder @throws data_port::Refusal if nothing can be written there
    DraftFile(const std::filesystem::path& place, const std::string& yaml);
    ~DraftFile();
    DraftFile(const DraftFile&) = delete;
    DraftFile& operator=(const DraftFile&) = delete;

    const std::filesystem::path& file() const { return file_; }
    /// @throws std::runtime_error
    void write(const std::string& yaml) const;

  private:
    std::filesystem::path file_;
};

/// What the readers of the command line say of a text.
struct Judgement {
    Problems problems;
    /// @name Of that kind, without a problem
    /// @{
    std::optional<RunConfig> run;
    std::optional<vdsim::PlantServerConfig> plant;
    /// @}
};

/// @param kind "run", "vdsim_realtime", "vehicle", ... as the schemas are called
/// @throws data_port::Refusal for another one
Judgement judge(const Folder& folder, const std::string& kind, const DraftFile& draft);

}  // namespace gateway::studio
