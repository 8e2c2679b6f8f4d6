// SPDX-License-Identifier: MIT
#include "machine.hpp"

#include <linux/capability.h>
#include <pwd.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

namespace ddc::command {
namespace {

namespace fs = std::filesystem;

/// Up to this, users are the system's own, whom logind spares.
constexpr unsigned last_system_user = 999;
/// What Docker and Podman give a container is a third of this.
constexpr std::uint64_t enough_memory = 192'000'000;
constexpr const char* shared_memory = "/dev/shm";

std::string name_of_user(unsigned user) {
    const passwd* const entry = ::getpwuid(user);
    return entry == nullptr ? std::to_string(user) : entry->pw_name;
}

std::string without_space(std::string text) {
    text.erase(std::remove_if(text.begin(), text.end(),
                              [](unsigned char letter) { return std::isspace(letter) != 0; }),
               text.end());
    return text;
}

/// What a file of logind.conf(5) says last of RemoveIPC, or what was said before.
std::string remove_ipc_in(const fs::path& file, std::string before) {
    constexpr std::string_view key = "RemoveIPC=";
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        line = without_space(line);
        if (line.rfind(key, 0) == 0) before = line.substr(key.size());
    }
    return before;
}

/// Of all folders, in the order in which systemd reads them: a name counts once, in the first one.
std::vector<fs::path> logind_files() {
    const fs::path folders[] = {"/etc/systemd", "/run/systemd", "/usr/lib/systemd"};
    std::vector<fs::path> files;
    const auto add = [&](const fs::path& file) {
        const bool is_there = std::any_of(files.begin(), files.end(), [&](const fs::path& other) {
            return other.filename() == file.filename();
        });
        std::error_code none;
        if (!is_there && fs::is_regular_file(file, none)) files.push_back(file);
    };
    for (const fs::path& folder : folders) add(folder / "logind.conf");
    const std::size_t parts = files.size();
    for (const fs::path& folder : folders) {
        std::error_code none;
        for (const auto& entry : fs::directory_iterator(folder / "logind.conf.d", none))
            if (entry.path().extension() == ".conf") add(entry.path());
    }
    std::sort(files.begin() + static_cast<std::ptrdiff_t>(parts), files.end(),
              [](const fs::path& a, const fs::path& b) { return a.filename() < b.filename(); });
    return files;
}

bool does_logind_remove() {
    std::string said;
    for (const fs::path& file : logind_files()) said = remove_ipc_in(file, said);
    static constexpr const char* words_of_no[] = {"no", "false", "off", "0", "n", "f"};
    return std::none_of(std::begin(words_of_no), std::end(words_of_no),
                        [&](const char* word) { return said == word; });
}

/// Of the owner of the table, or of who asks where there is none.
void judge_sessions(const Diagnosis& diagnosis, std::vector<std::string>& warnings) {
    const bool has_owner = diagnosis.condition != Diagnosis::Condition::absent &&
                           diagnosis.condition != Diagnosis::Condition::no_access;
    const unsigned user = has_owner ? diagnosis.user_id : ::geteuid();
    const std::string name = name_of_user(user);
    std::error_code none;
    if (user <= last_system_user || !fs::exists("/run/systemd/users", none) ||
        fs::exists("/var/lib/systemd/linger/" + name, none) || !does_logind_remove())
        return;
    warnings.push_back("systemd-logind deletes the tables of " + name +
                       " when its last session ends, also in use (RemoveIPC). "
                       "To keep them: loginctl enable-linger " +
                       name);
}

void judge_size(std::vector<std::string>& warnings) {
    struct statvfs memory {};
    if (::statvfs(shared_memory, &memory) != 0) return;
    const std::uint64_t size = std::uint64_t{memory.f_blocks} * memory.f_frsize;
    if (size >= enough_memory) return;
    warnings.push_back(std::string(shared_memory) + " holds " + std::to_string(size / 1'000'000) +
                       " MB in all, which is little for tables and what else is there. In a "
                       "container: --shm-size=1g; else: mount -o remount,size=1G " +
                       shared_memory);
}

bool has_capability(unsigned number) {
    constexpr std::string_view key = "CapEff:";
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.rfind(key, 0) == 0)
            return (std::stoull(line.substr(key.size()), nullptr, 16) >> number & 1) != 0;
    return false;
}

bool is_limited(decltype(RLIMIT_RTPRIO) resource, unsigned capability, rlim_t wanted) {
    rlimit limit{};
    return !has_capability(capability) && ::getrlimit(resource, &limit) == 0 &&
           limit.rlim_cur < wanted;
}

std::string limit_line(const std::string& limit) {
    return "echo '" + name_of_user(::geteuid()) + " - " + limit +
           "' | sudo tee -a /etc/security/limits.d/ddc.conf, and log in anew";
}

void judge_rights(std::vector<std::string>& warnings) {
    if (is_limited(RLIMIT_RTPRIO, CAP_SYS_NICE, 1))
        warnings.push_back(
            "this session has no right to real-time priority (ulimit -r is 0), which "
            "realtime.priority asks for. To give it: " +
            limit_line("rtprio 80"));
    if (is_limited(RLIMIT_MEMLOCK, CAP_IPC_LOCK, RLIM_INFINITY))
        warnings.push_back(
            "this session may not lock all its memory (ulimit -l), which realtime.lock_memory asks "
            "for. To allow it: " +
            limit_line("memlock unlimited"));
}

}  // namespace

std::vector<std::string> machine_warnings(const Diagnosis& diagnosis) {
    std::vector<std::string> warnings;
    judge_sessions(diagnosis, warnings);
    judge_size(warnings);
    judge_rights(warnings);
    return warnings;
}

}  // namespace ddc::command
