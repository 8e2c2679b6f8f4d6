// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/types.hpp>

#include <optional>
#include <string>
#include <vector>

/// Looking at tables from outside: which there are, who uses them, what is wrong with them.
/// Nothing here writes to a table, takes its lock or trusts a byte of it.
namespace ddc {

enum class ProcessState {
    alive,
    stopped,  ///< by SIGSTOP or a debugger
    dead,
    unknown,  ///< of another pid namespace, where its pid means something else
};

struct Process {
    int pid = 0;
    /// As the kernel keeps it, all but printable ASCII as '?'; "?" if the process is gone.
    std::string name;
    ProcessState state = ProcessState::unknown;
};

/// @throws TableError (invalid) unless `name` is 1 to 64 letters, digits, '.', '_' or '-'
void check_table_name(const std::string& name);

/// Names of all tables, sorted. Includes those that cannot be opened.
std::vector<std::string> table_names();

/// The processes that have the table open, other than the caller. A dead one stands for a process
/// that ended while a child it had forked keeps the table open.
/// @throws TableError (not_found, access, invalid)
std::vector<Process> attached_processes(const std::string& table);

/// Whether a live process has the table open or is creating it.
/// @throws TableError (not_found, access, invalid)
bool is_in_use(const std::string& table);

enum class Removal { always, if_unused };

/// Removes a table. A process that has it open keeps what it has; no other finds it any more.
/// @return false if it is in use and therefore still there
/// @throws TableError (not_found, access, invalid, system)
bool remove_table(const std::string& table, Removal removal);

/// What can be told about a table from its bytes, whatever they are.
struct Diagnosis {
    enum class Condition {
        sound,          ///< laid out as this library expects; `entries` and `lock` are filled
        absent,         ///< no such object
        no_access,      ///< it exists, and this process may not read it
        being_created,  ///< a live process is at work on it right now
        half_created,   ///< the process that was creating it died; the next one that may create
                        ///< finishes it
        other_layout,   ///< another layout version, a damaged header, or no table at all
    };

    struct Header {
        std::uint32_t layout_version = 0;
        Id capacity = 0;
        /// Wall clock at creation, ns since 1970.
        std::int64_t created_ns = 0;
        /// Who created it; probably gone by now.
        int creator_pid = 0;
    };

    struct Lock {
        /// The writer inside at this moment.
        std::optional<Process> owner;
        std::uint64_t take_overs = 0;
        std::uint64_t repaired_entries = 0;
        std::uint64_t time_outs = 0;
        int semaphore_count = 0;
    };

    struct Entries {
        /// Number of entries by Type.
        std::uint32_t of_type[5] = {};
        /// A writer died inside them. At most 1000 of each kind are listed.
        std::vector<Id> half_written;
        std::vector<Id> unknown_type;
        std::vector<Id> bad_length;
    };

    /// Entries that a process keeps for itself, see Table::claim. A dead one's are free.
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

    /// Of the memory that all tables share.
    std::uint64_t memory_size = 0;
    std::uint64_t memory_free = 0;

    /// One sentence for everything that is wrong, saying what to do about it. Empty: all is well.
    std::vector<std::string> problems;
};

/// Examines a table. @throws TableError(invalid) for what is no table name, and nothing else
Diagnosis diagnose(const std::string& table);

const char* to_string(ProcessState state) noexcept;
const char* to_string(Diagnosis::Condition condition) noexcept;

}  // namespace ddc
