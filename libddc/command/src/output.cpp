// SPDX-License-Identifier: MIT
#include "output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace ddc::command {

OutputClosed::OutputClosed(const std::string& what, int number)
    : std::runtime_error(what + " cannot be written: " + std::strerror(number)), error(number) {}

OutputBuffer::OutputBuffer(int fd) : fd_(fd), bytes_(16384) {
    setp(bytes_.data(), bytes_.data() + bytes_.size());
}

OutputBuffer::~OutputBuffer() {
    try {
        write_out();
    } catch (const OutputClosed&) {
        // Whoever cares has flushed before.
    }
}

void OutputBuffer::write_out() {
    const char* next = pbase();
    const char* end = pptr();
    setp(bytes_.data(), bytes_.data() + bytes_.size());
    while (next < end) {
        const ssize_t count = ::write(fd_, next, static_cast<std::size_t>(end - next));
        if (count < 0 && errno != EINTR) throw OutputClosed("output", errno);
        if (count > 0) next += count;
    }
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
