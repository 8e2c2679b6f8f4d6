// SPDX-License-Identifier: MIT
// ddc-guardian SOCKET PASSED FILE NAME [ARGUMENT...]: starts the program FILE for ddc-gateway,
// which is at the other end of SOCKET, and ends it and all its descendants when the gateway ends.
// The program gets the descriptor PASSED as number 3, unless that is -1. Not for users.
#include "descendants.hpp"

#include "posix/spawn.hpp"
#include "process/guardian_report.hpp"

#include <ddc/standard_streams.hpp>

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

using gateway::GuardianReport;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// Time from SIGTERM to SIGKILL.
constexpr milliseconds grace{2000};
/// A process that has not ended this long after SIGKILL waits for a device. It is not waited for.
constexpr milliseconds longest_death{3000};
constexpr long look_interval_ns = 20'000'000;
constexpr long short_look_interval_ns = 500'000;

/// Used if close_range() is refused: by a kernel before Linux 5.9, or by a service manager.
std::vector<int> open_descriptors() {
    std::vector<int> all;
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir("/proc/self/fd"), ::closedir);
    if (!folder) return all;
    while (const dirent* entry = ::readdir(folder.get())) all.push_back(std::atoi(entry->d_name));
    return all;
}

class Guardian {
  public:
    explicit Guardian(int socket) : socket_(socket) {
        ::setpgid(0, 0);  // so that Ctrl-C reaches only the gateway
        ::prctl(PR_SET_CHILD_SUBREAPER, 1);
        sigset_t blocked;
        ::sigemptyset(&blocked);
        for (const int number : {SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM})
            ::sigaddset(&blocked, number);
        ::sigprocmask(SIG_BLOCK, &blocked, &mask_before_);
        ::sigemptyset(&child_died_);
        ::sigaddset(&child_died_, SIGCHLD);
        deaths_ = ::signalfd(-1, &child_died_, SFD_CLOEXEC | SFD_NONBLOCK);
    }

    /// @param passed a descriptor that the program gets; -1: none
    bool start(int passed, const char* file, char** arguments) {
        const int error = deaths_ < 0 ? errno : spawn(passed, file, arguments);
        report(error == 0 ? GuardianReport::What::started : GuardianReport::What::cannot_start,
               error == 0 ? program_ : error);
        return error == 0;
    }

    /// Closes descriptors whose closing another process may wait for.
    void let_go() {
        const auto [first, second] = std::minmax(socket_, deaths_);
        const bool is_closed = close_between(STDERR_FILENO, first) &&
                               close_between(first, second) &&
                               ::close_range(static_cast<unsigned>(second) + 1, ~0U, 0) == 0;
        if (!is_closed)
            for (const int left : open_descriptors())
                if (left > STDERR_FILENO && left != socket_ && left != deaths_) ::close(left);
        const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
        for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
            nothing >= 0 ? ::dup2(nothing, standard) : ::close(standard);
        ::close(nothing);
    }

    /// Runs until the gateway requests the end or has ended.
    void guard() {
        for (;;) {
            pollfd waiting[] = {{socket_, POLLIN, 0}, {deaths_, POLLIN, 0}};
            ::poll(waiting, 2, -1);
            signalfd_siginfo which;
            if (waiting[1].revents != 0 && ::read(deaths_, &which, sizeof which) > 0) reap();
            if (waiting[0].revents == 0) continue;
            char order;
            const bool is_asked = ::recv(socket_, &order, sizeof order, 0) > 0;
            return end_all(is_asked ? grace : milliseconds(0));
        }
    }

  private:
    /// @return false if the kernel refuses it
    static bool close_between(int low, int high) {
        return high - low <= 1 || ::close_range(static_cast<unsigned>(low) + 1,
                                                static_cast<unsigned>(high) - 1, 0) == 0;
    }

    int spawn(int passed, const char* file, char** arguments) {
        std::vector<std::string> words;
        for (; *arguments != nullptr; ++arguments) words.emplace_back(*arguments);
        gateway::Spawn program(std::move(words));
        program.connect(STDOUT_FILENO, STDERR_FILENO);
        if (passed >= 0) program.keep(passed);
        program.lead_group();
        program.block_signals(mask_before_);
        return program.start(file, program_);
    }

    void report(GuardianReport::What what, int value) const {
        const GuardianReport report{what, value};
        static_cast<void>(::send(socket_, &report, sizeof report, MSG_NOSIGNAL | MSG_DONTWAIT));
    }

    /// Reaps all children that have ended: the program, and processes that it left behind. @return
    /// whether there are more
    bool reap() {
        for (;;) {
            int status = 0;
            const pid_t pid = ::waitpid(-1, &status, WNOHANG);
            if (pid == 0) return true;
            if (pid < 0) return false;
            if (pid != program_) continue;
            report(GuardianReport::What::ended, status);
            is_program_dead_ = true;
        }
    }

    void end_all(milliseconds patience) {
        const Clock::time_point kill_at = Clock::now() + patience;
        if (patience.count() > 0 && !is_program_dead_) {
            let_it_wait();
            ask_to_end(program_);  // most have no descendants: no search is necessary
            await_death();
        }
        while (reap() && Clock::now() < kill_at + longest_death) {
            if (Clock::now() < kill_at)
                ask_to_end();
            else
                kill_all();
            await_death();
        }
    }

    /// A program that gets SIGTERM just before it begins to wait notices that only when the wait
    /// ends. Most programs wait soon after their last cycle, so this gives them time to.
    void let_it_wait() const {
        for (int looks = 0; looks < 5 && gateway::is_running(program_); ++looks)
            await_death(short_look_interval_ns);
    }

    /// Waits until any child has ended.
    void await_death(long longest_ns = look_interval_ns) const {
        const timespec interval{0, longest_ns};
        ::sigtimedwait(&child_died_, nullptr, &interval);
    }

    void ask_to_end() {
        for (const pid_t pid : gateway::descendants())
            if (std::find(asked_.begin(), asked_.end(), pid) == asked_.end()) ask_to_end(pid);
    }

    /// Sends SIGTERM once to each process: some treat a second one differently.
    void ask_to_end(pid_t pid) {
        ::kill(pid, SIGTERM);
        ::kill(pid, SIGCONT);  // a stopped one could not end
        asked_.push_back(pid);
    }

    /// Kills the group at once, so that none of its processes can fork meanwhile; then those that
    /// have left the group.
    void kill_all() const {
        if (!is_program_dead_) ::kill(-program_, SIGKILL);
        for (const pid_t pid : gateway::descendants()) ::kill(pid, SIGKILL);
    }

    int socket_;
    int deaths_ = -1;  ///< a signalfd
    sigset_t mask_before_{}, child_died_{};
    pid_t program_ = -1;
    bool is_program_dead_ = false;
    std::vector<pid_t> asked_;
};

/// @return the exit code
int show_usage(int argc, char** argv) {
    const bool is_asked =
        argc == 2 && (std::strcmp(argv[1], "-h") == 0 || std::strcmp(argv[1], "--help") == 0);
    std::fputs(
        "Usage: ddc-guardian SOCKET PASSED FILE NAME [ARGUMENT...]\n"
        "ddc-gateway starts it with each program, so that no process of a program outlives the "
        "gateway.\nThere is no need to start it by hand.\n",
        is_asked ? stdout : stderr);
    return is_asked ? 0 : 2;
}

}  // namespace

int main(int argc, char** argv) {
    ddc::open_standard_streams();
    if (argc < 5) return show_usage(argc, argv);
    Guardian guardian(std::atoi(argv[1]));
    if (!guardian.start(std::atoi(argv[2]), argv[3], argv + 4)) return 1;
    guardian.let_go();
    guardian.guard();
    return 0;
}
