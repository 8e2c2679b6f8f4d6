// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace tests {

/// A directory for one test, removed when the test ends.
class ScratchDirectory {
  public:
    ScratchDirectory();
    ~ScratchDirectory();
    ScratchDirectory(const ScratchDirectory&) = delete;
    ScratchDirectory& operator=(const ScratchDirectory&) = delete;

    const std::filesystem::path& path() const { return path_; }
    /// Writes a file and returns its path.
    std::filesystem::path write(const std::string& name, const std::string& text) const;

  private:
    std::filesystem::path path_;
};

std::string read_file(const std::filesystem::path& file);

/// The directory of the project's binaries, which has the test's.
std::filesystem::path binary_directory();

struct Finished {
    int exit_code = -1;  ///< -1: ended by a signal
    std::string out;
    std::string err;
};

/// A command of the project as a real process, with its output in files. Its arguments `--announce
/// 3` write the announcement to one of them.
class Command {
  public:
    using Environment = std::vector<std::pair<std::string, std::string>>;

    Command(const ScratchDirectory& scratch, std::vector<std::string> arguments,
            const Environment& environment = {});
    /// Ends it if it still runs.
    ~Command();
    Command(const Command&) = delete;
    Command& operator=(const Command&) = delete;

    pid_t pid() const { return pid_; }
    void signal(int number) const;
    /// Blocks until standard error has that text. Fails the test after `limit`.
    void wait_for_stderr(const std::string& text,
                         std::chrono::seconds limit = std::chrono::seconds(20)) const;
    /// Blocks until it has announced its addresses. Fails the test after `limit`.
    void wait_for_announcement(std::chrono::seconds limit = std::chrono::seconds(20)) const;
    /// Its standard error so far.
    std::string standard_error() const { return read_file(err_); }
    /// Waits for its end. Fails the test and kills it after `limit`.
    Finished finish(std::chrono::seconds limit = std::chrono::seconds(180));

  private:
    pid_t pid_ = -1;
    std::filesystem::path out_, err_, announced_;
};

/// Runs a command to its end.
Finished run(const ScratchDirectory& scratch, std::vector<std::string> arguments,
             const Command::Environment& environment = {});

/// Pids of all processes whose command line has that text.
std::vector<pid_t> processes_with(const std::string& text);

}  // namespace tests
