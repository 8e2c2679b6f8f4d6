// SPDX-License-Identifier: MIT
#include "descendants.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

namespace gateway {
namespace {

struct Process {
    pid_t pid;
    pid_t parent;
};

/// Fields of a process's stat file.
struct Stat {
    char state = 'X';
    pid_t parent = 0;
};

/// @return a dead process without a parent if it has ended meanwhile
Stat stat_of(const char* pid) {
    char text[512];
    std::snprintf(text, sizeof text, "/proc/%.20s/stat", pid);
    const int file = ::open(text, O_RDONLY | O_CLOEXEC);
    if (file < 0) return {};
    const ssize_t size = ::read(file, text, sizeof text - 1);
    ::close(file);
    if (size <= 0) return {};
    text[size] = '\0';
    const char* after_name = std::strrchr(text, ')');  // the name may contain any character
    Stat stat;
    const bool is_read =
        after_name != nullptr && std::sscanf(after_name, ") %c %d", &stat.state, &stat.parent) == 2;
    return is_read ? stat : Stat{};
}

std::vector<Process> all_processes() {
    std::vector<Process> all;
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir("/proc"), ::closedir);
    if (!folder) return all;
    while (const dirent* entry = ::readdir(folder.get())) {
        const int pid = std::atoi(entry->d_name);
        if (pid > 0) all.push_back({pid, stat_of(entry->d_name).parent});
    }
    return all;
}

}  // namespace

bool is_running(pid_t pid) {
    return stat_of(std::to_string(pid).c_str()).state == 'R';
}

std::vector<pid_t> descendants() {
    const std::vector<Process> all = all_processes();
    std::vector<pid_t> family{::getpid()};
    for (std::size_t i = 0; i < family.size(); ++i)
        for (const Process& process : all)
            if (process.parent == family[i]) family.push_back(process.pid);
    family.erase(family.begin());
    return family;
}

}  // namespace gateway
