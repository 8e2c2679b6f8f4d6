// SPDX-License-Identifier: MIT
#include "fault_point.hpp"
#include "table_impl.hpp"

#include <ddc/table.hpp>

#include <algorithm>
#include <cstring>

namespace ddc {

Status Table::Impl::enter(Id first, Id last) noexcept {
    if (!writable) return Status::read_only;
    if (is_cut.load(std::memory_order_relaxed)) return Status::truncated;
    switch (lock.acquire()) {
        case WriteLock::Outcome::acquired:
            break;
        case WriteLock::Outcome::took_over:
            repair();
            break;
        case WriteLock::Outcome::timed_out:
            return unless_cut(Status::timed_out);
        case WriteLock::Outcome::busy:
            return Status::busy;
    }
    shared.intent.store(static_cast<std::uint64_t>(first) << 32 | static_cast<std::uint32_t>(last),
                        std::memory_order_release);
    return Status::ok;
}

/// Empties the entries that a dead writer left half-written. Only entries of its intent can be; if
/// this process dies here, the intent remains for the next writer.
void Table::Impl::repair() noexcept {
    const std::uint64_t intent = shared.intent.load(std::memory_order_acquire);
    const auto first = static_cast<Id>(intent >> 32);
    const auto last = static_cast<Id>(intent & 0xFFFFFFFF);
    if (!has(first) || !has(last)) return;
    bool has_waiters = false;
    for (Id id = first; id <= last; ++id) {
        layout::Cell& cell = cells[id];
        if (cell::is_whole(cell.sequence.load(std::memory_order_relaxed))) continue;
        cell::store(cell, Type::no_data, 0, cell::coarse_now_ns());
        DDC_FAULT_POINT("repair.mid");
        cell::end_write(cell);
        shared.repaired_entries.fetch_add(1, std::memory_order_relaxed);
        has_waiters |= ChangeWait::take_blocked(cell);
    }
    if (has_waiters) waiting.wake();
}

Status Table::Impl::write(Id id, Type type, std::uint64_t bits, const char* text) noexcept {
    if (!has(id)) return Status::out_of_range;
    layout::Cell& cell = cells[id];
    cell::fetch_for_write(cell);
    const Status status = enter(id, id);
    if (status != Status::ok) return status;
    cell::begin_write(cell);
    DDC_FAULT_POINT("write.mid_copy");
    if (text != nullptr) cell::store_text(texts[id], text, static_cast<std::size_t>(bits));
    cell::store(cell, type, bits, cell::coarse_now_ns());
    DDC_FAULT_POINT("write.copied");
    cell::end_write(cell);
    lock.release();
    if (ChangeWait::take_blocked(cell)) waiting.wake();
    return unless_cut(Status::ok);
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

Status Table::write_no_data(Id id) noexcept {
    return impl_->write(id, Type::no_data, 0);
}

Status Table::write_no_data(Id first, Id count) noexcept {
    if (count <= 0) return Status::ok;
    if (!impl_->has(first) || count > impl_->capacity - first) return Status::out_of_range;
    const Status status = impl_->enter(first, first + count - 1);
    if (status != Status::ok) return status;
    const std::int64_t now_ns = cell::coarse_now_ns();
    bool has_waiters = false;
    for (Id id = first; id < first + count; ++id) {
        cell::begin_write(impl_->cells[id]);
        DDC_FAULT_POINT("clear.mid");
        cell::store(impl_->cells[id], Type::no_data, 0, now_ns);
        cell::end_write(impl_->cells[id]);
    }
    impl_->lock.release();
    for (Id id = first; id < first + count; ++id)
        has_waiters |= ChangeWait::take_blocked(impl_->cells[id]);
    if (has_waiters) impl_->waiting.wake();
    return impl_->unless_cut(Status::ok);
}

Status Table::write(const Group& group) noexcept {
    if (group.size() == 0) return Status::ok;
    if (!impl_->has(group.first()) || !impl_->has(group.last())) return Status::out_of_range;
    layout::Cell* const cells = impl_->cells;
    for (const Group::Item& item : group.items_) cell::fetch_for_write(cells[item.id]);
    const Status status = impl_->enter(group.first(), group.last());
    if (status != Status::ok) return status;
    const std::int64_t now_ns = cell::coarse_now_ns();
    for (const Group::Item& item : group.items_) {
        cell::begin_write(cells[item.id]);
        DDC_FAULT_POINT("group.mid_begin");
    }
    DDC_FAULT_POINT("group.begun");
    for (const Group::Item& item : group.items_) {
        std::uint64_t bits = item.bits;
        if (item.type == Type::string) {
            const std::string& text = group.texts_[item.text];
            bits = std::min(text.size(), max_string_length);
            cell::store_text(impl_->texts[item.id], text.data(), bits);
        }
        cell::store(cells[item.id], item.type, bits, now_ns);
        DDC_FAULT_POINT("group.mid_copy");
    }
    for (const Group::Item& item : group.items_) {
        cell::end_write(cells[item.id]);
        DDC_FAULT_POINT("group.mid_commit");
    }
    impl_->lock.release();
    bool has_waiters = false;
    for (const Group::Item& item : group.items_)
        has_waiters |= ChangeWait::take_blocked(cells[item.id]);
    if (has_waiters) impl_->waiting.wake();
    return impl_->unless_cut(Status::ok);
}

}  // namespace ddc
