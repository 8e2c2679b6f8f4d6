// SPDX-License-Identifier: MIT
#include "pool.hpp"

#include "progress_line.hpp"
#include "stop_search.hpp"

#include <gateway/signals.hpp>

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>
#include <ostream>
#include <stdexcept>
#include <thread>

namespace gateway::campaign {
namespace {

namespace fs = std::filesystem;

/// What a live table takes of /dev/shm.
constexpr std::uint64_t table_bytes = 16'000'000;

/// How many tables fit there, at least one.
unsigned jobs_that_fit(unsigned jobs, std::ostream& told) {
    struct statvfs room {};
    if (::statvfs("/dev/shm", &room) != 0) return jobs;
    const std::uint64_t fit =
        std::max<std::uint64_t>(room.f_bavail * room.f_frsize / table_bytes, 1);
    if (fit >= jobs) return jobs;
    told << "campaign: /dev/shm has room for " << fit << " tables, so no more than that many of "
         << jobs << " workers run at once\n";
    return static_cast<unsigned>(fit);
}

/// Standard output and error of a worker go to a file.
class FileActions {
  public:
    explicit FileActions(const fs::path& log) {
        ::posix_spawn_file_actions_init(&actions_);
        ::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        ::posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, log.c_str(),
                                           O_WRONLY | O_CREAT | O_APPEND, 0666);
        ::posix_spawn_file_actions_adddup2(&actions_, STDOUT_FILENO, STDERR_FILENO);
    }
    ~FileActions() { ::posix_spawn_file_actions_destroy(&actions_); }
    FileActions(const FileActions&) = delete;
    FileActions& operator=(const FileActions&) = delete;
    const posix_spawn_file_actions_t* get() const { return &actions_; }

  private:
    posix_spawn_file_actions_t actions_{};
};

class Pool {
  public:
    Pool(const Plan& plan, fs::path folder, unsigned jobs, const RunControl& control)
        : plan_(plan), folder_(std::move(folder)), jobs_(jobs), control_(control), stop_(plan) {
        fs::create_directories(folder_ / "log");
        for (std::uint64_t shard = 0; shard < plan.shards(); ++shard)
            if (!fs::exists(plan.shard(shard).done())) waiting_.push_back(shard);
    }
    ~Pool() {
        end_workers();
        for (const auto& worker : workers_) ::waitpid(worker.first, nullptr, 0);
    }
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    /// @return whether there is something left to wait for
    bool step() {
        reap();
        if (control_.stop && !is_ending_) end_workers();
        drop_needless();
        while (!is_ending_ && !waiting_.empty() && workers_.size() < jobs_) start();
        return !workers_.empty();
    }

  private:
    fs::path log_of(std::uint64_t shard) const {
        return folder_ / "log" / (std::to_string(shard) + ".log");
    }
    void start();
    void reap();
    void drop_needless();
    void end_workers();

    const Plan& plan_;
    fs::path folder_;
    unsigned jobs_;
    const RunControl& control_;
    std::deque<std::uint64_t> waiting_;
    std::map<pid_t, std::uint64_t> workers_;
    std::map<std::uint64_t, int> failures_;
    bool is_ending_ = false;
    StopSearch stop_;
};

void Pool::start() {
    const std::uint64_t shard = waiting_.front();
    waiting_.pop_front();
    std::vector<std::string> words{"ddc-gateway",    "campaign", "work",
                                   folder_.string(), "--shard",  std::to_string(shard)};
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const FileActions actions(log_of(shard));
    const OriginalSignals signals;
    pid_t pid = -1;
    const int error = ::posix_spawn(&pid, "/proc/self/exe", actions.get(), signals.attributes(),
                                    arguments.data(), environ);
    if (error != 0) throw std::system_error(error, std::generic_category(), "a worker");
    workers_.emplace(pid, shard);
}

/// A worker that failed is started again once: what it has done is not lost.
void Pool::reap() {
    for (auto worker = workers_.begin(); worker != workers_.end();) {
        int status = 0;
        if (::waitpid(worker->first, &status, WNOHANG) == 0) {
            ++worker;
            continue;
        }
        const std::uint64_t shard = worker->second;
        worker = workers_.erase(worker);
        if ((WIFEXITED(status) && WEXITSTATUS(status) == 0) || is_ending_) continue;
        if (++failures_[shard] > 1)
            throw std::runtime_error("the worker of shard " + std::to_string(shard) +
                                     " failed twice; see " + log_of(shard).string());
        waiting_.push_back(shard);
    }
}

/// Workers of shards that are begun see for themselves that they are not needed.
void Pool::drop_needless() {
    while (!waiting_.empty() && stop_.is_beyond(plan_.shard(waiting_.back()).first))
        waiting_.pop_back();
}

void Pool::end_workers() {
    is_ending_ = true;
    for (const auto& worker : workers_) ::kill(worker.first, SIGTERM);
}

}  // namespace

Progress run_pool(const Plan& plan, const fs::path& folder, unsigned jobs,
                  const RunControl& control, std::ostream& told) {
    constexpr std::chrono::milliseconds slice{20};
    ProgressLine line(plan, told);
    Pool pool(plan, folder, jobs_that_fit(jobs, told), control);
    while (pool.step()) {
        line.look();
        std::this_thread::sleep_for(slice);
    }
    return line.end();
}

}  // namespace gateway::campaign
