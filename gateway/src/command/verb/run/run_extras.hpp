// SPDX-License-Identifier: MIT
#pragma once

#include "assembly/run_programs.hpp"
#include "control/announcement.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace gateway {

/// The data port, live viewers and ROS 2 of one run.
class RunPublishers {
  public:
    virtual ~RunPublishers() = default;
    virtual std::vector<RunMonitor*> monitors() const = 0;
    /// What the run logs is to go here. Callable from any thread.
    virtual const Log& log() const = 0;
    /// Adds where the data port is reached, and its token.
    virtual void add_to(Announcement& announcement) const = 0;
};

/// A configuration in which the command line has set values, and its file, which is removed with
/// it.
class ChangedRun {
  public:
    virtual ~ChangedRun() = default;
    virtual RunConfig& config() = 0;
    virtual std::string file() const = 0;
};

/// What a run may have beside traces, summary and JUnit file. All of it is in ddc-gateway-full, so
/// that a first run needs little to be compiled.
class RunExtras {
  public:
    virtual ~RunExtras() = default;
    /// @throws plant::FileError, std::invalid_argument for values that cannot be set,
    /// std::runtime_error
    virtual std::unique_ptr<ChangedRun> change(const std::string& file,
                                               const std::vector<Setting>& settings) const = 0;
    /// @param config becomes one that lets them drive where they may; outlives the outlets
    /// @param file of `config`
    /// @param log gets what the run logs
    /// @throws std::runtime_error for a port in use, and for a module that is not there
    virtual std::unique_ptr<RunPublishers> open_publishers(RunConfig& config,
                                                           const std::string& file,
                                                           const Log& log) const = 0;
    /// What a recording keeps of a run: its configuration with every file that it names.
    virtual std::vector<AttachedFile> files_to_attach(const std::string& file,
                                                      const Log& log) const = 0;
    /// A picture for each program that was run and has a trace or a recording: of its requirements
    /// or, without any, of its path, speed and distance from the route.
    /// @param log receives where it is
    /// @throws plant::FileError, std::invalid_argument, std::runtime_error if gnuplot fails
    virtual void draw(const std::filesystem::path& picture, const RunConfig& config,
                      const std::vector<ProgramResult>& results, const Log& log) const = 0;
};

}  // namespace gateway
