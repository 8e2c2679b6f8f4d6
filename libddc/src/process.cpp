// SPDX-License-Identifier: MIT
#include "process.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <optional>

namespace ddc::process {
namespace {

struct Stat {
    char state = '?';
    long threads = 0;
    std::uint64_t start_ticks = 0;
};

/// Skips `count` fields. @return the space before the next field, or nullptr
const char* skip_fields(const char* at, int count) noexcept {
    for (; count > 0 && at != nullptr; --count) at = std::strchr(at + 1, ' ');
    return at;
}

std::optional<Stat> read_stat(int pid) noexcept {
    char path[32];
    std::snprintf(path, sizeof path, "/proc/%d/stat", pid);
    const int fd = ::open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return std::nullopt;
    char text[1024];
    const ssize_t length = ::read(fd, text, sizeof text - 1);
    ::close(fd);
    if (length <= 0) return std::nullopt;
    text[length] = '\0';
    // The name, field 2, is in parentheses and may hold anything; field 3 follows the last ')'.
    const char* field = std::strrchr(text, ')');
    if (field == nullptr || field[1] != ' ') return std::nullopt;
    Stat stat;
    stat.state = field[2];
    field = skip_fields(field, 18);  // to field 20 of proc(5)
    if (field == nullptr) return std::nullopt;
    stat.threads = std::strtol(field + 1, nullptr, 10);
    field = skip_fields(field, 2);
    if (field == nullptr) return std::nullopt;
    stat.start_ticks = std::strtoull(field + 1, nullptr, 10);
    return stat;
}

constexpr std::uint32_t unknown_start = 0;

/// Mixes a start time down to 32 bits other than unknown_start (the finaliser of splitmix64).
std::uint32_t hash(std::uint64_t value) noexcept {
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
    const auto low = static_cast<std::uint32_t>(value ^ (value >> 31));
    return low != unknown_start ? low : 1;
}

constexpr std::uint32_t start_of(Identity identity) noexcept {
    return static_cast<std::uint32_t>(identity);
}

std::atomic<Identity> cached_self{0};

Identity compute_self() noexcept {
    [[maybe_unused]] static const int registered =
        ::pthread_atfork(nullptr, nullptr, [] { cached_self.store(0, std::memory_order_relaxed); });
    const int pid = ::getpid();
    const auto stat = read_stat(pid);
    const std::uint32_t start = stat ? hash(stat->start_ticks) : unknown_start;
    const Identity identity = static_cast<Identity>(static_cast<std::uint32_t>(pid)) << 32 | start;
    cached_self.store(identity, std::memory_order_relaxed);
    return identity;
}

}  // namespace

Identity self() noexcept {
    const Identity identity = cached_self.load(std::memory_order_relaxed);
    return identity != 0 ? identity : compute_self();
}

State state_of(Identity identity) noexcept {
    const int pid = pid_of(identity);
    if (pid <= 0) return State::dead;
    if (::kill(pid, 0) != 0 && errno == ESRCH) return State::dead;
    const auto stat = read_stat(pid);
    if (!stat) return State::alive;  // exists, but its state is not readable
    const std::uint32_t start = start_of(identity);
    if (start != unknown_start && start != hash(stat->start_ticks)) return State::dead;
    // A process whose first thread ended shows as a zombie while its other threads still run.
    if ((stat->state == 'Z' || stat->state == 'X') && stat->threads <= 1) return State::dead;
    return stat->state == 'T' || stat->state == 't' ? State::stopped : State::alive;
}

std::string name_of(int pid) {
    char path[32];
    std::snprintf(path, sizeof path, "/proc/%d/comm", pid);
    const int fd = ::open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return "?";
    char text[64];
    const ssize_t length = ::read(fd, text, sizeof text);
    ::close(fd);
    if (length <= 1) return "?";
    std::string name(text, static_cast<std::size_t>(length) - 1);
    const auto is_harmless = [](char c) { return c >= ' ' && c <= '~'; };
    std::replace_if(name.begin(), name.end(), std::not_fn(is_harmless), '?');  // its user chose it
    return name;
}

std::uint64_t pid_namespace() noexcept {
    struct stat info {};
    return ::stat("/proc/self/ns/pid", &info) == 0 ? info.st_ino : 0;
}

}  // namespace ddc::process
