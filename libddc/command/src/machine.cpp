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

/// Users up to this number are system users; logind does not delete their tables.
constexpr unsigned last_system_user = 999;
/// Three times the default of Docker and Podman for a container, in bytes.
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

/// The last value of RemoveIPC in a file of logind.conf(5); `before` if the file does not set it.
std::string remove_ipc_in(const fs::path& file, std::string before) {
    constexpr std::string_view key = "RemoveIPC=";
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        line = without_space(line);
        if (line.rfind(key, 0) == 0) before = line.substr(key.size());
    }
    return before;
}

/// Configuration files of logind in the order in which systemd reads them. If several folders have
/// a file of the same name, only the first counts.
std::vector<fs::path> logind_files() {
    const fs::path folders[] = {"/etc/systemd", "/run/systemd", "/usr/lib/systemd"};
    std::vector<fs::path> files;
    const auto add = [&](const fs::path& file) {
        const bool is_known = std::any_of(files.begin(), files.end(), [&](const fs::path& other) {
            return other.filename() == file.filename();
        });
        std::error_code none;
        if (!is_known && fs::is_regular_file(file, none)) files.push_back(file);
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
    std::string value;
    for (const fs::path& file : logind_files()) value = remove_ipc_in(file, value);
    static constexpr const char* words_of_no[] = {"no", "false", "off", "0", "n", "f"};
    return std::none_of(std::begin(words_of_no), std::end(words_of_no),
                        [&](const char* word) { return value == word; });
}

/// Warns if logind deletes the tables of the table's owner; without a table, of the current user.
void check_logind(const Diagnosis& diagnosis, std::vector<std::string>& warnings) {
    const bool has_owner = diagnosis.condition != Diagnosis::Condition::absent &&
                           diagnosis.condition != Diagnosis::Condition::no_access;
    const unsigned user = has_owner ? diagnosis.user_id : ::geteuid();
    const std::string name = name_of_user(user);
    std::error_code none;
    if (user <= last_system_user || !fs::exists("/run/systemd/users", none) ||
        fs::exists("/var/lib/systemd/linger/" + name, none) || !does_logind_remove())
        return;
    warnings.push_back("systemd-logind deletes the tables of " + name +
                       " when its last session ends, even if they are in use (RemoveIPC). "
                       "To keep them: loginctl enable-linger " +
                       name);
}

void check_size(std::vector<std::string>& warnings) {
    struct statvfs memory {};
    if (::statvfs(shared_memory, &memory) != 0) return;
    const std::uint64_t size = std::uint64_t{memory.f_blocks} * memory.f_frsize;
    if (size >= enough_memory) return;
    warnings.push_back(std::string(shared_memory) + " holds " + std::to_string(size / 1'000'000) +
                       " MB in total, which may be too little. In a container: --shm-size=1g; "
                       "otherwise: mount -o remount,size=1G " +
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
           "' | sudo tee -a /etc/security/limits.d/ddc.conf, and log in again";
}

void check_rights(std::vector<std::string>& warnings) {
    if (is_limited(RLIMIT_RTPRIO, CAP_SYS_NICE, 1))
        warnings.push_back(
            "this session has no right to real-time priority (ulimit -r is 0), which "
            "realtime.priority needs. To grant it: " +
            limit_line("rtprio 80"));
    if (is_limited(RLIMIT_MEMLOCK, CAP_IPC_LOCK, RLIM_INFINITY))
        warnings.push_back(
            "this session may not lock all its memory (ulimit -l), which realtime.lock_memory "
            "needs. To allow it: " +
            limit_line("memlock unlimited"));
}

}  // namespace

std::vector<std::string> machine_warnings(const Diagnosis& diagnosis) {
    std::vector<std::string> warnings;
    check_logind(diagnosis, warnings);
    check_size(warnings);
    check_rights(warnings);
    return warnings;
}

}  // namespace ddc::command
