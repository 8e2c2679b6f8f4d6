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
    /// The log that the run must use. Callable from any thread.
    virtual const Log& log() const = 0;
    /// Adds the address of the data port, and its token.
    virtual void add_to(Announcement& announcement) const = 0;
};

/// A configuration with values set by the command line, and its temporary file, which the
/// destructor removes.
class ChangedRun {
  public:
    virtual ~ChangedRun() = default;
    virtual RunConfig& config() = 0;
    virtual std::string file() const = 0;
};

/// The functions of a run besides traces, summary and JUnit file. Only ddc-gateway-full implements
/// them, so that a first run needs few sources compiled.
class RunExtras {
  public:
    virtual ~RunExtras() = default;
    /// Loads a configuration and sets values in it.
    /// @throws plant::FileError, std::invalid_argument for values that cannot be set,
    /// std::runtime_error
    virtual std::unique_ptr<ChangedRun> change(const std::string& file,
                                               const std::vector<Setting>& settings) const = 0;
    /// Opens the publishers that the configuration names.
    /// @param config is changed so that they can drive, if they are allowed to; outlives them
    /// @param file the file of `config`
    /// @param log receives the log of the run
    /// @throws std::runtime_error if a port is in use, or a module is not installed
    virtual std::unique_ptr<RunPublishers> open_publishers(RunConfig& config,
                                                           const std::string& file,
                                                           const Log& log) const = 0;
    /// The files to attach to a recording: the configuration with every file that it names.
    virtual std::vector<AttachedFile> files_to_attach(const std::string& file,
                                                      const Log& log) const = 0;
    /// Draws a picture for each program that has run and has a trace or a recording: of its
    /// requirements or, without any, of its path, speed and distance from the route.
    /// @param log receives the name of the picture
    /// @throws plant::FileError, std::invalid_argument, std::runtime_error if gnuplot fails
    virtual void draw(const std::filesystem::path& picture, const RunConfig& config,
                      const std::vector<ProgramResult>& results, const Log& log) const = 0;
};

}  // namespace gateway
