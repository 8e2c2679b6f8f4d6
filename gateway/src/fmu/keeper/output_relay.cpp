// SPDX-License-Identifier: MIT
#include "output_relay.hpp"

#include "fmu/host_setup.hpp"

#include <poll.h>
#include <unistd.h>

namespace gateway::fmu_host {
namespace {

constexpr std::size_t longest_line = 400;
constexpr std::size_t most_bytes = std::size_t{64} << 10U;

constexpr int end_limit_ms = 1000;

/// A pipe that is writable takes this much at once: at least PIPE_BUF.
/// @return false if the reader was not ready within the limit
bool write_within(int limit_ms, const std::string& text) {
    pollfd event{STDERR_FILENO, POLLOUT, 0};
    if (::poll(&event, 1, limit_ms) != 1 || (event.revents & POLLOUT) == 0) return false;
    return ::write(STDERR_FILENO, text.data(), text.size()) >= 0;
}

}  // namespace

bool OutputRelay::relay(int descriptor) {
    char bytes[4096];
    const ssize_t size = ::read(descriptor, bytes, sizeof bytes);
    if (size > 0) add(bytes, static_cast<std::size_t>(size));
    return size != 0;
}

void OutputRelay::add(const char* bytes, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
        if (bytes[i] == '\n')
            write_line();
        else if (line_.size() <= longest_line)
            line_ += bytes[i];
    }
}

void OutputRelay::finish() {
    if (!line_.empty()) write_line();
    report_cut(end_limit_ms);
}

/// A reader that is not ready loses lines, but not this one.
void OutputRelay::report_cut(int limit_ms) {
    if (is_cut_ && !is_cut_reported_)
        is_cut_reported_ = write_within(limit_ms, name_ + ": its further output is not shown\n");
}

void OutputRelay::write_line() {
    const std::string text = name_ + ": " + printable(line_, longest_line) + "\n";
    line_.clear();
    written_ += is_cut_ ? 0 : text.size();
    is_cut_ = written_ > most_bytes;
    if (is_cut_)
        report_cut(0);
    else
        write_within(0, text);
}

}  // namespace gateway::fmu_host
