// SPDX-License-Identifier: MIT
#include "handshake.hpp"

#include "process/program_proxy.hpp"
#include "socket_carrier.hpp"

#include "service/watched_loop.hpp"

#include <algorithm>
#include <array>

namespace gateway {

namespace header = ddc::interface::header;
using ddc::Deadline;
using ddc::Status;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;

namespace {

/// Used instead of wait_slice while the header is written: no process waits for most of its
/// entries.
constexpr milliseconds header_slice{5};
/// Used once the header is valid and is only watched.
constexpr std::chrono::microseconds settle_slice{500};
/// A valid header may have been left by an earlier program. It counts only if it has not been
/// written to for this time, or if the program waits for its first cycle.
constexpr milliseconds header_quiet{10};
/// An invalid header that has not been written to for this time is an error.
constexpr milliseconds header_settles{500};
/// Number of entries from the reference id on that are watched while the header is written.
constexpr ddc::Id header_window = 256;

constexpr const char* early_crash =
    ". The public sample programs crash there when they are built with optimisation, since "
    "write_slot_table and write_defaults have no return statement: compile such a program with "
    "-Wreturn-type and add what is missing, or with -O0";

}  // namespace

Handshake::Handshake(ProgramPeer peer, Deadline limit)
    : peer_(std::move(peer)),
      start_(peer_.clock.now()),
      limit_(limit),
      next_report_(start_ + report_every),
      is_header_new_(peer_.was_empty_before_start.value_or(peer_.is_header_empty())) {
    if (peer_.options.reference_id > peer_.table.capacity() - header::size)
        fail("reference id " + hex(peer_.options.reference_id) + " does not fit into table '" +
             peer_.table.name() + "' of " + std::to_string(peer_.table.capacity()) + " entries");
    else if (!peer_.was_empty_before_start)
        reset_flags();
}

void Handshake::reset_flags() {
    if (const Status status = peer_.reset_flags(); status != Status::ok)
        fail(peer_.table.explain(status));
}

Handshake::State Handshake::advance(Deadline until) {
    constexpr std::array<ddc::Id, 3> watched = {header::running, header::interface_type,
                                                header::run_cycle_switch};
    while (problem_.empty()) {
        WatchedLoop::goes_on();
        std::array<ddc::Watch, watched.size()> seen;
        // A wait of the gateway for run_cycle_switch would look like a wait of the program.
        const std::size_t count =
            is_asked_ || !is_header_new_ ? watched.size() : watched.size() - 1;
        for (std::size_t i = 0; i < count; ++i)
            seen[i] = {peer_.id(watched[i]), peer_.table.sequence(peer_.id(watched[i]))};
        const Deadline now = peer_.clock.now();
        if (is_program_ready() && does_header_hold(now)) return State::done;
        if (peer_.stop) return State::stopped;
        if (const auto ended = peer_.process_ended())
            fail(*ended +
                 (is_running_ ? " before its header was complete" : " before it had set running") +
                 (peer_.child->has_crashed() ? early_crash : ""));
        else if (const auto lost = peer_.lost())
            fail(*lost);
        else if (now >= limit_)
            give_up();
        else if (now >= until)
            return State::waiting;
        if (!problem_.empty()) break;
        report_if_due(now);
        const Deadline next_look = now + (holds_      ? nanoseconds(settle_slice)
                                          : is_ready_ ? nanoseconds(header_slice)
                                                      : nanoseconds(wait_slice));
        static_cast<void>(peer_.clock.wait_for_change(peer_.table, seen.data(), count,
                                                      std::min({until, limit_, next_look}),
                                                      ddc::OnSignal::resume));
    }
    return State::failed;
}

bool Handshake::is_program_ready() {
    bool running = false, is_asked = false;
    static_cast<void>(peer_.table.read(peer_.id(header::running), running));
    static_cast<void>(peer_.table.read(peer_.id(header::run_cycle_switch), is_asked));
    is_running_ = running;
    is_asked_ = is_asked;
    const bool was_ready = is_ready_;
    is_ready_ = running && !is_asked;
    if (is_ready_ && !was_ready) settled_ = peer_.clock.now() + header_settles;
    return is_ready_;
}

bool Handshake::does_header_hold(Deadline now) {
    const std::uint64_t header_writes = peer_.header_writes();
    if (header_writes != header_writes_) {
        quiet_since_ = now;
        holds_ = false;
    }
    header_writes_ = header_writes;
    const bool is_left_alone = now - quiet_since_ >= header_quiet || is_awaited();
    if (holds_ && !is_left_alone) return false;
    const ProgramOptions& options = peer_.options;
    auto problems =
        read_description(peer_.table, options.reference_id, description_, options.order);
    if (problems.empty() && peer_.sockets != nullptr)
        problems = peer_.sockets->describe(description_);
    holds_ = problems.empty();
    if (holds_) return is_left_alone;
    const std::uint64_t writes = writes_around_header();
    if (writes != writes_) settled_ = now + header_settles;
    writes_ = writes;
    if (now >= std::min(settled_, limit_))
        fail("the header of the program at " + hex(peer_.options.reference_id) + " in table '" +
             peer_.table.name() + "' cannot be used:" + as_lines(problems));
    return false;
}

/// The program waits for the request of a cycle, so its header is complete. If a header existed
/// before, it may be that of an earlier program.
bool Handshake::is_awaited() const {
    return is_header_new_ && peer_.table.is_awaited(peer_.id(header::run_cycle_switch));
}

std::uint64_t Handshake::writes_around_header() const {
    std::uint64_t writes = 0;
    for (ddc::Id i = header::interface_type; i < header_window; ++i)
        if (i != header::run_cycle_switch) writes += peer_.table.sequence(peer_.id(i));
    return writes;
}

std::string Handshake::awaited_program() const {
    return "a program with reference id " + hex(peer_.options.reference_id) + " in table '" +
           peer_.table.name() + "'";
}

void Handshake::give_up() {
    const std::string time = seconds_text(limit_ - start_);
    if (peer_.is_kept)
        return fail(
            "the program that `reuse` has kept from the run before has not reset itself "
            "within " +
            time);
    if (is_running_)
        return fail("the program with reference id " + hex(peer_.options.reference_id) +
                    " has not set run_cycle_switch (" + hex(peer_.id(header::run_cycle_switch)) +
                    ") back to false within " + time +
                    ": it has not answered an earlier request for a cycle. Restart it, or "
                    "raise " +
                    peer_.options.start_timeout_name);
    if (peer_.proxy != nullptr)
        return fail("no program within " + time + ": waited for " + peer_.proxy->awaited() +
                    ". Start it, or raise " + peer_.options.start_timeout_name);
    fail("no program within " + time + ": waited for " + awaited_program() +
         " to set running to true. Start it with DDC_NAME=" + peer_.table.name() + ", or raise " +
         peer_.options.start_timeout_name);
}

void Handshake::report_if_due(Deadline now) {
    if (now < next_report_) return;
    next_report_ += report_every;
    const std::string left =
        limit_ == Deadline::max() ? "" : ", " + seconds_text(limit_ - now) + " left";
    const std::string awaited =
        peer_.proxy != nullptr ? peer_.proxy->awaited()
                               : awaited_program() + (is_running_ ? " to answer the previous cycle"
                                                                  : " to set running");
    peer_.report(info_of(
        "program", "waiting for " + awaited + ", since " + seconds_text(now - start_) + left));
}

}  // namespace gateway
