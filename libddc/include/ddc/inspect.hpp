// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/types.hpp>

#include <optional>
#include <string>
#include <vector>

/// Examines tables from outside: which exist, which processes use them, what is wrong with them.
/// These functions write to no table, take no table's lock and trust none of its bytes.
namespace ddc {

enum class ProcessState {
    alive,
    stopped,  ///< by SIGSTOP or a debugger
    dead,
    unknown,  ///< in another pid namespace, in which its pid means something else
};

struct Process {
    int pid = 0;
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
/// @throws TableError (not_found, access, invalid)
std::vector<Process> attached_processes(const std::string& table);

/// True if a live process has the table open or is creating it.
/// @throws TableError (not_found, access, invalid)
bool is_in_use(const std::string& table);

enum class Removal { always, if_unused };

/// Removes a table. Processes that have it open keep their memory; no other process finds it.
/// @return false if it is in use and was therefore not removed
/// @throws TableError (not_found, access, invalid, system)
bool remove_table(const std::string& table, Removal removal);

/// What the bytes of a table show about it, whatever they are.
struct Diagnosis {
    enum class Condition {
        sound,          ///< laid out as this library expects; `entries` and `lock` are filled
        absent,         ///< no such object
        no_access,      ///< it exists, and this process may not read it
        being_created,  ///< a live process is creating it
        half_created,   ///< the process that was creating it died; the next one that may create
                        ///< it completes it
        other_layout,   ///< another layout version, a damaged header, or not a table
    };

    struct Header {
        std::uint32_t layout_version = 0;
        Id capacity = 0;
        /// Wall clock at creation, ns since 1970.
        std::int64_t created_ns = 0;
        /// The process that created it; it may have ended.
        int creator_pid = 0;
    };

    struct Lock {
        /// The process that is writing now.
        std::optional<Process> owner;
        /// Recoveries of the lock from dead writers, and entries emptied then.
        std::uint64_t take_overs = 0;
        std::uint64_t repaired_entries = 0;
        std::uint64_t time_outs = 0;
        int semaphore_count = 0;
    };

    struct Entries {
        /// Number of entries by Type.
        std::uint32_t of_type[5] = {};
        /// A writer died while writing them. Each list has at most 1000 entries.
        std::vector<Id> half_written;
        /// Their type, or the length of their string, is invalid.
        std::vector<Id> unknown_type;
        std::vector<Id> bad_length;
    };

    /// A claim, see Table::claim. The entries of a dead holder are free.
    struct Claimed {
        Id first = 0;
        Id last = 0;
        std::string label;
        Process holder;
    };

    std::string table;
    Condition condition = Condition::absent;

    std::uint64_t size = 0;
    unsigned mode = 0;
    unsigned user_id = 0;
    unsigned group_id = 0;
    Header header;
    Lock lock;
    Entries entries;
    std::vector<Claimed> claims;
    std::vector<Process> attached;

    /// Bytes of the memory that all tables share.
    std::uint64_t memory_size = 0;
    std::uint64_t memory_free = 0;

    /// One sentence for each problem, with what to do about it. Empty if there is none.
    std::vector<std::string> problems;
};

/// Examines a table. @throws TableError (invalid) for an invalid name, and nothing else
Diagnosis diagnose(const std::string& table);

const char* to_string(ProcessState state) noexcept;
const char* to_string(Diagnosis::Condition condition) noexcept;

}  // namespace ddc
