// SPDX-License-Identifier: MIT
#include "cell.hpp"
#include "claim_slot.hpp"
#include "file_lock.hpp"
#include "object_file.hpp"
#include "ownership.hpp"
#include "process.hpp"
#include "segment.hpp"

#include <ddc/inspect.hpp>
#include <ddc/table.hpp>

#include <sys/file.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <iterator>
#include <memory>

namespace ddc {
namespace {

using Condition = Diagnosis::Condition;

constexpr std::size_t most_listed = 1000;
constexpr std::size_t cells_per_read = 1024;
/// Tokens of the semaphore that no writer has taken; writers cannot leave more than this.
constexpr int most_wake_ups = 1024;

std::string in_hex(Id id) {
    char text[16];
    std::snprintf(text, sizeof text, "0x%04X", static_cast<unsigned>(id));
    return text;
}

/// "3 entries are" or "entry 0x4003 is".
std::string entries_are(const std::vector<Id>& ids) {
    if (ids.size() == 1) return "entry " + in_hex(ids[0]) + " is";
    const char* more = ids.size() >= most_listed ? " or more" : "";
    return std::to_string(ids.size()) + more + " entries (first " + in_hex(ids[0]) + ") are";
}

void judge_ownership(const struct stat& object, Diagnosis& result) {
    TableOptions options;
    options.name = result.table;
    try {
        const std::string problem = ownership_problem(object, options.group_id());
        if (!problem.empty())
            result.problems.push_back("it " + problem +
                                      ". Programs refuse it unless DDC_GROUP names its group or "
                                      "DDC_ALLOW_FOREIGN is 1");
    } catch (const TableError& error) {  // DDC_GROUP names no group
        result.problems.push_back(error.what());
    }
}

void examine_file(const ObjectFile& object, Diagnosis& result) {
    const struct stat info = object.status();
    result.size = static_cast<std::uint64_t>(info.st_size);
    result.mode = info.st_mode & 07777;
    result.user_id = info.st_uid;
    result.group_id = info.st_gid;
    judge_ownership(info, result);
    struct statvfs memory {};
    if (::fstatvfs(object.descriptor(), &memory) != 0) return;
    result.memory_size = memory.f_blocks * memory.f_frsize;
    result.memory_free = memory.f_bavail * memory.f_frsize;
}

void examine_users(Diagnosis& result) {
    try {
        result.attached = attached_processes(result.table);
    } catch (const TableError&) {
        // It has just been removed: no process can find it now.
    }
}

Condition examine_header(const ObjectFile& object, layout::Header& header, Diagnosis& result) {
    const bool complete = read_header(object.descriptor(), header) == sizeof header;
    if (!complete || header.magic.load() == 0) {
        // A process that creates a table holds an exclusive lock on it, which dies with its
        // process.
        const bool free = ::flock(object.descriptor(), LOCK_SH | LOCK_NB) == 0;
        if (!free) return Condition::being_created;
        result.problems.push_back(
            "it is half-created: its creator died or gave up. The gateway, a program that opens it "
            "for writing, or 'ddc create' finishes it");
        return Condition::half_created;
    }
    result.header = {header.version, static_cast<Id>(header.capacity),
                     static_cast<std::int64_t>(header.generation), process::pid_of(header.creator)};
    const std::string problem = header_problem(header, result.size);
    if (problem.empty()) return Condition::sound;
    result.problems.push_back("it " + problem +
                              ". Stop the processes that use it, then: ddc remove " + result.table);
    return Condition::other_layout;
}

ProcessState to_public(process::State state) noexcept {
    switch (state) {
        case process::State::alive:
            return ProcessState::alive;
        case process::State::stopped:
            return ProcessState::stopped;
        case process::State::dead:
            break;
    }
    return ProcessState::dead;
}

/// Processes that have the table open hold a shared lock. An exclusive lock is held briefly, except
/// by a process that keeps all others out on purpose.
void judge_file_lock(const ObjectFile& object, Diagnosis& result) {
    if (::flock(object.descriptor(), LOCK_SH | LOCK_NB) == 0) {
        ::flock(object.descriptor(), LOCK_UN);
        return;
    }
    result.problems.push_back("its file lock is held by " + exclusive_holder(object.status()) +
                              ", which keeps all others from opening it. Wait for that process, or "
                              "end it");
}

std::optional<Process> examine_owner(process::Identity owner, const layout::Header& header) {
    if (owner == 0) return std::nullopt;
    const int pid = process::pid_of(owner);
    if (header.mixed_pid_namespaces.load() != 0 || header.pid_namespace != process::pid_namespace())
        return Process{pid, "?", ProcessState::unknown};
    const ProcessState state = to_public(process::state_of(owner));
    return Process{pid, state == ProcessState::dead ? "?" : process::name_of(pid), state};
}

void judge_lock(Diagnosis& result) {
    const auto& owner = result.lock.owner;
    if (owner && owner->state == ProcessState::dead)
        result.problems.push_back("its lock belongs to pid " + std::to_string(owner->pid) +
                                  ", which is dead. The next write takes it over and repairs what "
                                  "was left half-written");
    if (owner && owner->state == ProcessState::stopped)
        result.problems.push_back("its lock is held by pid " + std::to_string(owner->pid) + " (" +
                                  owner->name + "), which is stopped. Continue it (kill -CONT " +
                                  std::to_string(owner->pid) + ") or end it");
    if (result.lock.semaphore_count < 0 || result.lock.semaphore_count > most_wake_ups)
        result.problems.push_back(
            "its semaphore is damaged (count " + std::to_string(result.lock.semaphore_count) +
            "). Stop the processes that use it, then: ddc remove " + result.table);
}

void examine_lock(const ObjectFile& object, const layout::Header& header, Diagnosis& result) {
    layout::Lock lock{};
    object.read(layout::lock_offset, static_cast<void*>(&lock), sizeof lock);
    result.lock.owner = examine_owner(lock.owner.load(), header);
    result.lock.take_overs = lock.take_overs.load();
    result.lock.repaired_entries = lock.repaired_entries.load();
    result.lock.time_outs = lock.time_outs.load();
    if (::sem_getvalue(&lock.semaphore, &result.lock.semaphore_count) != 0)
        result.lock.semaphore_count = -1;
}

void examine_claims(const ObjectFile& object, const layout::Header& header, Diagnosis& result) {
    for (std::size_t i = 0; i < layout::claim_count; ++i) {
        layout::Claim claim{};
        object.read(layout::claims_offset + i * sizeof claim, static_cast<void*>(&claim),
                    sizeof claim);
        const auto holder = examine_owner(claim.owner.load(), header);
        const claim_slot::Range range = claim_slot::range_of(claim);
        if (holder && claim_slot::is_sound(range, result.header.capacity))
            result.claims.push_back(
                {range.first, range.last, claim_slot::label_of(claim), *holder});
    }
}

using Cells = std::array<layout::Cell, cells_per_read>;

std::size_t cell_offset(std::size_t id) {
    return layout::cells_offset + id * sizeof(layout::Cell);
}

/// Adds a cell that looks invalid to a list, unless a writer was changing it just then.
void list_if_unchanged(const ObjectFile& object, std::size_t id, const layout::Cell& seen,
                       std::vector<Id>& ids) {
    if (ids.size() >= most_listed) return;
    layout::Cell again{};
    object.read(cell_offset(id), static_cast<void*>(&again), sizeof again);
    if (again.sequence.load() == seen.sequence.load()) ids.push_back(static_cast<Id>(id));
}

bool writer_may_finish(const Diagnosis& result) {
    const auto& owner = result.lock.owner;
    return owner && owner->state != ProcessState::dead;
}

void examine_cell(const ObjectFile& object, std::size_t id, const layout::Cell& cell,
                  Diagnosis& result) {
    Diagnosis::Entries& entries = result.entries;
    const std::uint32_t type = cell.type.load();
    const bool is_text = type == static_cast<std::uint32_t>(Type::string);
    if (!cell::is_whole(cell.sequence.load())) {
        if (!writer_may_finish(result)) list_if_unchanged(object, id, cell, entries.half_written);
    } else if (type >= std::size(entries.of_type)) {
        list_if_unchanged(object, id, cell, entries.unknown_type);
    } else if (is_text && cell.bits.load() > max_string_length) {
        list_if_unchanged(object, id, cell, entries.bad_length);
    } else {
        ++entries.of_type[type];
    }
}

void examine_cells(const ObjectFile& object, Diagnosis& result) {
    auto cells = std::make_unique<Cells>();
    const auto capacity = static_cast<std::size_t>(result.header.capacity);
    for (std::size_t first = 0; first < capacity; first += cells_per_read) {
        const std::size_t wanted = std::min(cells_per_read, capacity - first);
        const std::size_t bytes = object.read(cell_offset(first), static_cast<void*>(cells->data()),
                                              wanted * sizeof(layout::Cell));
        const std::size_t count = bytes / sizeof(layout::Cell);
        for (std::size_t i = 0; i < count; ++i)
            examine_cell(object, first + i, (*cells)[i], result);
        if (count < wanted) {
            result.problems.push_back("it was truncated during the examination");
            return;
        }
    }
}

void judge_entries(Diagnosis& result) {
    const Diagnosis::Entries& entries = result.entries;
    if (!entries.half_written.empty())
        result.problems.push_back(entries_are(entries.half_written) +
                                  " half-written: the writer died. Reads report it and "
                                  "give no value until the next write");
    if (!entries.unknown_type.empty())
        result.problems.push_back(entries_are(entries.unknown_type) +
                                  " of an unknown type: something else has written into this "
                                  "memory. A write to each repairs it");
    if (!entries.bad_length.empty())
        result.problems.push_back(entries_are(entries.bad_length) +
                                  " longer than a string may be: something else has written into "
                                  "this memory. A write to each repairs it");
}

void judge_memory(Diagnosis& result) {
    if (result.memory_size > 0 && result.memory_free < result.memory_size / 20)
        result.problems.push_back(std::string(object_directory) + " is nearly full (" +
                                  std::to_string(result.memory_free / 1'000'000) + " of " +
                                  std::to_string(result.memory_size / 1'000'000) +
                                  " MB free). Look for tables that are not in use: ddc clean");
}

Condition unreadable(int error, Diagnosis& result) {
    if (error == ELOOP) {
        result.problems.push_back("it " + odd_object_problem(result.table));
        return Condition::other_layout;
    }
    if (error == ENOENT) {
        result.problems.push_back(
            "it does not exist. Start the gateway or the program that makes "
            "it, or: ddc create " +
            result.table);
        return Condition::absent;
    }
    result.problems.push_back("it may not be read by uid " + std::to_string(::geteuid()) +
                              ". Look with the rights of its owner");
    return Condition::no_access;
}

}  // namespace

Diagnosis diagnose(const std::string& table) {
    check_table_name(table);
    Diagnosis result;
    result.table = table;
    const ObjectFile object(table, ObjectFile::Access::read);
    if (!object) {
        result.condition = unreadable(object.error(), result);
        return result;
    }
    examine_file(object, result);
    examine_users(result);
    layout::Header header{};
    result.condition = examine_header(object, header, result);
    if (result.condition == Condition::sound) {
        examine_lock(object, header, result);
        judge_lock(result);
        judge_file_lock(object, result);
        examine_claims(object, header, result);
        examine_cells(object, result);
        judge_entries(result);
    }
    judge_memory(result);
    return result;
}

const char* to_string(Condition condition) noexcept {
    switch (condition) {
        case Condition::sound:
            return "sound";
        case Condition::absent:
            return "absent";
        case Condition::no_access:
            return "no access";
        case Condition::being_created:
            return "being created";
        case Condition::half_created:
            return "half-created";
        case Condition::other_layout:
            break;
    }
    return "other layout";
}

}  // namespace ddc
