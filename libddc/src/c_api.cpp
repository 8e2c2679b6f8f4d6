// SPDX-License-Identifier: MIT
#include "c_api.hpp"

#include "deadline.hpp"

#include <ddc/version.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

namespace ddc::c_api {
namespace {

thread_local char last_error[512] = "";

using Reason = TableError::Reason;

int reason_to_c(Reason reason) noexcept {
    switch (reason) {
        case Reason::not_found:
            return DDC_NOT_FOUND;
        case Reason::exists:
            return DDC_EXISTS;
        case Reason::access:
            return DDC_NO_ACCESS;
        case Reason::other_layout:
            return DDC_OTHER_LAYOUT;
        case Reason::half_created:
            return DDC_HALF_CREATED;
        case Reason::invalid:
            return DDC_INVALID;
        case Reason::locked:
            return DDC_LOCKED;
        case Reason::claimed:
        case Reason::system:
            break;
    }
    return DDC_SYSTEM;
}

/// Copies as much of a text as fits with its terminator.
void copy_cut(const char* text, char* buffer, std::size_t size) noexcept {
    const std::size_t length = std::min(std::strlen(text), size - 1);
    std::memcpy(buffer, text, length);
    buffer[length] = '\0';
}

std::chrono::milliseconds to_ms(std::int64_t ns) noexcept {
    return std::chrono::ceil<std::chrono::milliseconds>(std::chrono::nanoseconds(ns));
}

TableOptions to_options(const ddc_options* given) {
    TableOptions options;
    if (given == nullptr) return options;
    if (given->size != sizeof(ddc_options))
        throw TableError(Reason::invalid, "ddc_options was not filled by ddc_options_init");
    if (given->name != nullptr) options.name = given->name;
    if (given->read_only) options.access = TableOptions::Access::read_only;
    options.capacity = given->capacity;
    if (given->mode != 0) options.mode = given->mode;
    if (given->group_id >= 0) options.group = std::to_string(given->group_id);
    options.open_timeout = to_ms(given->open_timeout_ns);
    options.lock_timeout = to_ms(given->lock_timeout_ns);
    options.spin = std::chrono::duration_cast<std::chrono::microseconds>(
        std::chrono::nanoseconds(given->spin_ns));
    return options;
}

int open_with(Table (*open)(const TableOptions&), const ddc_options* options, ddc_table** table) {
    if (table == nullptr) return DDC_INVALID;
    return guarded([&] {
        *table = new ddc_table{open(to_options(options))};
        return static_cast<int>(DDC_OK);
    });
}

template <class T>
int read(const ddc_table* table, Id id, T* value) noexcept {
    if (table == nullptr || value == nullptr) return DDC_INVALID;
    return to_c(table->table.read(id, *value));
}

template <class T>
int write(ddc_table* table, Id id, T value) noexcept {
    return table != nullptr ? to_c(table->table.write(id, value)) : static_cast<int>(DDC_INVALID);
}

Deadline to_deadline(std::int64_t timeout_ns) noexcept {
    return timeout_ns < 0 ? Deadline::max() : deadline_after(std::chrono::nanoseconds(timeout_ns));
}

template <class T>
int wait(const ddc_table* table, Id id, T value, std::int64_t timeout_ns) noexcept {
    if (table == nullptr) return DDC_INVALID;
    return to_c(table->table.wait_until<T>(
        id, [value](T found) { return found <= value && value <= found; },
        to_deadline(timeout_ns)));
}

}  // namespace

int record_error(const TableError& error) noexcept {
    copy_cut(error.what(), last_error, sizeof last_error);
    return reason_to_c(error.reason());
}

int record_error(const std::exception& error) noexcept {
    copy_cut(error.what(), last_error, sizeof last_error);
    return DDC_SYSTEM;
}

}  // namespace ddc::c_api

using namespace ddc::c_api;

extern "C" {

int ddc_abi_version(void) {
    return DDC_ABI_VERSION;
}

const char* ddc_version(void) {
    return DDC_VERSION;
}

const char* ddc_strerror(int status) {
    switch (status) {
        case DDC_NOT_FOUND:
            return "the table does not exist";
        case DDC_EXISTS:
            return "the table exists already";
        case DDC_NO_ACCESS:
            return "permission denied";
        case DDC_OTHER_LAYOUT:
            return "the table has another layout";
        case DDC_HALF_CREATED:
            return "the table is half-created";
        case DDC_INVALID:
            return "invalid argument";
        case DDC_SYSTEM:
            return "refused by the operating system";
        case DDC_LOCKED:
            return "another process keeps all others from opening the table";
        default:
            return ddc::to_string(static_cast<ddc::Status>(status));
    }
}

const char* ddc_last_error(void) {
    return last_error;
}

void ddc_options_init(ddc_options* options) {
    if (options == nullptr) return;
    const ddc::TableOptions defaults;
    *options = {};
    options->size = sizeof *options;
    options->capacity = defaults.capacity;
    options->group_id = -1;
    options->open_timeout_ns = std::chrono::nanoseconds(defaults.open_timeout).count();
    options->lock_timeout_ns = std::chrono::nanoseconds(defaults.lock_timeout).count();
    options->spin_ns = std::chrono::nanoseconds(defaults.spin).count();
}

int ddc_open(const ddc_options* options, ddc_table** table) {
    return open_with(ddc::Table::open, options, table);
}
int ddc_create(const ddc_options* options, ddc_table** table) {
    return open_with(ddc::Table::create, options, table);
}
int ddc_open_or_create(const ddc_options* options, ddc_table** table) {
    return open_with(ddc::Table::open_or_create, options, table);
}
void ddc_close(ddc_table* table) {
    delete table;
}

const char* ddc_name(const ddc_table* table) {
    return table != nullptr ? table->table.name().c_str() : "";
}
int32_t ddc_capacity(const ddc_table* table) {
    return table != nullptr ? table->table.capacity() : 0;
}
uint64_t ddc_take_overs(const ddc_table* table) {
    return table != nullptr ? table->table.take_overs() : 0;
}

int ddc_explain(const ddc_table* table, int status, char* buffer, size_t size) {
    if (table == nullptr || buffer == nullptr || size == 0) return DDC_INVALID;
    return guarded([&] {
        copy_cut(table->table.explain(static_cast<ddc::Status>(status)).c_str(), buffer, size);
        return static_cast<int>(DDC_OK);
    });
}

int ddc_read_bool(const ddc_table* table, int32_t id, bool* value) {
    return read(table, id, value);
}
int ddc_read_int32(const ddc_table* table, int32_t id, int32_t* value) {
    return read(table, id, value);
}
int ddc_read_double(const ddc_table* table, int32_t id, double* value) {
    return read(table, id, value);
}

int ddc_read_string(const ddc_table* table, int32_t id, char* buffer, size_t size, size_t* length) {
    if (table == nullptr || (buffer == nullptr && size > 0)) return DDC_INVALID;
    return guarded([&] {
        std::string text;
        const ddc::Status status = table->table.read(id, text);
        if (status != ddc::Status::ok) return to_c(status);
        if (length != nullptr) *length = text.size();
        if (text.size() >= size) return static_cast<int>(DDC_TOO_LONG);
        std::memcpy(buffer, text.c_str(), text.size() + 1);
        return static_cast<int>(DDC_OK);
    });
}

int ddc_read_type(const ddc_table* table, int32_t id, ddc_type* type, uint64_t* sequence) {
    if (table == nullptr) return DDC_INVALID;
    return guarded([&] {
        const ddc::Entry entry = table->table.entry(id);
        const bool known = entry.status == ddc::Status::ok || entry.status == ddc::Status::no_data;
        if (!known) return to_c(entry.status);
        if (type != nullptr) *type = static_cast<ddc_type>(entry.type);
        if (sequence != nullptr) *sequence = entry.sequence;
        return static_cast<int>(DDC_OK);
    });
}

int ddc_write_bool(ddc_table* table, int32_t id, bool value) {
    return write(table, id, value);
}
int ddc_write_int32(ddc_table* table, int32_t id, int32_t value) {
    return write(table, id, value);
}
int ddc_write_double(ddc_table* table, int32_t id, double value) {
    return write(table, id, value);
}
int ddc_write_string(ddc_table* table, int32_t id, const char* text) {
    if (table == nullptr || text == nullptr) return DDC_INVALID;
    return to_c(table->table.write(id, text, std::strlen(text)));
}
int ddc_write_no_data(ddc_table* table, int32_t first, int32_t count) {
    if (table == nullptr) return DDC_INVALID;
    return to_c(table->table.write_no_data(first, count));
}

int ddc_wait_bool(const ddc_table* table, int32_t id, bool value, int64_t timeout_ns) {
    return wait(table, id, value, timeout_ns);
}
int ddc_wait_int32(const ddc_table* table, int32_t id, int32_t value, int64_t timeout_ns) {
    return wait(table, id, value, timeout_ns);
}
int ddc_wait_double(const ddc_table* table, int32_t id, double value, int64_t timeout_ns) {
    return wait(table, id, value, timeout_ns);
}

int ddc_watch_from_now(const ddc_table* table, ddc_watch* watches, size_t count) {
    if (table == nullptr || (watches == nullptr && count > 0)) return DDC_INVALID;
    for (size_t i = 0; i < count; ++i) watches[i].sequence = table->table.sequence(watches[i].id);
    return DDC_OK;
}

int ddc_wait_for_change(const ddc_table* table, const ddc_watch* watches, size_t count,
                        int64_t timeout_ns, bool ends_on_signal) {
    if (table == nullptr || (watches == nullptr && count > 0)) return DDC_INVALID;
    return guarded([&] {
        std::vector<ddc::Watch> all;
        all.reserve(count);
        for (size_t i = 0; i < count; ++i) all.push_back({watches[i].id, watches[i].sequence});
        const auto on_signal = ends_on_signal ? ddc::OnSignal::give_up : ddc::OnSignal::resume;
        return to_c(table->table.wait_for_change(all.data(), all.size(), to_deadline(timeout_ns),
                                                 on_signal));
    });
}

}  // extern "C"
