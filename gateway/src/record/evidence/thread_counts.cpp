// SPDX-License-Identifier: MIT
#include "thread_counts.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <cstring>

namespace gateway {
namespace {

/// Longer than each of these files.
using Text = std::array<char, 4096>;

/// The content of a file of /proc, which the kernel writes again for each read from its begin.
bool read_text(int file, Text& text) {
    const ssize_t size = ::pread(file, text.data(), text.size() - 1, 0);
    if (size <= 0) return false;
    text[static_cast<std::size_t>(size)] = '\0';
    return true;
}

/// The number in a field; fields are separated by spaces and counted from 0. @return 0 if missing
std::uint64_t field(const char* text, int index) {
    for (; index > 0 && text != nullptr; --index) {
        text = std::strchr(text, ' ');
        if (text != nullptr) ++text;
    }
    return text == nullptr ? 0 : std::strtoull(text, nullptr, 10);
}

std::uint64_t value_of(const char* text, const char* name) {
    const char* const found = std::strstr(text, name);
    return found == nullptr ? 0 : std::strtoull(found + std::strlen(name), nullptr, 10);
}

int open_of(pid_t thread, const char* name) {
    const std::string path = "/proc/self/task/" + std::to_string(thread) + "/" + name;
    return ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
}

}  // namespace

ThreadCountReader::ThreadCountReader(pid_t thread)
    : stat_(open_of(thread, "stat")),
      status_(open_of(thread, "status")),
      schedstat_(open_of(thread, "schedstat")) {}

ThreadCountReader::~ThreadCountReader() {
    for (const int file : {stat_, status_, schedstat_})
        if (file >= 0) ::close(file);
}

std::optional<ThreadCounts> ThreadCountReader::read() const {
    Text text;
    ThreadCounts counts;
    if (!read_text(schedstat_, text)) return std::nullopt;
    counts.run_ns = field(text.data(), 0);
    counts.wait_ns = field(text.data(), 1);
    if (!read_text(status_, text)) return std::nullopt;
    counts.voluntary_switches = value_of(text.data(), "\nvoluntary_ctxt_switches:");
    counts.involuntary_switches = value_of(text.data(), "\nnonvoluntary_ctxt_switches:");
    if (!read_text(stat_, text)) return std::nullopt;
    // The fields after the name, which is in parentheses and may contain any character.
    const char* const end_of_name = std::strrchr(text.data(), ')');
    if (end_of_name == nullptr || end_of_name[1] == '\0') return std::nullopt;
    counts.minor_faults = field(end_of_name + 2, 7);
    counts.major_faults = field(end_of_name + 2, 9);
    counts.read_at = std::chrono::steady_clock::now();
    return counts;
}

}  // namespace gateway
