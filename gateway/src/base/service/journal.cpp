// SPDX-License-Identifier: MIT
#include "journal.hpp"

#include <spdlog/details/log_msg.h>

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <string_view>

namespace gateway {
namespace {

/// The levels as numbered in syslog(3).
char priority_of(spdlog::level::level_enum level) {
    switch (level) {
        case spdlog::level::critical:
            return '2';
        case spdlog::level::err:
            return '3';
        case spdlog::level::warn:
            return '4';
        case spdlog::level::trace:
        case spdlog::level::debug:
            return '7';
        default:
            return '6';
    }
}

void append(std::string_view text, spdlog::memory_buf_t& line) {
    line.append(text.data(), text.data() + text.size());
}

}  // namespace

bool is_journal(int descriptor) {
    const char* const journal = ::getenv("JOURNAL_STREAM");
    struct stat status {};
    if (journal == nullptr || ::fstat(descriptor, &status) != 0) return false;
    return std::to_string(status.st_dev) + ":" + std::to_string(status.st_ino) == journal;
}

std::string mark_on_stderr(spdlog::level::level_enum level) {
    if (!is_journal(STDERR_FILENO)) return {};
    return {'<', priority_of(level), '>'};
}

void JournalFormatter::format(const spdlog::details::log_msg& message, spdlog::memory_buf_t& line) {
    std::string_view left(message.payload.data(), message.payload.size());
    const char prefix[] = {'<', priority_of(message.level), '>'};
    for (bool has_more = true; has_more;) {
        const std::size_t end = left.find('\n');
        append({prefix, sizeof prefix}, line);
        append(left.substr(0, end), line);
        append("\n", line);
        has_more = end != std::string_view::npos;
        if (has_more) left.remove_prefix(end + 1);
    }
}

std::unique_ptr<spdlog::formatter> JournalFormatter::clone() const {
    return std::make_unique<JournalFormatter>();
}

}  // namespace gateway
