// SPDX-License-Identifier: MIT
#include <ddc/inspect.hpp>

#include "file_lock.hpp"
#include "object_file.hpp"
#include "process.hpp"
#include "segment.hpp"

#include <ddc/table.hpp>

#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace ddc {
namespace {

using Reason = TableError::Reason;

[[noreturn]] void throw_errno(const std::string& table, const char* what, int error) {
    if (error == ELOOP)
        throw TableError(Reason::other_layout,
                         "table '" + table + "' " + odd_object_problem(table));
    const Reason reason = error == ENOENT                     ? Reason::not_found
                          : error == EACCES || error == EPERM ? Reason::access
                                                              : Reason::system;
    throw TableError(reason, "table '" + table + "' " + what + ": " + std::strerror(error));
}

bool is_table_name(const std::string& name) {
    try {
        check_table_name(name);
        return true;
    } catch (const TableError&) {
        return false;
    }
}

/// @throws TableError
ObjectFile open_object(const std::string& table) {
    check_table_name(table);
    ObjectFile object(table, ObjectFile::Access::read);
    if (!object) throw_errno(table, "cannot be opened", object.error());
    return object;
}

/// Locks the object exclusively. A process that opens a table holds a shared lock on it: if this
/// succeeds, no process has it open, nor can open it until the object is closed.
bool lock_out(const ObjectFile& object) noexcept {
    return ::flock(object.descriptor(), LOCK_EX | LOCK_NB) == 0;
}

ProcessState state_of(int pid) noexcept {
    // Without a start time in it, an identity represents the process that has the pid now.
    switch (process::state_of(static_cast<process::Identity>(pid) << 32)) {
        case process::State::alive:
            return ProcessState::alive;
        case process::State::stopped:
            return ProcessState::stopped;
        case process::State::dead:
            break;
    }
    return ProcessState::dead;
}

}  // namespace

std::vector<std::string> table_names() {
    std::vector<std::string> names;
    const std::size_t prefix = std::strlen(object_prefix);
    std::error_code error;
    for (const auto& file : std::filesystem::directory_iterator(object_directory, error)) {
        const std::string object = file.path().filename().string();
        if (object.compare(0, prefix, object_prefix) == 0 && is_table_name(object.substr(prefix)))
            names.push_back(object.substr(prefix));
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::vector<Process> attached_processes(const std::string& table) {
    check_table_name(table);
    struct stat file {};
    if (::lstat(object_path(table).c_str(), &file) != 0)
        throw_errno(table, "cannot be examined", errno);
    std::vector<Process> found;
    for (const FlockHolder& holder : flock_holders(file))
        found.push_back({holder.pid, process::name_of(holder.pid), state_of(holder.pid)});
    return found;
}

bool is_in_use(const std::string& table) {
    const ObjectFile object = open_object(table);
    return !lock_out(object);
}

bool remove_table(const std::string& table, Removal removal) {
    const ObjectFile object = open_object(table);
    if (removal == Removal::if_unused && !lock_out(object)) return false;
    if (object.is_linked() && ::unlink(object_path(table).c_str()) != 0)
        throw_errno(table, "cannot be removed", errno);
    return true;
}

const char* to_string(ProcessState state) noexcept {
    switch (state) {
        case ProcessState::alive:
            return "alive";
        case ProcessState::stopped:
            return "stopped";
        case ProcessState::dead:
            return "dead";
        case ProcessState::unknown:
            break;
    }
    return "unknown";
}

}  // namespace ddc
