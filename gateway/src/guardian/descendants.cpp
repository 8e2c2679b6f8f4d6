// SPDX-License-Identifier: MIT
#include "descendants.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace gateway {
namespace {

struct Process {
    pid_t pid;
    pid_t parent;
};

/// The parent of a process, or 0 if it has gone meanwhile.
pid_t parent_of(const char* pid) {
    char text[512];
    std::snprintf(text, sizeof text, "/proc/%.20s/stat", pid);
    const int file = ::open(text, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    const ssize_t size = ::read(file, text, sizeof text - 1);
    ::close(file);
    if (size <= 0) return 0;
    text[size] = '\0';
    const char* after_name = std::strrchr(text, ')');  // the name may have anything in it
    int parent = 0;
    return after_name != nullptr && std::sscanf(after_name, ") %*c %d", &parent) == 1 ? parent : 0;
}

std::vector<Process> all_processes() {
    std::vector<Process> all;
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir("/proc"), ::closedir);
    if (!folder) return all;
    while (const dirent* entry = ::readdir(folder.get())) {
        const int pid = std::atoi(entry->d_name);
        if (pid > 0) all.push_back({pid, parent_of(entry->d_name)});
    }
    return all;
}

}  // namespace

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
