// SPDX-License-Identifier: MIT
#include "output_relay.hpp"

#include "fmu/host_setup.hpp"

#include <poll.h>
#include <unistd.h>

namespace gateway::fmu_host {
namespace {

constexpr std::size_t longest_line = 400;
constexpr std::size_t most_bytes = std::size_t{64} << 10U;

/// A pipe that is writable takes this much at once: at least PIPE_BUF.
void write_if_possible(const std::string& text) {
    pollfd event{STDERR_FILENO, POLLOUT, 0};
    if (::poll(&event, 1, 0) != 1 || (event.revents & POLLOUT) == 0) return;
    if (::write(STDERR_FILENO, text.data(), text.size()) < 0) return;  // there is no reader
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
}

void OutputRelay::write_line() {
    const std::string text = name_ + ": " + printable(line_, longest_line) + "\n";
    line_.clear();
    if (is_cut_) return;
    written_ += text.size();
    is_cut_ = written_ > most_bytes;
    write_if_possible(is_cut_ ? name_ + ": its further output is not shown\n" : text);
}

}  // namespace gateway::fmu_host
