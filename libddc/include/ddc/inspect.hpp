// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/types.hpp>

#include <optional>
#include <string>
#include <vector>

/// Examines tables from outside: which exist, which processes use them, what is wrong with them.
/// These functions write to no table, take no table's lock and trust none of its bytes.
namespace ddc {

/// State of a process as the kernel reports it.
enum class ProcessState {
    alive,
    stopped,  ///< by SIGSTOP or a debugger
    dead,
    unknown,  ///< in another pid namespace, in which its pid means something else
};

/// A process that uses a table, when it was examined.
struct Process {
    int pid = 0;  ///< in the pid namespace of the caller, unless `state` is unknown
    /// As the kernel keeps it, with all but printable ASCII as '?'; "?" if the process has ended.
    std::string name;
    ProcessState state = ProcessState::unknown;
};

/// @throws TableError (invalid) unless `name` is 1 to 64 letters, digits, '.', '_' or '-'
void check_table_name(const std::string& name);

/// Names of all tables, sorted, including those that cannot be opened.
std::vector<std::string> table_names();

/// The processes that have the table open, other than the caller. A dead one represents a process
/// that ended while a child that it had forked keeps the table open.
/// @throws TableError (not_found, access, invalid, system)
std::vector<Process> attached_processes(const std::string& table);

/// True if a live process has the table open or is creating it.
/// @throws TableError (not_found, access, other_layout, invalid, system)
bool is_in_use(const std::string& table);

/// Whether remove_table also removes a table that is in use.
enum class Removal { always, if_unused };

/// Removes a table. Processes that have it open keep their memory; no other process finds it.
/// @return false if it is in use and was therefore not removed
/// @throws TableError (not_found, access, other_layout, invalid, system)
bool remove_table(const std::string& table, Removal removal);

/// What the bytes of a table show about it, whatever they are.
struct Diagnosis {
    /// How far the table could be examined.
    enum class Condition {
        sound,          ///< laid out as this library expects; `entries` and `lock` are filled
        absent,         ///< no such object
        no_access,      ///< it exists, and this process may not read it
        being_created,  ///< a live process is creating it
        half_created,   ///< the process that was creating it died; the next one that may create
                        ///< it completes it
        other_layout,   ///< another layout version, a damaged header, or not a table
    };

    /// What the table's header contains. All zero if it could not be read or is incomplete.
    struct Header {
        std::uint32_t layout_version = 0;
        Id capacity = 0;  ///< number of entries; any number if `condition` is other_layout
        /// Wall clock at creation, ns since 1970.
        std::int64_t created_ns = 0;
        /// The process that created it; it may have ended.
        int creator_pid = 0;
    };

    /// The lock of writers. Its counts are since the table was created.
    struct Lock {
        /// The process that is writing now.
        std::optional<Process> owner;
        /// Recoveries of the lock from dead writers, and entries emptied then.
        std::uint64_t take_overs = 0;
        std::uint64_t repaired_entries = 0;
        std::uint64_t time_outs = 0;  ///< writes that did not get the lock in time
        int semaphore_count = 0;      ///< its wake-ups that no writer has taken; -1: unreadable
    };

    /// The entries by type, and those that are invalid.
    struct Entries {
        /// Number of valid entries by Type.
        std::uint32_t of_type[5] = {};
        /// A writer died while writing them. Each list has at most 1000 entries.
        std::vector<Id> half_written;
        std::vector<Id> unknown_type;  ///< their type is no enumerator of Type
        std::vector<Id> bad_length;    ///< their string is longer than max_string_length
    };

    /// A claim, see Table::claim. The entries of a dead holder are free.
    struct Claimed {
        Id first = 0;
        Id last = 0;        ///< inclusive
        std::string label;  ///< at most 40 bytes, with all but printable ASCII as '?'
        Process holder;
    };

    std::string table;
    Condition condition = Condition::absent;

    /// @name Of the shared-memory object; 0 if it is absent or unreadable
    /// @{
    std::uint64_t size = 0;  ///< in bytes
    unsigned mode = 0;       ///< permission bits
    unsigned user_id = 0;    ///< owner
    unsigned group_id = 0;
    /// @}
    Header header;
    Lock lock;                      ///< only if the table is sound
    Entries entries;                ///< only if the table is sound
    std::vector<Claimed> claims;    ///< only if the table is sound
    std::vector<Process> attached;  ///< as attached_processes() returns them

    /// Bytes of the memory that all tables share.
    std::uint64_t memory_size = 0;
    std::uint64_t memory_free = 0;  ///< the part of it that this user may still allocate

    /// One sentence for each problem, with what to do about it. Empty if there is none.
    std::vector<std::string> problems;
};

/// Examines a table. @throws TableError (invalid) for an invalid name, and nothing else
Diagnosis diagnose(const std::string& table);

/// The enumerator's name, such as "stopped".
const char* to_string(ProcessState state) noexcept;
/// In words, such as "half-created".
const char* to_string(Diagnosis::Condition condition) noexcept;

}  // namespace ddc
