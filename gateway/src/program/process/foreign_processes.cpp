// SPDX-License-Identifier: MIT
#include "foreign_processes.hpp"

#include "text/text.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>

namespace gateway {
namespace {

/// Commands of this project that open tables and are not programs.
constexpr std::array<const char*, 4> own_commands = {"ddc", "ddctool", "ddc-gateway", "ddcserver"};
/// Longest chain of parents that is followed.
constexpr int most_ancestors = 64;

/// @return 0 if it has none, or has ended
int parent_of(int pid) {
    char text[512];
    std::snprintf(text, sizeof text, "/proc/%d/stat", pid);
    const int file = ::open(text, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    const ssize_t size = ::read(file, text, sizeof text - 1);
    ::close(file);
    text[std::max<ssize_t>(size, 0)] = '\0';
    const char* after_name = std::strrchr(text, ')');  // the name may contain any character
    int parent = 0;
    return after_name != nullptr && std::sscanf(after_name, ") %*c %d", &parent) == 1 ? parent : 0;
}

bool is_descendant(int pid) {
    const int self = ::getpid();
    for (int i = 0; i < most_ancestors && pid > 0; ++i) {
        pid = parent_of(pid);
        if (pid == self) return true;
    }
    return false;
}

bool is_foreign(const ddc::Process& process) {
    const auto is_its_name = [&](const char* name) { return process.name == name; };
    return std::none_of(own_commands.begin(), own_commands.end(), is_its_name) &&
           !is_descendant(process.pid);
}

std::string advice_on(const ddc::Process& process) {
    const std::string pid = std::to_string(process.pid);
    if (process.state == ddc::ProcessState::dead)
        return "a process that pid " + pid + ", which has ended, had started";
    std::string text = "pid " + pid + " (" + process.name + "): end it with 'kill " + pid;
    if (process.state == ddc::ProcessState::stopped) text += "; kill -CONT " + pid;
    return text + "'";
}

}  // namespace

std::vector<ddc::Process> foreign_processes(const std::string& table) {
    std::vector<ddc::Process> found;
    try {
        found = ddc::attached_processes(table);
    } catch (const ddc::TableError&) {  // it has been removed: no process can open it any more
    }
    found.erase(std::remove_if(found.begin(), found.end(),
                               [](const ddc::Process& each) { return !is_foreign(each); }),
                found.end());
    return found;
}

std::string how_to_end(const std::vector<ddc::Process>& processes) {
    if (processes.empty()) return "a process that cannot be seen from here";
    return joined(processes, ", ", advice_on);
}

}  // namespace gateway
