// SPDX-License-Identifier: MIT
#include <ddc/inspect.hpp>
#include <ddc/table.hpp>

#include "object_file.hpp"
#include "process.hpp"

#include <sys/file.h>
#include <sys/mman.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace ddc {
namespace {

using Reason = TableError::Reason;

[[noreturn]] void throw_errno(const std::string& table, const char* what) {
    const Reason reason = errno == ENOENT                     ? Reason::not_found
                          : errno == EACCES || errno == EPERM ? Reason::access
                                                              : Reason::system;
    throw TableError(reason, "table '" + table + "' " + what + ": " + std::strerror(errno));
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
    ObjectFile object(table);
    if (!object) throw_errno(table, "cannot be opened");
    return object;
}

/// Whoever opens a table holds a shared lock on it. With the exclusive one nobody does, nor can
/// until the object is closed.
bool lock_out(const ObjectFile& object) noexcept {
    return ::flock(object.descriptor(), LOCK_EX | LOCK_NB) == 0;
}

ProcessState state_of(int pid) noexcept {
    // Without a start time in it, an identity stands for whoever has the pid now.
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

/// pid of the holder if a line of /proc/locks is about an flock on that file, else 0.
int flock_holder(const std::string& line, const struct stat& file) {
    int pid = 0;
    unsigned major = 0;
    unsigned minor = 0;
    unsigned long inode = 0;
    const int fields =
        std::sscanf(line.c_str(), "%*d: FLOCK %*s %*s %d %x:%x:%lu", &pid, &major, &minor, &inode);
    const bool same = fields == 4 && inode == file.st_ino && makedev(major, minor) == file.st_dev;
    return same ? pid : 0;
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
    if (::stat(object_path(table).c_str(), &file) != 0) throw_errno(table, "cannot be examined");
    std::vector<Process> found;
    std::ifstream locks("/proc/locks");
    for (std::string line; std::getline(locks, line);) {
        const int pid = flock_holder(line, file);
        const bool known = std::any_of(found.begin(), found.end(),
                                       [pid](const Process& other) { return other.pid == pid; });
        if (pid > 0 && pid != ::getpid() && !known)
            found.push_back({pid, process::name_of(pid), state_of(pid)});
    }
    return found;
}

bool is_in_use(const std::string& table) {
    const ObjectFile object = open_object(table);
    return !lock_out(object);
}

bool remove_table(const std::string& table, Removal removal) {
    const ObjectFile object = open_object(table);
    if (removal == Removal::if_unused && !lock_out(object)) return false;
    if (object.is_linked() && ::shm_unlink(("/" + object_name(table)).c_str()) != 0)
        throw_errno(table, "cannot be removed");
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
