// SPDX-License-Identifier: MIT
#include "answer_watch.hpp"

#include "process/foreign_processes.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace gateway {

namespace header = ddc::interface::header;

namespace {

constexpr std::chrono::milliseconds look_every{10};
/// A search makes the kernel wait for all its cores: some ms on a busy machine.
constexpr std::chrono::seconds search_every{1};
/// A sequence counter grows by this with each write.
constexpr std::uint64_t per_write = 2;
/// Writes of `run_cycle_switch` in one cycle: the request and the answer.
constexpr std::uint64_t switch_writes = 2;
/// Answers that are counted after the process was examined may have been given before that.
constexpr std::uint64_t given_before = 1;

/// The contents of /proc/PID/status.
class StatusFile {
  public:
    explicit StatusFile(pid_t pid) {
        char path[32];
        std::snprintf(path, sizeof path, "/proc/%d/status", pid);
        const int file = ::open(path, O_RDONLY | O_CLOEXEC);
        if (file < 0) return;
        const ssize_t size = ::read(file, text_, sizeof text_ - 1);
        ::close(file);
        if (size > 0) text_[size] = '\0';
    }
    /// The text after "NAME:" and white space at the beginning of a line; "" if there is no such
    /// line.
    const char* value_of(const char* name) const {
        const std::size_t length = std::strlen(name);
        for (const char* line = text_; line != nullptr; line = std::strchr(line, '\n')) {
            if (*line == '\n') ++line;
            if (std::strncmp(line, name, length) == 0 && line[length] == ':')
                return line + length + 1 + std::strspn(line + length + 1, " \t");
        }
        return "";
    }
    std::uint64_t number_of(const char* name) const {
        return std::strtoull(value_of(name), nullptr, 10);
    }

  private:
    char text_[4096] = "";
};

std::string problem(const ProgramPeer& peer, const std::string& what,
                    const std::vector<ddc::Process>& processes) {
    return what + ": another program answers at reference id " + hex(peer.options.reference_id) +
           " of table '" + peer.table.name() + "'. The results of this run cannot be used. " +
           (processes.size() > 1 ? "It is one of: " : "It is ") + how_to_end(processes);
}

}  // namespace

AnswerWatch::Writes AnswerWatch::writes_of(const ProgramPeer& peer) {
    return {peer.table.sequence(peer.id(header::run_cycle_switch)) / per_write,
            peer.table.sequence(peer.id(header::execution_time)) / per_write};
}

std::optional<std::string> AnswerWatch::before_request(const ProgramPeer& peer) {
    const Writes writes = writes_of(peer);
    if (!begin_) {
        begin_ = writes;
        timed_ = writes.of_execution_time;
    }
    const bool is_switched_more = writes.of_switch > begin_->of_switch + requests_ * switch_writes;
    const bool is_timed_more = writes.of_execution_time > begin_->of_execution_time + requests_;
    std::optional<std::string> wrong;
    if (is_switched_more && is_timed_more) wrong = "a cycle was answered twice";
    if (writes.of_execution_time > timed_) ++answered_;
    timed_ = writes.of_execution_time;
    if (!wrong) wrong = unexpected(peer, answered_);
    ++requests_;
    if (!wrong) return std::nullopt;
    return problem(peer, *wrong, foreign_processes(peer.table.name()));
}

AnswerWatch::Sight AnswerWatch::see(ChildProcess& child, std::uint64_t answers) {
    Sight sight;
    sight.answers = answers;
    if (child.ended()) {
        sight.state = Sight::State::ended;
        return sight;
    }
    const StatusFile status(child.pid());
    if (*status.value_of("State") == 'T') sight.state = Sight::State::stopped;
    sight.context_switches = status.number_of("voluntary_ctxt_switches") +
                             status.number_of("nonvoluntary_ctxt_switches");
    return sight;
}

std::optional<std::string> AnswerWatch::look(const ProgramPeer& peer, std::uint64_t answers) {
    const auto wrong = unexpected(peer, answers);
    if (!wrong) return std::nullopt;
    const ddc::Deadline now = peer.clock.now();
    if (now >= next_search_) {
        next_search_ = now + search_every;
        const std::vector<ddc::Process> processes = foreign_processes(peer.table.name());
        const auto may_answer = [](const ddc::Process& process) {
            return process.state != ddc::ProcessState::stopped;
        };
        if (std::any_of(processes.begin(), processes.end(), may_answer))
            return problem(peer, *wrong, processes);
    }
    last_.answers = answers;  // not of a program
    return std::nullopt;
}

std::optional<std::string> AnswerWatch::unexpected(const ProgramPeer& peer, std::uint64_t answers) {
    if (peer.child == nullptr) return std::nullopt;
    const ddc::Deadline now = peer.clock.now();
    if (last_.state == Sight::State::running && now < next_look_) return std::nullopt;
    next_look_ = now + look_every;
    const Sight now_seen = see(*peer.child, answers);
    const bool is_as_before =
        now_seen.state == last_.state && now_seen.context_switches == last_.context_switches;
    if (now_seen.state == Sight::State::running || !is_as_before) {
        last_ = now_seen;
        return std::nullopt;
    }
    if (answers <= last_.answers + given_before) return std::nullopt;
    const std::string how =
        last_.state == Sight::State::ended
            ? *peer.process_ended()
            : "the program (pid " + std::to_string(peer.child->pid()) + ") is stopped";
    return how + ", but answers still arrive";
}

}  // namespace gateway
