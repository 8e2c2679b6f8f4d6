// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/group.hpp>
#include <ddc/types.hpp>
#include <ddc/waits.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ddc {

/// How a table is found, created and used. Every field has a default that suits a program.
struct TableOptions {
    /// Name of the instance: letters, digits, '.', '_' and '-', at most 64.
    std::string name = default_name();
    enum class Access { read_write, read_only } access = Access::read_write;

    /// @name Used only by the process that creates the table
    /// @{
    Id capacity = default_capacity;
    /// Default: 0600, and 0660 with a group.
    std::optional<unsigned> mode;
    /// @}

    /// Name or number of the group that shares the table; empty for none. The process that creates
    /// the table assigns it to that group; a process that opens it trusts the group's members.
    std::string group = default_group();
    /// Also opens a table that users other than this one, root and the group's members may write.
    bool allow_foreign = default_allow_foreign();

    /// How long open waits for a process that is creating the table.
    std::chrono::milliseconds open_timeout{1000};
    /// How long a write waits for the lock, and a read for writers that disturb its copy.
    std::chrono::milliseconds lock_timeout{1000};
    /// How long a wait spins before it sleeps. On a single usable core it sleeps at once.
    std::chrono::microseconds spin = default_spin();

    /// The number of `group`; nothing if `group` is empty.
    /// @throws TableError (invalid) if the group does not exist
    std::optional<unsigned> group_id() const;

    /// The environment's DDC_NAME, or "vcg".
    static std::string default_name();
    /// The environment's DDC_GROUP, or none.
    static std::string default_group();
    /// True if the environment's DDC_ALLOW_FOREIGN is 1.
    static bool default_allow_foreign();
    /// The environment's DDC_SPIN_US, 0 to 1,000,000; 200 if it is not such a number.
    static std::chrono::microseconds default_spin();
};

/// An entry to wait for, with the write counter that it last had.
struct Watch {
    Id id = 0;
    std::uint64_t sequence = 0;
};

/// Whether a signal ends a wait (with Status::interrupted).
enum class OnSignal { resume, give_up };

class Claim;

/// The DDC: a table of typed entries in shared memory.
///
/// A lock that survives the death of its holder serialises writers; reading takes no lock and needs
/// only a read-only mapping. All const and non-const operations may be called from any thread and
/// from several processes at once. A moved-from table may only be destroyed.
class Table {
  public:
    /// Creates the table. @throws TableError (exists, access, invalid, system)
    static Table create(const TableOptions& options = {});
    /// Opens an existing table. A table that is not to be trusted (TableOptions::group) is refused.
    /// @throws TableError (not_found, access, other_layout, half_created, locked)
    static Table open(const TableOptions& options = {});
    /// Opens the table, and creates it first if it does not exist. @throws TableError
    static Table open_or_create(const TableOptions& options = {});

    Table(Table&&) noexcept;
    Table& operator=(Table&&) noexcept;
    ~Table();

    const std::string& name() const noexcept;
    Id capacity() const noexcept;
    /// Why the table would be refused without TableOptions::allow_foreign; empty if it would not.
    const std::string& ownership_problem() const noexcept;
    /// False once the table's memory has been truncated. All values are lost then, and every
    /// operation returns Status::truncated.
    bool is_intact() const noexcept;

    /// Reads an entry. Any status except ok leaves `value` unchanged.
    Status read(Id id, bool& value) const noexcept;
    Status read(Id id, std::int32_t& value) const noexcept;
    Status read(Id id, double& value) const noexcept;
    Status read(Id id, std::string& value) const;

    /// Writes an entry, which gets the type of `value`.
    Status write(Id id, bool value) noexcept;
    Status write(Id id, std::int32_t value) noexcept;
    Status write(Id id, double value) noexcept;
    Status write(Id id, const char* text, std::size_t length) noexcept;
    Status write(Id id, const std::string& value) noexcept {
        return write(id, value.data(), value.size());
    }
    Status write(Id id, const char*) = delete;  // would bind to bool
    /// Empties the entry.
    Status write_no_data(Id id) noexcept;
    /// Empties `count` entries from `first` on, holding the lock once.
    Status write_no_data(Id first, Id count) noexcept;

    /// Reads all entries of a group as they were at one instant. Items have their own status;
    /// the result is ok only if every item is ok, else the first other status. If there was no
    /// such instant (half_written, timed_out, busy), every item has that status.
    Status read(Group& group) const;
    /// Writes all entries of a group, so that read(Group&) returns either all or none of them.
    Status write(const Group& group) noexcept;

    /// One entry with all its properties. For monitors: it waits at most 2 ms for a writer of the
    /// entry, and not at all for a stopped one.
    Entry entry(Id id) const;
    /// The write counter of an entry; grows by 2 with each write. 0 for an id out of range.
    std::uint64_t sequence(Id id) const noexcept;
    /// True while a thread sleeps until the entry is written, and after such a thread was killed.
    bool is_awaited(Id id) const noexcept;

    /// Waits until an entry of type T satisfies `accept` or the deadline passes.
    /// Spins first, then blocks; signals do not end the wait.
    template <class T, class Predicate>
    Status wait_until(Id id, Predicate accept, Deadline deadline) const {
        for (;;) {
            const Watch seen{id, sequence(id)};
            T value{};
            const Status status = read(id, value);
            if (status == Status::ok && accept(value)) return Status::ok;
            if (status == Status::out_of_range) return status;
            const Status waited = wait_for_change(&seen, 1, deadline);
            if (waited != Status::ok) return waited;
        }
    }

    /// Waits until one of `count` entries has been written since its `sequence` was read.
    /// @return ok, timed_out, interrupted (with OnSignal::give_up), out_of_range or truncated
    Status wait_for_change(const Watch* watches, std::size_t count, Deadline deadline,
                           OnSignal on_signal = OnSignal::resume) const noexcept;

    /// Number of waits through this object, by how they ended.
    WaitCounts waits() const noexcept;
    /// The same for all processes that may write the table.
    TableWaits all_waits() const noexcept;

    /// Reserves the entries `first` .. `last` for this process, until the claim ends or the process
    /// dies. Claims exclude other claims only: they keep no process from writing.
    /// @param label purpose of the claim, for messages of other processes; cut to 40 bytes
    /// @throws TableError (claimed, invalid, system); nothing is claimed then
    Claim claim(Id first, Id last, const std::string& label);

    /// A sentence about a status that an operation of this table has just returned. For timed_out
    /// it names the process that holds the lock, its state and what to do about it.
    std::string explain(Status status) const;

    /// Number of times that the lock was recovered from a dead writer since the table was created.
    std::uint64_t take_overs() const noexcept;

  private:
    friend class Claim;
    struct Impl;
    explicit Table(std::unique_ptr<Impl> impl) noexcept;
    std::unique_ptr<Impl> impl_;
};

}  // namespace ddc
