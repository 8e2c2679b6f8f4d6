// SPDX-License-Identifier: MIT
#include <ddc/table.hpp>

#include "table_impl.hpp"

#include <grp.h>

#include <cstdlib>
#include <cstring>
#include <vector>

namespace ddc {

std::string TableOptions::default_name() {
    const char* name = std::getenv("DDC_NAME");
    return name != nullptr && *name != '\0' ? name : "vcg";
}

std::string TableOptions::default_group() {
    const char* group = std::getenv("DDC_GROUP");
    return group != nullptr ? group : "";
}

bool TableOptions::default_allow_foreign() {
    const char* allowed = std::getenv("DDC_ALLOW_FOREIGN");
    return allowed != nullptr && std::strcmp(allowed, "1") == 0;
}

std::chrono::microseconds TableOptions::default_spin() {
    constexpr std::chrono::microseconds ordinary{200}, longest{1'000'000};
    const char* text = std::getenv("DDC_SPIN_US");
    if (text == nullptr || *text == '\0') return ordinary;
    char* end = nullptr;
    const std::chrono::microseconds spin(std::strtol(text, &end, 10));
    return *end == '\0' && spin.count() >= 0 && spin <= longest ? spin : ordinary;
}

std::optional<unsigned> TableOptions::group_id() const {
    if (group.empty()) return std::nullopt;
    if (group.size() < 10 && group.find_first_not_of("0123456789") == std::string::npos)
        return static_cast<unsigned>(std::stoul(group));
    struct group entry {};
    struct group* found = nullptr;
    std::vector<char> buffer(1 << 16);
    if (::getgrnam_r(group.c_str(), &entry, buffer.data(), buffer.size(), &found) == 0 &&
        found != nullptr)
        return found->gr_gid;
    throw TableError(TableError::Reason::invalid, "table '" + name + "': there is no group '" +
                                                      group +
                                                      "' on this machine (DDC_GROUP sets it)");
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
const std::string& Table::ownership_problem() const noexcept {
    return impl_->segment.ownership_problem();
}
bool Table::is_intact() const noexcept {
    return !impl_->is_cut.load(std::memory_order_relaxed);
}

Status Table::wait_for_change(const Watch* watches, std::size_t count, Deadline deadline,
                              OnSignal on_signal) const noexcept {
    for (std::size_t i = 0; i < count; ++i)
        if (!impl_->has(watches[i].id)) return Status::out_of_range;
    return impl_->unless_cut(impl_->waiting.wait(watches, count, deadline, on_signal));
}

WaitCounts Table::waits() const noexcept {
    return impl_->waiting.counts();
}

TableWaits Table::all_waits() const noexcept {
    return impl_->waiting.all_counts();
}

std::uint64_t Table::take_overs() const noexcept {
    return impl_->shared.take_overs.load(std::memory_order_relaxed);
}

std::string Table::explain(Status status) const {
    if (status == Status::truncated)
        return "table '" + name() + "' was cut short: another process has truncated " +
               object_path(name()) +
               ", or memory ran out. Its contents are lost. End the processes that "
               "use it, then: ddc remove " +
               name();
    if (status != Status::timed_out) return "table '" + name() + "': " + to_string(status);
    const process::Identity owner = impl_->lock.owner();
    if (owner == 0) return "table '" + name() + "': timed out; no process holds its lock now";
    const std::string pid = std::to_string(process::pid_of(owner));
    std::string message = "table '" + name() + "': timed out; its lock is held by pid " + pid;
    if (impl_->lock.owners_may_be_invisible())
        return message +
               " of some pid namespace. Processes of several namespaces use this table, so "
               "it is unknown whether it is alive; if it has ended: ddc remove " +
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
