// SPDX-License-Identifier: MIT
#include "fault_point.hpp"
#include "table_impl.hpp"

#include <ddc/table.hpp>

#include <algorithm>
#include <cstring>

namespace ddc {

namespace {

/// Longest wait of a monitor for one entry; it can read the entry again later.
constexpr std::chrono::milliseconds longest_entry_wait{2};
/// Time in which writers let a reader complete its copy: a base, and more for each entry.
constexpr std::chrono::nanoseconds gap_base{5000};
constexpr std::chrono::nanoseconds gap_per_entry{20};

/// The type of an entry in a damaged table may be any number.
bool is_known(Type type) noexcept {
    return type <= Type::string;
}

Status compare_type(Type found, Type wanted) noexcept {
    if (found == wanted) return Status::ok;
    return found == Type::no_data ? Status::no_data : Status::wrong_type;
}

double to_real(std::uint64_t bits) noexcept {
    double value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

Value to_value(Type type, std::uint64_t bits, const char* text) {
    switch (type) {
        case Type::no_data:
            break;
        case Type::boolean:
            return bits != 0;
        case Type::int32:
            return static_cast<std::int32_t>(bits);
        case Type::real64:
            return to_real(bits);
        case Type::string:
            return std::string(text, cell::text_length(bits));
    }
    return {};
}

}  // namespace

ReadRetry::Terms Table::Impl::read_terms(std::size_t entries) const noexcept {
    ReadRetry::Terms terms{lock_timeout, std::nullopt};
    if (writable) terms.gap = gap_base + gap_per_entry * static_cast<long>(entries);
    return terms;
}

/// Continues a read that met a writer, another type than `wanted`, or a truncated table.
/// @param bits set whatever the status is
Status Table::Impl::read_slowly(Id id, Type wanted, std::uint64_t& bits) const noexcept {
    ReadRetry retry(lock, read_terms(1));
    cell::Snapshot seen;
    while (!cell::try_read(cells[id], seen)) {
        const Status status = retry.disturbed(cells[id], seen.sequence);
        if (status != Status::ok) return unless_cut(status);
    }
    bits = seen.bits;
    return unless_cut(compare_type(seen.type, wanted));
}

/// The rare cases are in a separate function, so that this one saves no registers for them.
Status Table::Impl::read(Id id, Type wanted, std::uint64_t& bits) const noexcept {
    if (!has(id)) return Status::out_of_range;
    cell::Snapshot seen;
    // The flag is read last: a truncated write can leave a complete entry with half a value.
    if (!cell::try_read(cells[id], seen) || seen.type != wanted ||
        is_cut.load(std::memory_order_relaxed))
        return read_slowly(id, wanted, bits);
    bits = seen.bits;
    return Status::ok;
}

Status Table::Impl::read_text(Id id, char (&bytes)[layout::string_size],
                              std::size_t& length) const noexcept {
    if (!has(id)) return Status::out_of_range;
    const layout::Cell& cell = cells[id];
    ReadRetry retry(lock, read_terms(1));
    for (;;) {
        cell::Snapshot seen;
        if (cell::try_read(cell, seen)) {
            const Status status = compare_type(seen.type, Type::string);
            if (status != Status::ok) return unless_cut(status);
            length = cell::text_length(seen.bits);
            cell::copy_text(texts[id], length, bytes);
            if (cell.sequence.load(std::memory_order_relaxed) == seen.sequence)
                return unless_cut(Status::ok);
        }
        const Status status = retry.disturbed(cell, seen.sequence);
        if (status != Status::ok) return unless_cut(status);
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
    if (status == Status::ok) value = to_real(bits);
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

bool Table::is_awaited(Id id) const noexcept {
    return impl_->has(id) && impl_->cells[id].blocked.load(std::memory_order_acquire) != 0;
}

Entry Table::entry(Id id) const {
    Entry result;
    result.id = id;
    if (!impl_->has(id)) {
        result.status = Status::out_of_range;
        return result;
    }
    const layout::Cell& cell = impl_->cells[id];
    ReadRetry::Terms terms = impl_->read_terms(1);
    terms.patience = std::min<std::chrono::nanoseconds>(terms.patience, longest_entry_wait);
    terms.waits_for_stopped = false;
    ReadRetry retry(impl_->lock, terms);
    char bytes[layout::string_size];
    cell::Snapshot seen;
    for (;;) {
        if (cell::try_read(cell, seen)) {
            result.written_ns = cell.written_ns.load(std::memory_order_acquire);
            if (seen.type == Type::string)
                cell::copy_text(impl_->texts[id], cell::text_length(seen.bits), bytes);
            if (cell.sequence.load(std::memory_order_relaxed) == seen.sequence) break;
        }
        result.sequence = seen.sequence;
        result.status = retry.disturbed(cell, seen.sequence);
        if (result.status == Status::ok) continue;
        result.status = impl_->unless_cut(result.status);
        return result;
    }
    result.sequence = seen.sequence;
    result.status = impl_->unless_cut(Status::ok);
    if (result.status != Status::ok) return result;
    result.type = is_known(seen.type) ? seen.type : Type::no_data;
    result.value = to_value(result.type, seen.bits, bytes);
    if (result.type == Type::no_data) result.status = Status::no_data;
    return result;
}

/// Copies what few entries need: the text, or the value of the last read if this one failed.
void Table::Impl::finish_item(Group& group, std::size_t index) const {
    const Group::Item& shown = group.items_[index];
    Group::Item& item = group.incoming_[index];
    const bool is_ok = item.status == Status::ok;
    if (!is_ok) item.bits = shown.bits;
    if (item.type != Type::string) return;
    if (!is_ok) {
        group.texts_[item.text] = group.texts_[shown.text];
        return;
    }
    char bytes[layout::string_size];
    const std::size_t length = cell::text_length(item.bits);
    cell::copy_text(texts[item.id], length, bytes);
    group.texts_[item.text].assign(bytes, length);
}

/// Copies one entry into the incoming items of the group.
/// @return false if a writer was active; the item then has the entry's counter
inline bool Table::Impl::try_read_item(Group& group, std::size_t index) const {
    Group::Item& item = group.incoming_[index];
    item.status = Status::out_of_range;
    if (has(item.id)) {
        cell::Snapshot seen;
        const bool whole = cell::try_read(cells[item.id], seen);
        item.sequence = seen.sequence;
        if (!whole) return false;
        item.status = compare_type(seen.type, item.type);
        item.bits = seen.bits;
    }
    if (item.status != Status::ok || item.type == Type::string) finish_item(group, index);
    return true;
}

/// Copies every item once and checks that no counter has changed since, so that all values were in
/// the table at the instant between the two passes.
/// @return false if a writer was active at entry `met_at`, whose counter was `met`
bool Table::Impl::try_read_group(Group& group, std::uint64_t& met, Id& met_at) const {
    for (std::size_t i = 0; i < group.size(); ++i) {
        if (try_read_item(group, i)) continue;
        met = group.incoming_[i].sequence;
        met_at = group.incoming_[i].id;
        return false;
    }
    DDC_FAULT_POINT("group.read_once");
    for (const Group::Item& item : group.incoming_) {
        if (item.status == Status::out_of_range) continue;
        met = cells[item.id].sequence.load(std::memory_order_acquire);
        met_at = item.id;
        if (met != item.sequence) return false;
    }
    return true;
}

Status Table::Impl::fail(Group& group, Status status) {
    for (Group::Item& item : group.items_) item.status = status;
    return status;
}

Status Table::read(Group& group) const {
    std::uint64_t met = 0;
    Id met_at = 0;
    if (!impl_->try_read_group(group, met, met_at)) {
        ReadRetry retry(impl_->lock, impl_->read_terms(group.size()));
        do {
            const Status status = retry.disturbed(impl_->cells[met_at], met);
            if (status == Status::ok) continue;
            return impl_->fail(group, impl_->unless_cut(status));
        } while (!impl_->try_read_group(group, met, met_at));
    }
    if (!is_intact()) return impl_->fail(group, Status::truncated);
    group.items_.swap(group.incoming_);
    for (const Group::Item& item : group.items_)
        if (item.status != Status::ok) return item.status;
    return Status::ok;
}

}  // namespace ddc
