// SPDX-License-Identifier: MIT
#include <ddc/table.hpp>

#include "cell.hpp"
#include "change_wait.hpp"
#include "fault_point.hpp"
#include "lock.hpp"
#include "pause.hpp"
#include "segment.hpp"

#include <cstdlib>
#include <thread>

namespace ddc {

using process::State;

std::string TableOptions::default_name() {
    const char* name = std::getenv("DDC_NAME");
    return name != nullptr && *name != '\0' ? name : "vcg";
}

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
          lock(segment.header(), shared, options.lock_timeout),
          waiting(shared, cells, writable, options.spin) {}

    bool has(Id id) const noexcept { return id >= 0 && id < capacity; }

    Status read(Id id, Type wanted, std::uint64_t& bits) const noexcept;
    Status outwait_writer(const layout::Cell& cell, std::uint64_t stuck) const noexcept;
    Status read_text(Id id, char (&bytes)[layout::string_size], std::size_t& length) const noexcept;

    Status enter(Id first, Id last) noexcept;
    void repair() noexcept;
    Status write(Id id, Type type, std::uint64_t bits, const char* text = nullptr) noexcept;

    bool try_read_group(Group& group, Status& outcome, std::uint64_t& stuck, Id& stuck_at) const;
    Status read_item(const Group::Item& item, cell::Snapshot& seen) const noexcept;

    std::string name;
    std::chrono::milliseconds lock_timeout;
    bool writable;
    Segment segment;
    layout::Lock& shared;
    layout::Cell* cells;
    layout::Text* texts;
    Id capacity;
    WriteLock lock;
    ChangeWait waiting;
};

// --- set-up ---------------------------------------------------------------------------------

Table::Table(std::unique_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
Table::Table(Table&&) noexcept = default;
Table& Table::operator=(Table&&) noexcept = default;
Table::~Table() = default;

Table Table::create(const TableOptions& options) {
    return Table(std::make_unique<Impl>(options, Segment::Mode::create_only));
}
Table Table::open(const TableOptions& options) {
    return Table(std::make_unique<Impl>(options, Segment::Mode::open_only));
}
Table Table::open_or_create(const TableOptions& options) {
    return Table(std::make_unique<Impl>(options, Segment::Mode::open_or_create));
}

const std::string& Table::name() const noexcept { return impl_->name; }
Id Table::capacity() const noexcept { return impl_->capacity; }

// --- reading --------------------------------------------------------------------------------

namespace {

constexpr int spins_for_a_copy = 100;

/// A type in a damaged table may be any number.
bool is_known(Type type) noexcept { return type <= Type::string; }

Status compare_type(Type found, Type wanted) noexcept {
    if (found == wanted) return Status::ok;
    return found == Type::no_data ? Status::no_data : Status::wrong_type;
}

}  // namespace

/// A reader met a writer inside a cell. Waits until the counter has moved on.
/// @return ok to try again, half_written if the writer died there, timed_out
Status Table::Impl::outwait_writer(const layout::Cell& cell, std::uint64_t stuck) const noexcept {
    if (cell::is_whole(stuck)) return Status::ok;  // it came by while we copied: just try again
    for (int i = 0; i < spins_for_a_copy; ++i) {
        if (cell.sequence.load(std::memory_order_acquire) != stuck) return Status::ok;
        pause();
    }
    const Deadline deadline = Clock::now() + lock_timeout;
    for (;;) {
        const process::Identity owner = lock.owner();
        const bool abandoned = owner == 0 || lock.owner_is_dead(owner);
        if (cell.sequence.load(std::memory_order_acquire) != stuck) return Status::ok;
        if (abandoned) return Status::half_written;
        if (Clock::now() >= deadline) return Status::timed_out;
        std::this_thread::sleep_for(std::chrono::microseconds(50));  // it has lost its processor
    }
}

Status Table::Impl::read(Id id, Type wanted, std::uint64_t& bits) const noexcept {
    if (!has(id)) return Status::out_of_range;
    const layout::Cell& cell = cells[id];
    cell::Snapshot seen;
    while (!cell::try_read(cell, seen)) {
        const Status status = outwait_writer(cell, seen.sequence);
        if (status != Status::ok) return status;
    }
    const Status status = compare_type(seen.type, wanted);
    if (status == Status::ok) bits = seen.bits;
    return status;
}

Status Table::Impl::read_text(Id id, char (&bytes)[layout::string_size],
                              std::size_t& length) const noexcept {
    if (!has(id)) return Status::out_of_range;
    const layout::Cell& cell = cells[id];
    for (;;) {
        cell::Snapshot seen;
        if (cell::try_read(cell, seen)) {
            const Status status = compare_type(seen.type, Type::string);
            if (status != Status::ok) return status;
            length = cell::text_length(seen.bits);
            cell::copy_text(texts[id], length, bytes);
            if (cell.sequence.load(std::memory_order_relaxed) == seen.sequence) return Status::ok;
        }
        const Status status = outwait_writer(cell, seen.sequence);
        if (status != Status::ok) return status;
    }
}

Status Table::read(Id id, bool& value) const noexcept {
    std::uint64_t bits = 0;
    const Status status = impl_->read(id, Type::boolean, bits);
    if (status == Status::ok) value = bits != 0;
    return status;
}

Status Table::read(Id id, std::int32_t& value) const noexcept {
    std::uint64_t bits = 0;
    const Status status = impl_->read(id, Type::int32, bits);
    if (status == Status::ok) value = static_cast<std::int32_t>(bits);
    return status;
}

Status Table::read(Id id, double& value) const noexcept {
    std::uint64_t bits = 0;
    const Status status = impl_->read(id, Type::real64, bits);
    if (status == Status::ok) std::memcpy(&value, &bits, sizeof value);
    return status;
}

Status Table::read(Id id, std::string& value) const {
    char bytes[layout::string_size];
    std::size_t length = 0;
    const Status status = impl_->read_text(id, bytes, length);
    if (status == Status::ok) value.assign(bytes, length);
    return status;
}

std::uint64_t Table::sequence(Id id) const noexcept {
    return impl_->has(id) ? impl_->cells[id].sequence.load(std::memory_order_acquire) : 0;
}

Entry Table::entry(Id id) const {
    Entry result;
    result.id = id;
    if (!impl_->has(id)) {
        result.status = Status::out_of_range;
        return result;
    }
    const layout::Cell& cell = impl_->cells[id];
    char bytes[layout::string_size];
    cell::Snapshot seen;
    for (;;) {
        if (cell::try_read(cell, seen)) {
            result.written_ns = cell.written_ns.load(std::memory_order_acquire);
            if (seen.type == Type::string)
                cell::copy_text(impl_->texts[id], cell::text_length(seen.bits), bytes);
            if (cell.sequence.load(std::memory_order_relaxed) == seen.sequence) break;
        }
        result.status = impl_->outwait_writer(cell, seen.sequence);
        result.sequence = seen.sequence;
        if (result.status != Status::ok) return result;
    }
    result.sequence = seen.sequence;
    result.type = is_known(seen.type) ? seen.type : Type::no_data;
    switch (result.type) {
        case Type::boolean: result.value = seen.bits != 0; break;
        case Type::int32: result.value = static_cast<std::int32_t>(seen.bits); break;
        case Type::string: result.value = std::string(bytes, cell::text_length(seen.bits)); break;
        case Type::no_data: result.status = Status::no_data; break;
        case Type::real64: {
            double value;
            std::memcpy(&value, &seen.bits, sizeof value);
            result.value = value;
        }
    }
    return result;
}

// --- reading groups -------------------------------------------------------------------------

/// Copies every item once and checks that no counter has moved in between, so that all values
/// stood in the table together at the instant between the two passes.
/// @return false if a writer was met at entry `stuck_at`, whose counter was `stuck`
bool Table::Impl::try_read_group(Group& group, Status& outcome, std::uint64_t& stuck,
                                 Id& stuck_at) const {
    outcome = Status::ok;
    for (std::size_t i = 0; i < group.size(); ++i) {
        Group::Item& item = group.item(i);
        item.status = Status::out_of_range;
        if (has(item.id)) {
            const layout::Cell& cell = cells[item.id];
            cell::Snapshot seen;
            if (!cell::try_read(cell, seen)) {
                stuck = seen.sequence;
                stuck_at = item.id;
                return false;
            }
            item.sequence = seen.sequence;
            item.status = compare_type(seen.type, item.type);
            if (item.status == Status::ok) item.bits = seen.bits;
            if (item.status == Status::ok && item.type == Type::string) {
                char bytes[layout::string_size];
                const std::size_t length = cell::text_length(seen.bits);
                cell::copy_text(texts[item.id], length, bytes);
                group.text(i).assign(bytes, length);
            }
        }
        if (outcome == Status::ok) outcome = item.status;
    }
    for (std::size_t i = 0; i < group.size(); ++i) {
        const Group::Item& item = group.item(i);
        if (item.status == Status::out_of_range) continue;
        const std::uint64_t now = cells[item.id].sequence.load(std::memory_order_acquire);
        if (now == item.sequence) continue;
        stuck = now;
        stuck_at = item.id;
        return false;
    }
    return true;
}

Status Table::read(Group& group) const {
    Status outcome = Status::ok;
    std::uint64_t stuck = 0;
    Id stuck_at = 0;
    while (!impl_->try_read_group(group, outcome, stuck, stuck_at)) {
        const Status status = impl_->outwait_writer(impl_->cells[stuck_at], stuck);
        if (status != Status::ok) return status;
    }
    return outcome;
}

// --- writing --------------------------------------------------------------------------------

Status Table::Impl::enter(Id first, Id last) noexcept {
    if (!writable) return Status::read_only;
    switch (lock.acquire()) {
        case WriteLock::Outcome::acquired: break;
        case WriteLock::Outcome::took_over: repair(); break;
        case WriteLock::Outcome::timed_out: return Status::timed_out;
        case WriteLock::Outcome::busy: return Status::busy;
    }
    shared.intent.store(static_cast<std::uint64_t>(first) << 32 | static_cast<std::uint32_t>(last),
                        std::memory_order_release);
    return Status::ok;
}

/// Empties the entries that a dead writer left half-written. Only those it had announced can be;
/// whoever dies in here leaves the announcement for the next one.
void Table::Impl::repair() noexcept {
    const std::uint64_t intent = shared.intent.load(std::memory_order_acquire);
    const auto first = static_cast<Id>(intent >> 32);
    const auto last = static_cast<Id>(intent & 0xFFFFFFFF);
    if (!has(first) || !has(last)) return;
    bool anybody_waits = false;
    for (Id id = first; id <= last; ++id) {
        layout::Cell& cell = cells[id];
        if (cell::is_whole(cell.sequence.load(std::memory_order_relaxed))) continue;
        cell::store(cell, Type::no_data, 0, cell::coarse_now_ns());
        DDC_FAULT_POINT("repair.mid");
        cell::end_write(cell);
        shared.repaired_entries.fetch_add(1, std::memory_order_relaxed);
        anybody_waits |= ChangeWait::take_blocked(cell);
    }
    if (anybody_waits) waiting.wake();
}

Status Table::Impl::write(Id id, Type type, std::uint64_t bits, const char* text) noexcept {
    if (!has(id)) return Status::out_of_range;
    const Status status = enter(id, id);
    if (status != Status::ok) return status;
    layout::Cell& cell = cells[id];
    cell::begin_write(cell);
    DDC_FAULT_POINT("write.mid_copy");
    if (text != nullptr) cell::store_text(texts[id], text, static_cast<std::size_t>(bits));
    cell::store(cell, type, bits, cell::coarse_now_ns());
    DDC_FAULT_POINT("write.copied");
    cell::end_write(cell);
    lock.release();
    if (ChangeWait::take_blocked(cell)) waiting.wake();
    return Status::ok;
}

Status Table::write(Id id, bool value) noexcept {
    return impl_->write(id, Type::boolean, value ? 1 : 0);
}

Status Table::write(Id id, std::int32_t value) noexcept {
    return impl_->write(id, Type::int32, static_cast<std::uint32_t>(value));
}

Status Table::write(Id id, double value) noexcept {
    std::uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return impl_->write(id, Type::real64, bits);
}

Status Table::write(Id id, const char* text, std::size_t length) noexcept {
    if (length > max_string_length) return Status::too_long;
    return impl_->write(id, Type::string, length, text);
}

Status Table::write_no_data(Id id) noexcept { return impl_->write(id, Type::no_data, 0); }

Status Table::write_no_data(Id first, Id count) noexcept {
    if (count <= 0) return Status::ok;
    if (!impl_->has(first) || count > impl_->capacity - first) return Status::out_of_range;
    const Status status = impl_->enter(first, first + count - 1);
    if (status != Status::ok) return status;
    const std::int64_t now_ns = cell::coarse_now_ns();
    bool anybody_waits = false;
    for (Id id = first; id < first + count; ++id) {
        cell::begin_write(impl_->cells[id]);
        cell::store(impl_->cells[id], Type::no_data, 0, now_ns);
        cell::end_write(impl_->cells[id]);
    }
    impl_->lock.release();
    for (Id id = first; id < first + count; ++id)
        anybody_waits |= ChangeWait::take_blocked(impl_->cells[id]);
    if (anybody_waits) impl_->waiting.wake();
    return Status::ok;
}

Status Table::write(const Group& group) noexcept {
    if (group.size() == 0) return Status::ok;
    if (!impl_->has(group.first()) || !impl_->has(group.last())) return Status::out_of_range;
    const Status status = impl_->enter(group.first(), group.last());
    if (status != Status::ok) return status;
    layout::Cell* cells = impl_->cells;
    const std::int64_t now_ns = cell::coarse_now_ns();
    for (std::size_t i = 0; i < group.size(); ++i) cell::begin_write(cells[group.item(i).id]);
    DDC_FAULT_POINT("group.begun");
    for (std::size_t i = 0; i < group.size(); ++i) {
        const Group::Item& item = group.item(i);
        std::uint64_t bits = item.bits;
        if (item.type == Type::string) {
            bits = std::min(group.text(i).size(), max_string_length);
            cell::store_text(impl_->texts[item.id], group.text(i).data(), bits);
        }
        cell::store(cells[item.id], item.type, bits, now_ns);
        DDC_FAULT_POINT("group.mid_copy");
    }
    for (std::size_t i = 0; i < group.size(); ++i) {
        cell::end_write(cells[group.item(i).id]);
        DDC_FAULT_POINT("group.mid_commit");
    }
    impl_->lock.release();
    bool anybody_waits = false;
    for (std::size_t i = 0; i < group.size(); ++i)
        anybody_waits |= ChangeWait::take_blocked(cells[group.item(i).id]);
    if (anybody_waits) impl_->waiting.wake();
    return Status::ok;
}

// --- waiting and telling ----------------------------------------------------------------------

Status Table::wait_for_change(const Watch* watches, std::size_t count, Deadline deadline,
                              OnSignal on_signal) const noexcept {
    for (std::size_t i = 0; i < count; ++i)
        if (!impl_->has(watches[i].id)) return Status::out_of_range;
    return impl_->waiting.wait(watches, count, deadline, on_signal);
}

std::uint64_t Table::take_overs() const noexcept {
    return impl_->shared.take_overs.load(std::memory_order_relaxed);
}

std::string Table::explain(Status status) const {
    if (status != Status::timed_out) return std::string("table '") + name() + "': " + to_string(status);
    const process::Identity owner = impl_->lock.owner();
    if (owner == 0) return "table '" + name() + "': timed out; its lock is free again";
    const int pid = process::pid_of(owner);
    std::string message = "table '" + name() + "': timed out; its lock is held by pid " +
                          std::to_string(pid) + " (" + process::name_of(pid) + ")";
    switch (process::state_of(owner)) {
        case State::stopped: return message + ", which is stopped. Continue it (kill -CONT) or end it.";
        case State::alive: return message + ", which is running.";
        case State::dead: break;
    }
    return message + ", which is dead. The next write takes the lock over.";
}

}  // namespace ddc
