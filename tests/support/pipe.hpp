// SPDX-License-Identifier: MIT
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

namespace tests {

/// A pipe that a test fills, reads or leaves alone.
class Pipe {
  public:
    Pipe() {
        if (::pipe2(ends_, O_CLOEXEC) != 0)
            throw std::system_error(errno, std::generic_category(), "pipe2");
    }
    ~Pipe() {
        close_reader();
        ::close(ends_[1]);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    int write_end() const { return ends_[1]; }
    /// A name under which any process may open it for writing.
    std::string name() const {
        return "/proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(ends_[1]);
    }

    /// Fills it until no byte fits any more.
    void fill() const {
        const int writer = ::open(name().c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
        const std::string zeros(4096, '0');
        while (::write(writer, zeros.data(), zeros.size()) > 0) continue;
        while (::write(writer, zeros.data(), 1) > 0) continue;
        ::close(writer);
    }
    /// Its current content.
    std::string read_all() const {
        const std::string own = "/proc/self/fd/" + std::to_string(ends_[0]);
        const int reader = ::open(own.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
        std::string text;
        char part[4096];
        for (ssize_t size; (size = ::read(reader, part, sizeof part)) > 0;)
            text.append(part, static_cast<std::size_t>(size));
        ::close(reader);
        return text;
    }
    void close_reader() {
        if (ends_[0] >= 0) ::close(ends_[0]);
        ends_[0] = -1;
    }

  private:
    int ends_[2] = {-1, -1};
};

}  // namespace tests
