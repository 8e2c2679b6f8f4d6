// SPDX-License-Identifier: MIT
#pragma once

#include "cell.hpp"
#include "change_wait.hpp"
#include "lock.hpp"
#include "read_retry.hpp"
#include "segment.hpp"

#include <ddc/table.hpp>

namespace ddc {

/// Members of a table, and the steps that its operations share. table_read.cpp and table_write.cpp
/// contain the operations.
struct Table::Impl {
    Impl(const TableOptions& options, Segment::Mode mode)
        : name(options.name),
          lock_timeout(options.lock_timeout),
          writable(options.access == TableOptions::Access::read_write),
          segment(options, mode),
          shared(segment.lock()),
          cells(segment.cells()),
          texts(segment.texts()),
          capacity(segment.capacity()),
          is_cut(segment.is_cut()),
          lock(segment.header(), shared, options.lock_timeout),
          waiting(segment, writable, options.spin) {}

    bool has(Id id) const noexcept { return id >= 0 && id < capacity; }
    /// Result of an operation: truncated if the table was, because its data may be invalid then.
    Status unless_cut(Status status) const noexcept {
        return is_cut.load(std::memory_order_relaxed) ? Status::truncated : status;
    }

    ReadRetry::Terms read_terms(std::size_t entries) const noexcept;
    [[gnu::noinline]] Status read_slowly(Id id, Type wanted, std::uint64_t& bits) const noexcept;
    Status read(Id id, Type wanted, std::uint64_t& bits) const noexcept;
    Status read_text(Id id, char (&bytes)[layout::string_size], std::size_t& length) const noexcept;
    bool try_read_group(Group& group, std::uint64_t& met, Id& met_at) const;
    bool try_read_item(Group& group, std::size_t index) const;
    [[gnu::noinline]] void finish_item(Group& group, std::size_t index) const;
    /// Gives every item that status. @return it
    static Status fail(Group& group, Status status);

    Status enter(Id first, Id last) noexcept;
    void repair() noexcept;
    Status write(Id id, Type type, std::uint64_t bits, const char* text = nullptr) noexcept;

    std::string name;
    std::chrono::milliseconds lock_timeout;
    bool writable;
    Segment segment;
    layout::Lock& shared;
    layout::Cell* cells;
    layout::Text* texts;
    Id capacity;
    const std::atomic<bool>& is_cut;
    WriteLock lock;
    ChangeWait waiting;
};

}  // namespace ddc
