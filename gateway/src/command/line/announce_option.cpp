// SPDX-License-Identifier: MIT
#include "announce_option.hpp"

#include <gateway/base/process_start.hpp>
#include "output/output_queue.hpp"
#include "posix/descriptor.hpp"

#include <plant/number_text.hpp>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <limits>

namespace gateway {
namespace {

constexpr int patience_ms = 2000;
/// The standard streams have other uses.
constexpr plant::Range descriptors{STDERR_FILENO + 1, std::numeric_limits<int>::max()};

/// Why the process cannot announce to the descriptor, or an empty text. A descriptor with
/// FD_CLOEXEC was opened by this process, not inherited.
std::string misfit(int descriptor) {
    const int flags = ::fcntl(descriptor, F_GETFD);
    if (flags < 0 || (flags & FD_CLOEXEC) != 0)
        return "descriptor " + std::to_string(descriptor) + " is not open";
    const int mode = ::fcntl(descriptor, F_GETFL);
    const bool is_writable = (mode & O_ACCMODE) != O_RDONLY && (mode & O_PATH) == 0;
    return is_writable ? ""
                       : "descriptor " + std::to_string(descriptor) + " is not open for writing";
}

/// @return 0, or errno
int write_line(int descriptor, const std::string& line) {
    pollfd until_writable{descriptor, POLLOUT, 0};
    int ready = 0;
    do ready = ::poll(&until_writable, 1, patience_ms);
    while (ready < 0 && errno == EINTR);
    if (ready < 0) return errno;
    return ready == 0 ? ETIMEDOUT : write_all(descriptor, line);
}

}  // namespace

void add_announce_option(ddc::command::Verb& verb, std::optional<int>& descriptor) {
    const auto take = [&descriptor](const std::string& text) {
        int number = 0;
        std::string complaint = plant::read_number(text, descriptors, number);
        if (!complaint.empty() || ProcessStart::was_started_anew()) return complaint;
        complaint = misfit(number);
        if (complaint.empty()) descriptor = number;
        return complaint;
    };
    verb.add_parsed_option("--announce", take,
                           "Write the addresses and the token of this process, as one line of "
                           "JSON, to this file descriptor, and close it")
        .kind("FD");
}

void announce(std::optional<int> descriptor, Announcement announcement, const Log& warn) {
    if (!descriptor) return;
    const Descriptor to(*descriptor);
    announcement.pid = ::getpid();
    const int error = write_line(to.get(), to_line(announcement));
    if (error != 0 && error != EPIPE)
        warn("--announce: descriptor " + std::to_string(*descriptor) +
             " cannot be written: " + std::strerror(error));
}

std::string shown_address(const std::string& url, const std::string& token, bool is_terminal) {
    if (token.empty()) return url;
    if (is_terminal) return url + "?token=" + token;
    return url + " (the token is shown only on a terminal; --announce FD writes it)";
}

}  // namespace gateway
