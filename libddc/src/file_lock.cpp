// SPDX-License-Identifier: MIT
#include "file_lock.hpp"

#include "process.hpp"

#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>

namespace ddc {
namespace {

/// The holder if a line of /proc/locks is about an flock on that file, else pid 0.
FlockHolder read_holder(const std::string& line, const struct stat& file) {
    char kind[8] = "";
    int pid = 0;
    unsigned major = 0;
    unsigned minor = 0;
    unsigned long inode = 0;
    const int fields = std::sscanf(line.c_str(), "%*d: FLOCK %*s %7s %d %x:%x:%lu", kind, &pid,
                                   &major, &minor, &inode);
    const bool same = fields == 5 && inode == file.st_ino && makedev(major, minor) == file.st_dev;
    return {same ? pid : 0, std::strcmp(kind, "WRITE") == 0};
}

}  // namespace

std::vector<FlockHolder> flock_holders(const struct stat& file) {
    std::vector<FlockHolder> found;
    std::ifstream locks("/proc/locks");
    for (std::string line; std::getline(locks, line);) {
        const FlockHolder holder = read_holder(line, file);
        const bool known = std::any_of(found.begin(), found.end(), [&](const FlockHolder& other) {
            return other.pid == holder.pid;
        });
        if (holder.pid > 0 && holder.pid != ::getpid() && !known) found.push_back(holder);
    }
    return found;
}

std::string exclusive_holder(const struct stat& file) {
    for (const FlockHolder& holder : flock_holders(file)) {
        if (!holder.is_exclusive) continue;
        const std::string pid = std::to_string(holder.pid);
        std::string holder_text = "pid " + pid + " (" + process::name_of(holder.pid) + ")";
        struct stat info {};
        if (::stat(("/proc/" + pid).c_str(), &info) == 0)
            holder_text += " of uid " + std::to_string(info.st_uid);
        return holder_text;
    }
    return "a process that cannot be seen from here";
}

}  // namespace ddc
