// SPDX-License-Identifier: MIT
// Whole runs of one second: what a user waits for besides the cycles.
#include "suites.hpp"

#include "program/program_file.hpp"

#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace bench {
namespace {

namespace fs = std::filesystem;
constexpr int runs_in_a_row = 1000;

/// A folder of its own, gone at the end.
class ScratchFolder {
  public:
    ScratchFolder() {
        std::string name = fs::temp_directory_path() / "ddc-bench-XXXXXX";
        if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder " + name);
        path_ = name;
    }
    ~ScratchFolder() { fs::remove_all(path_); }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    const fs::path& path() const { return path_; }

  private:
    fs::path path_;
};

double seconds_of(std::vector<std::string> words) {
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t files;
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    const auto start = std::chrono::steady_clock::now();
    pid_t process = -1;
    const int error =
        ::posix_spawn(&process, words.front().c_str(), &files, nullptr, arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&files);
    int status = -1;
    if (error != 0 || ::waitpid(process, &status, 0) != process || status != 0)
        throw std::runtime_error(words.front() + " has failed");
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Runs one second with a program; the mean of many runs without the time of their cycles.
class Runs {
  public:
    explicit Runs(const std::string& exec)
        : config_(folder_.path() / "run.yaml"), summary_(folder_.path() / "summary.json") {
        std::ofstream(config_) << "duration_s: 1\nprogram: {exec: " << exec << "}\n"
                               << "ddc: {name: bench." << ::getpid() << "}\n";
    }
    double start_and_end_ms() {
        double total_s = 0;
        for (int i = 0; i < runs_in_a_row; ++i)
            total_s +=
                seconds_of({gateway_file(), "run", "--summary", summary_, config_}) - cycles_s();
        return 1e3 * total_s / runs_in_a_row;
    }
    static std::string gateway_file() { return gateway::own_directory() / "ddc-gateway"; }

  private:
    double cycles_s() const {
        return nlohmann::json::parse(std::ifstream(summary_))
            .at("timing")
            .at("wall_time_s")
            .get<double>();
    }

    ScratchFolder folder_;
    std::string config_, summary_;
};

/// The processes of a run, each by itself, with nothing to do.
double bare_processes_ms(const std::string& program) {
    const std::string file = gateway::own_directory() / program;
    double total_s = 0;
    for (int i = 0; i < runs_in_a_row; ++i)
        total_s +=
            seconds_of({Runs::gateway_file(), "--version"}) + 2 * seconds_of({file, "--version"});
    return 1e3 * total_s / runs_in_a_row;
}

Result start_and_end(const char* name, const std::string& program, const std::string& exec) {
    Runs runs(exec);
    return compare(Measured{name, [&] { return runs.start_and_end_ms(); }},
                   Measured{"gateway, program, program: --version",
                            [&] { return bare_processes_ms(program); }},
                   "ms", {1});
}

}  // namespace

std::vector<Result> runs() {
    return {start_and_end("run of 1 s less its cycles, program waits", "autopilot_basic",
                          "[autopilot_basic, '4000']"),
            start_and_end("run of 1 s less its cycles, program polls", "autopilot",
                          "[autopilot, ddc, '4000']")};
}

}  // namespace bench
