// SPDX-License-Identifier: MIT
#include "input.hpp"

#include "context.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace ddc::command {
namespace {

int open_for_reading(const std::string& path) {
    if (path == "-") return ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    return ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
}

int require_open(const std::string& path) {
    const int fd = open_for_reading(path);
    if (fd < 0) throw Failure(path + " cannot be read: " + std::strerror(errno));
    struct stat status {};
    if (::fstat(fd, &status) == 0 && S_ISDIR(status.st_mode)) {
        ::close(fd);
        throw Failure(path + " cannot be read: " + std::strerror(EISDIR));
    }
    return fd;
}

}  // namespace

InputBuffer::InputBuffer(int fd, const Interrupt& interrupt)
    : fd_(fd), interrupt_(interrupt), bytes_(65536) {}

InputBuffer::int_type InputBuffer::underflow() {
    constexpr int interval_ms = 100;  // a signal that comes just before the wait is seen then
    while (!interrupt_.happened()) {
        pollfd input{fd_, POLLIN, 0};
        if (::poll(&input, 1, interval_ms) <= 0) continue;
        const ssize_t count = ::read(fd_, bytes_.data(), bytes_.size());
        if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (count <= 0) break;
        setg(bytes_.data(), bytes_.data(), bytes_.data() + count);
        return traits_type::to_int_type(*gptr());
    }
    return traits_type::eof();
}

InputFile::InputFile(const std::string& path, const Interrupt& interrupt)
    : fd_(require_open(path)), buffer_(fd_, interrupt), stream_(&buffer_) {}

InputFile::~InputFile() {
    ::close(fd_);
}

}  // namespace ddc::command
