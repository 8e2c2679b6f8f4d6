// SPDX-License-Identifier: MIT
#include <ddc/table.hpp>

#include "table_impl.hpp"

#include <cstdlib>

namespace ddc {

std::string TableOptions::default_name() {
    const char* name = std::getenv("DDC_NAME");
    return name != nullptr && *name != '\0' ? name : "vcg";
}

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

const std::string& Table::name() const noexcept {
    return impl_->name;
}
Id Table::capacity() const noexcept {
    return impl_->capacity;
}

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
    if (status != Status::timed_out) return "table '" + name() + "': " + to_string(status);
    const process::Identity owner = impl_->lock.owner();
    if (owner == 0) return "table '" + name() + "': timed out; nobody holds its lock now";
    const std::string pid = std::to_string(process::pid_of(owner));
    std::string message = "table '" + name() + "': timed out; its lock is held by pid " + pid;
    if (impl_->lock.owners_are_strangers())
        return message +
               " of some pid namespace. Processes of several use this table, so that "
               "nobody can tell whether it lives; if not: ddc remove " +
               name();
    message += " (" + process::name_of(process::pid_of(owner)) + ")";
    switch (process::state_of(owner)) {
        case process::State::stopped:
            return message + ", which is stopped. Continue it (kill -CONT " + pid + ") or end it.";
        case process::State::alive:
            return message + ", which is running.";
        case process::State::dead:
            break;
    }
    return message + ", which is dead. The next write takes the lock over.";
}

}  // namespace ddc
