// SPDX-License-Identifier: MIT
#include "output.hpp"

#include "interrupt.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace ddc::command {
namespace {

/// Longest delay of a requested end by output that is not read.
constexpr int patience_ms = 2000;

/// Opens the same terminal or pipe again, so that the shared descriptor stays blocking.
/// @return -1 if it is something else, or cannot be opened
int reopen_unblocked(int fd) {
    struct stat status {};
    const bool can_block =
        ::fstat(fd, &status) == 0 && (S_ISCHR(status.st_mode) || S_ISFIFO(status.st_mode));
    const std::string path = "/proc/self/fd/" + std::to_string(fd);
    return can_block ? ::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1;
}

}  // namespace

OutputClosed::OutputClosed(const std::string& what, int number)
    : std::runtime_error(what + " cannot be written: " + std::strerror(number)), error(number) {}

OutputBuffer::OutputBuffer(int fd) : fd_(fd), bytes_(16384) {
    setp(bytes_.data(), bytes_.data() + bytes_.size());
}

OutputBuffer::~OutputBuffer() {
    try {
        write_out();
    } catch (const OutputClosed&) {
        // A caller that needs the result has called flush before.
    }
    if (end_fd_ >= 0) ::close(end_fd_);
}

void OutputBuffer::write_out() {
    const char* next = pbase();
    const char* end = pptr();
    setp(bytes_.data(), bytes_.data() + bytes_.size());
    while (next < end && !is_given_up_) {
        const auto left = static_cast<std::size_t>(end - next);
        const ssize_t count =
            Interrupt::happened() ? write_at_the_end(next, left) : ::write(fd_, next, left);
        if (count < 0 && errno != EINTR) give_up(errno);
        if (count > 0) next += count;
    }
}

/// Like ::write, but blocks for at most patience_ms.
ssize_t OutputBuffer::write_at_the_end(const char* bytes, std::size_t size) {
    if (!is_taken(patience_ms)) give_up(EINTR);
    if (end_fd_ < 0) end_fd_ = reopen_unblocked(fd_);
    const ssize_t count = ::write(end_fd_ < 0 ? fd_ : end_fd_, bytes, size);
    if (count < 0 && errno == EAGAIN) give_up(EINTR);
    return count;
}

/// Discards all further output, which must not delay the end of the process.
void OutputBuffer::give_up(int error) {
    is_given_up_ = true;
    throw OutputClosed("output", error);
}

bool OutputBuffer::is_taken(int limit_ms) const {
    pollfd output{fd_, POLLOUT, 0};
    return ::poll(&output, 1, limit_ms) == 1;
}

void OutputBuffer::require_reader() const {
    pollfd output{fd_, 0, 0};
    if (::poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0)
        throw OutputClosed("output", EPIPE);
}

OutputBuffer::int_type OutputBuffer::overflow(int_type c) {
    write_out();
    if (!traits_type::eq_int_type(c, traits_type::eof())) sputc(traits_type::to_char_type(c));
    return traits_type::not_eof(c);
}

int OutputBuffer::sync() {
    write_out();
    return 0;
}

namespace {

int open_for_writing(const std::string& path) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0) throw OutputClosed(path, errno);
    return fd;
}

}  // namespace

void require_reader(const std::ostream& out) {
    const auto* buffer = dynamic_cast<const OutputBuffer*>(out.rdbuf());
    if (buffer != nullptr) buffer->require_reader();
}

OutputFile::OutputFile(const std::string& path)
    : fd_(open_for_writing(path)), buffer_(fd_), stream_(&buffer_) {
    stream_.exceptions(std::ios::badbit);
}

OutputFile::~OutputFile() {
    stream_.exceptions(std::ios::goodbit);
    stream_.flush();
    ::close(fd_);
}

}  // namespace ddc::command
