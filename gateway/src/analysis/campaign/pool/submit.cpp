// SPDX-License-Identifier: MIT
#include "submit.hpp"

#include "progress_line.hpp"

#include <gateway/base/signals.hpp>
#include "campaign/worker/stop_search.hpp"
#include "output/output_file.hpp"
#include "posix/spawn.hpp"
#include "process/program_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace gateway::campaign {
namespace {

struct CommandOutput {
    int exit_code = -1;  ///< -1: ended by a signal
    std::string text;    ///< of standard output
};

/// Whether the standard error of a command is shown.
enum class ErrorsOf { command_shown, command_dropped };

std::string read_all(int descriptor) {
    std::string text;
    std::array<char, 4096> buffer{};
    for (;;) {
        const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return text;
        text.append(buffer.data(), static_cast<std::size_t>(count));
    }
}

/// Runs a command of the PATH and waits for its end.
/// @throws std::system_error if it cannot be started
CommandOutput output_of(std::vector<std::string> words, const std::filesystem::path& folder,
                        ErrorsOf errors = ErrorsOf::command_shown) {
    const std::string name = words.front();
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        throw std::system_error(errno, std::generic_category(), "a pipe");
    Spawn command(std::move(words));
    command.open(STDIN_FILENO, "/dev/null", O_RDONLY);
    command.connect(STDOUT_FILENO, ends[1]);
    if (errors == ErrorsOf::command_dropped) command.open(STDERR_FILENO, "/dev/null", O_WRONLY);
    command.start_in(folder);
    command.reset_signals(original_signals());
    pid_t process = -1;
    const int error = command.start(process);
    ::close(ends[1]);
    CommandOutput output;
    if (error == 0) {
        output.text = read_all(ends[0]);
        const int status = await_end(process).value_or(0);
        output.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    ::close(ends[0]);
    if (error != 0) throw std::system_error(error, std::generic_category(), name);
    return output;
}

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

bool is_there(const std::string& command) {
    return find_program(command, {}).has_value();
}

/// The largest number of elements. In Slurm it is MaxArraySize, since indices are less than that.
std::uint64_t most_elements(const EngineScript& engine) {
    if (std::string(engine.name) != "slurm" || !is_there("scontrol")) return engine.most_elements;
    const CommandOutput config =
        output_of({"scontrol", "show", "config"}, ".", ErrorsOf::command_dropped);
    const std::size_t at = config.text.find("MaxArraySize");
    if (at == std::string::npos) return engine.most_elements;
    std::istringstream words(config.text.substr(at));
    std::string key, equals;
    std::uint64_t number = 0;
    return words >> key >> equals >> number && number > 0 ? number : engine.most_elements;
}

std::uint64_t elements_of(const Plan& plan, const Submission& submission) {
    const std::uint64_t most = most_elements(*submission.engine);
    if (submission.elements && *submission.elements > most)
        throw std::invalid_argument("--elements: " + std::string(submission.engine->name) +
                                    " allows at most " + std::to_string(most));
    return std::min(submission.elements.value_or(most), plan.shards());
}

/// Whether Slurm has elements of a job in its queue; true if squeue fails.
bool is_queued(const std::string& job) {
    const CommandOutput queue = output_of({"squeue", "--noheader", "--me", "--format=%F"}, ".");
    if (queue.exit_code != 0) return true;
    std::istringstream lines(queue.text);
    for (std::string line; lines >> line;)
        if (line == job) return true;
    return false;
}

/// Polls whether a Slurm job has ended, and waits until all its results must be visible.
class EndOfJob {
  public:
    explicit EndOfJob(std::string job) : job_(std::move(job)) {}

    bool is_over() {
        if (Clock::now() >= next_) {
            next_ = Clock::now() + std::chrono::seconds(10);
            if (is_queued(job_))
                since_.reset();
            else if (!since_)
                since_ = Clock::now();
        }
        return since_ && Clock::now() - *since_ > visibility_delay;
    }

  private:
    /// NFS may show new files only after acdirmax, which is a minute.
    static constexpr std::chrono::seconds visibility_delay{60};

    std::string job_;
    Clock::time_point next_ = Clock::now();
    std::optional<Clock::time_point> since_;
};

/// Checks whether all shards are published, each time from the first one that was not.
class Publication {
  public:
    explicit Publication(const Plan& plan) : plan_(plan), stop_(plan) {}

    /// Whether all shards are published, or the stop rules have decided.
    bool is_complete() {
        while (next_ < plan_.shards() && fs::exists(plan_.shard(next_).done())) ++next_;
        return next_ == plan_.shards() || stop_.look();
    }

  private:
    const Plan& plan_;
    StopSearch stop_;
    std::uint64_t next_ = 0;
};

}  // namespace

std::string script_for(const Plan& plan, const fs::path& folder, const Submission& submission) {
    return text_of(*submission.engine,
                   {own_directory() / "ddc-gateway", fs::canonical(folder),
                    elements_of(plan, submission), submission.jobs, submission.setup});
}

std::string submit(const Plan& plan, const fs::path& folder, const Submission& submission) {
    const EngineScript& engine = *submission.engine;
    const std::string name = engine.name;
    if (name != "slurm")
        throw std::invalid_argument(
            "--engine " + name +
            ": is not submitted automatically; --print shows the script and "
            "the command to submit it");
    if (!is_there("sbatch"))
        throw std::invalid_argument(
            "--engine slurm: sbatch is not installed here (Debian: slurm-client); --print shows "
            "the "
            "script to submit on another machine");
    fs::create_directories(folder / "log");
    OutputFile file(folder / file_of(engine));
    file.stream() << script_for(plan, folder, submission);
    file.close();
    const CommandOutput reply = output_of({"sbatch", "--parsable", file_of(engine)}, folder);
    const std::string job = reply.text.substr(0, reply.text.find_first_of(";\n"));
    if (reply.exit_code != 0 || job.empty())
        throw std::runtime_error("sbatch failed, see above; the script is " +
                                 (folder / file_of(engine)).string());
    return job;
}

Progress follow(const Plan& plan, const std::string& job, const RunControl& control,
                std::ostream& err) {
    constexpr std::chrono::milliseconds slice{200};
    ProgressLine line(plan, err);
    Publication publication(plan);
    EndOfJob end(job);
    while (!publication.is_complete() && !control.stop && !end.is_over()) {
        line.update();
        std::this_thread::sleep_for(slice);
    }
    return line.end();
}

}  // namespace gateway::campaign
