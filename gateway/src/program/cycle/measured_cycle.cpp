// SPDX-License-Identifier: MIT
#include "measured_cycle.hpp"

#include "binding/program_description.hpp"

#include "service/watched_loop.hpp"

#include <algorithm>

namespace gateway {

namespace header = ddc::interface::header;
using ddc::Deadline;
using ddc::Status;
using std::chrono::milliseconds;

namespace {

Deadline answer_deadline(Deadline start, const ProgramOptions& options) {
    return options.answer_timeout ? start + *options.answer_timeout : Deadline::max();
}

std::string too_late(ddc::Id switch_id, const ProgramOptions& options) {
    return "the program has not set run_cycle_switch (" + hex(switch_id) +
           ") back to false within " + seconds_text(*options.answer_timeout) +
           ". The program may have crashed or hung, or " + options.answer_timeout_name +
           " is too short";
}

/// @return when to report next; without a time-out the intervals grow
Deadline report_wait(const ProgramPeer& peer, Deadline start, Deadline now) {
    const auto& timeout = peer.options.answer_timeout;
    peer.report(warning_of("program",
                           "waiting for the program to set run_cycle_switch back to false, since " +
                               seconds_text(now - start) +
                               (timeout ? ", " + seconds_text(start + *timeout - now) + " left"
                                        : ", without a time-out")));
    return now + (timeout ? report_every
                          : std::max(report_every, std::chrono::ceil<milliseconds>(now - start)));
}

Status request_cycle(const ProgramPeer& peer, double delta_s) {
    const Status status = peer.table.write(peer.id(header::delta_sec), delta_s);
    if (status != Status::ok) return status;
    return peer.table.write(peer.id(header::run_cycle_switch), true);
}

/// Waits until the program has set run_cycle_switch to false.
Status await_switch(const ProgramPeer& peer, Deadline until) {
    const ddc::Id switch_id = peer.id(header::run_cycle_switch);
    for (;;) {
        const ddc::Watch seen{switch_id, peer.table.sequence(switch_id)};
        bool is_asked = true;
        if (peer.table.read(switch_id, is_asked) == Status::ok && !is_asked) return Status::ok;
        const Status waited =
            peer.clock.wait_for_change(peer.table, &seen, 1, until, ddc::OnSignal::resume);
        if (waited != Status::ok) return waited;
    }
}

CycleEnd await_answer(const ProgramPeer& peer, std::uint64_t header_writes) {
    const ddc::Id switch_id = peer.id(header::run_cycle_switch);
    const Deadline start = peer.clock.now(), deadline = answer_deadline(start, peer.options);
    Deadline next_report = start + report_every;
    for (;;) {
        const Deadline now = peer.clock.now();
        const Status status = await_switch(peer, std::min(deadline, now + wait_slice));
        if (status == Status::ok) return {};
        WatchedLoop::goes_on();
        if (peer.stop) return {CycleStatus::stopped, {}};
        if (const auto lost = peer.lost()) return {CycleStatus::peer_lost, *lost};
        if (const auto reason = departure(peer, header_writes))
            return {CycleStatus::peer_lost, *reason};
        if (status != Status::timed_out)
            return {CycleStatus::no_answer,
                    entry_name(switch_id, "run_cycle_switch") + ": " + peer.table.explain(status)};
        if (now >= deadline) return {CycleStatus::no_answer, too_late(switch_id, peer.options)};
        if (now >= next_report) next_report = report_wait(peer, start, now);
    }
}

}  // namespace

CycleEnd run_measured_cycle(const ProgramPeer& peer, std::uint64_t header_writes, double delta_s,
                            AnswerWatch& answers) {
    const auto foreign = answers.before_request(peer);
    // After the writes were counted: a program that starts writes its flags too.
    if (const auto reason = departure(peer, header_writes))
        return {CycleStatus::peer_lost, *reason};
    if (foreign) return {CycleStatus::invalid_output, *foreign};
    const Status status = request_cycle(peer, delta_s);
    if (status != Status::ok) return {CycleStatus::no_answer, peer.table.explain(status)};
    return await_answer(peer, header_writes);
}

std::optional<std::string> departure(const ProgramPeer& peer, std::uint64_t header_writes) {
    if (peer.header_writes() != header_writes)
        return peer.table.is_intact() ? "the program has restarted: its header was written again"
                                      : peer.table.explain(Status::truncated);
    bool running = true;
    if (peer.table.read(peer.id(header::running), running) == Status::ok && !running)
        return "the program has set running to false";
    return std::nullopt;
}

}  // namespace gateway
