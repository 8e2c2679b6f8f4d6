// SPDX-License-Identifier: MIT
#include "leftover_program.hpp"

#include "foreign_processes.hpp"

#include <algorithm>

namespace gateway {

namespace header = ddc::interface::header;
using ddc::Deadline;

namespace {

/// Ten times as long as existing programs sleep while there is nothing to do.
constexpr std::chrono::milliseconds watched_for{100};

bool is_running(const ProgramPeer& peer) {
    bool running = false;
    return peer.table.read(peer.id(header::running), running) == ddc::Status::ok && running;
}

void warn_of_stopped(const std::vector<ddc::Process>& processes, const ProgramPeer& peer) {
    for (const ddc::Process& process : processes)
        if (process.state == ddc::ProcessState::stopped)
            peer.report(warning_of(
                "program",
                "warning: a stopped process has table '" + peer.table.name() +
                    "' open. If it is a program with this reference id, it will falsify this run "
                    "when it continues. It is " +
                    how_to_end({process})));
}

std::string problem_of(const ProgramPeer& peer, const std::vector<ddc::Process>& processes) {
    return "another program answers at reference id " + hex(peer.options.reference_id) +
           " of table '" + peer.table.name() +
           "' and would falsify this run, which starts a program there. " +
           (processes.size() > 1 ? "It is one of: " : "It is ") + how_to_end(processes) +
           ". Or take another reference id, or another table (DDC_NAME); to drive with that "
           "program, leave out `exec`";
}

/// The `running` entries that a program sets to true.
class RunningEntries {
  public:
    explicit RunningEntries(const std::vector<ProgramPeer*>& peers)
        : peers_(peers), is_answered_(peers.size(), false) {}

    void watch(Deadline until) {
        const ProgramPeer& any = *peers_.front();
        while (!any.stop && any.clock.now() < until) {
            const std::vector<ddc::Watch> seen = look();
            if (seen.empty()) return;
            static_cast<void>(any.clock.wait_for_change(
                any.table, seen.data(), seen.size(),
                std::min<Deadline>(until, any.clock.now() + wait_slice), ddc::OnSignal::resume));
        }
        look();
    }
    bool is_answered(std::size_t i) const { return is_answered_[i]; }

  private:
    /// @return the entries that are still false
    std::vector<ddc::Watch> look() {
        std::vector<ddc::Watch> unanswered;
        for (std::size_t i = 0; i < peers_.size(); ++i) {
            const ProgramPeer& peer = *peers_[i];
            const ddc::Id id = peer.id(header::running);
            const ddc::Watch seen{id, peer.table.sequence(id)};
            if (is_running(peer)) is_answered_[i] = true;
            if (!is_answered_[i]) unanswered.push_back(seen);
        }
        return unanswered;
    }

    const std::vector<ProgramPeer*>& peers_;
    std::vector<bool> is_answered_;
};

bool has_room(const ProgramPeer& peer) {
    return peer.options.reference_id <= peer.table.capacity() - header::size;
}

/// Whether a program has used these entries. This check is cheap; a search of processes makes the
/// kernel wait for all its cores, some ms on a busy machine.
bool is_used(const ProgramPeer* peer) {
    return !peer->is_header_empty() || is_running(*peer);
}

}  // namespace

std::vector<std::string> leftover_problems(std::vector<ProgramPeer>& starting) {
    std::vector<std::string> problems(starting.size());
    std::vector<ProgramPeer*>
        peers;  // without those that do not fit into the table: their handshakes report that
    for (ProgramPeer& peer : starting)
        if (has_room(peer)) peers.push_back(&peer);
    if (std::none_of(peers.begin(), peers.end(), is_used)) return problems;
    const ProgramPeer& first = *peers.front();
    if (foreign_processes(first.table.name()).empty()) return problems;
    for (ProgramPeer* peer : peers) static_cast<void>(peer->reset_flags());
    RunningEntries entries(peers);
    entries.watch(first.clock.now() + watched_for);
    const std::vector<ddc::Process> processes = foreign_processes(first.table.name());
    warn_of_stopped(processes, first);
    for (std::size_t i = 0; i < peers.size(); ++i)
        if (entries.is_answered(i))
            problems[static_cast<std::size_t>(peers[i] - starting.data())] =
                problem_of(*peers[i], processes);
    return problems;
}

}  // namespace gateway
