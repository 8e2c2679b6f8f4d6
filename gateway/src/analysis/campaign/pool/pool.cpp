// SPDX-License-Identifier: MIT
#include "pool.hpp"

#include "campaign/store/shard_writer.hpp"
#include "campaign/worker/stop_search.hpp"
#include "posix/descriptor.hpp"
#include "posix/spawn.hpp"
#include "progress_line.hpp"

#include <gateway/base/signals.hpp>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>
#include <ostream>
#include <stdexcept>
#include <vector>

namespace gateway::campaign {
namespace {

namespace fs = std::filesystem;

/// The size of a table in /dev/shm.
constexpr std::uint64_t table_bytes = 16'000'000;

/// The number of workers whose tables fit into /dev/shm, at least one.
unsigned jobs_that_fit(unsigned jobs, std::ostream& err) {
    struct statvfs room {};
    if (::statvfs("/dev/shm", &room) != 0) return jobs;
    const std::uint64_t fit =
        std::max<std::uint64_t>(room.f_bavail * room.f_frsize / table_bytes, 1);
    if (fit >= jobs) return jobs;
    err << "campaign: /dev/shm has room for " << fit << " tables, so " << fit << " of " << jobs
        << " workers run at once\n";
    return static_cast<unsigned>(fit);
}

/// Redirects standard output and error of a worker to a file.
void send_output_to(const fs::path& log, Spawn& worker) {
    worker.open(STDIN_FILENO, "/dev/null", O_RDONLY);
    worker.open(STDOUT_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666);
    worker.connect(STDERR_FILENO, STDOUT_FILENO);
}

struct Worker {
    std::uint64_t shard;
    Descriptor end;  ///< readable when the worker has ended; without it the pool polls
};

class Pool {
  public:
    Pool(const Plan& plan, fs::path folder, unsigned jobs, const RunControl& control)
        : plan_(plan), folder_(std::move(folder)), jobs_(jobs), control_(control), stop_(plan) {
        fs::create_directories(folder_ / "log");
        for (std::uint64_t shard = 0; shard < plan.shards(); ++shard)
            if (!fs::exists(plan.shard(shard).done())) waiting_.push_back(shard);
        clear_published();
    }
    ~Pool() {
        end_workers();
        for (const auto& worker : workers_) ::waitpid(worker.first, nullptr, 0);
    }
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    /// Waits until a worker ends or a signal arrives, but not longer than `longest`.
    void wait(std::chrono::milliseconds longest) const {
        std::vector<pollfd> ends;
        for (const auto& worker : workers_) ends.push_back({worker.second.end.get(), POLLIN, 0});
        ::poll(ends.data(), ends.size(), static_cast<int>(longest.count()));
    }
    /// Handles workers that have ended and starts waiting ones. @return whether a worker is running
    bool step() {
        reap();
        if (control_.stop && !is_ending_) end_workers();
        drop_beyond_stop();
        while (!is_ending_ && !waiting_.empty() && workers_.size() < jobs_) start();
        return !workers_.empty();
    }

  private:
    fs::path log_of(std::uint64_t shard) const {
        return folder_ / "log" / (std::to_string(shard) + ".log");
    }
    void start();
    void reap();
    void drop_beyond_stop();
    void clear_published() const;
    void end_workers();

    const Plan& plan_;
    fs::path folder_;
    unsigned jobs_;
    const RunControl& control_;
    std::deque<std::uint64_t> waiting_;
    std::map<pid_t, Worker> workers_;
    std::map<std::uint64_t, int> failures_;
    bool is_ending_ = false;
    StopSearch stop_;
};

void Pool::start() {
    const std::uint64_t shard = waiting_.front();
    waiting_.pop_front();
    Spawn worker(
        {"ddc-gateway", "campaign", "work", folder_.string(), "--shard", std::to_string(shard)});
    send_output_to(log_of(shard), worker);
    worker.reset_signals(original_signals());
    pid_t pid = -1;
    const int error = worker.start("/proc/self/exe", pid);
    if (error != 0) throw std::system_error(error, std::generic_category(), "a worker");
    workers_.emplace(
        pid, Worker{shard, Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)))});
}

/// Removes workers that have ended. One that failed is started again once, and keeps its results.
void Pool::reap() {
    for (auto worker = workers_.begin(); worker != workers_.end();) {
        int status = 0;
        if (::waitpid(worker->first, &status, WNOHANG) == 0) {
            ++worker;
            continue;
        }
        const std::uint64_t shard = worker->second.shard;
        worker = workers_.erase(worker);
        if ((WIFEXITED(status) && WEXITSTATUS(status) == 0) || is_ending_) continue;
        if (++failures_[shard] > 1)
            throw std::runtime_error("the worker of shard " + std::to_string(shard) +
                                     " failed twice; see " + log_of(shard).string());
        waiting_.push_back(shard);
    }
}

/// Removes waiting shards after a stop decision. Running workers detect the decision themselves.
void Pool::drop_beyond_stop() {
    while (!waiting_.empty() && stop_.is_beyond(plan_.shard(waiting_.back()).first))
        waiting_.pop_back();
}

/// Removes parts of published shards: a worker may have been killed between publishing its shard
/// and removing its part.
void Pool::clear_published() const {
    for (const auto& [shard, files] : list_parts(folder_))
        if (shard < plan_.shards() && fs::exists(plan_.shard(shard).done()))
            remove_left_parts(plan_.shard(shard));
}

void Pool::end_workers() {
    is_ending_ = true;
    for (const auto& worker : workers_) ::kill(worker.first, SIGTERM);
}

}  // namespace

Progress run_pool(const Plan& plan, const fs::path& folder, unsigned jobs,
                  const RunControl& control, std::ostream& err) {
    constexpr std::chrono::milliseconds slice{200};
    ProgressLine line(plan, err);
    Pool pool(plan, folder, jobs_that_fit(jobs, err), control);
    while (pool.step()) {
        line.update();
        pool.wait(slice);
    }
    return line.end();
}

}  // namespace gateway::campaign
