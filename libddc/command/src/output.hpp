// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <ostream>
#include <stdexcept>
#include <streambuf>
#include <string>
#include <vector>

namespace ddc::command {

/// Output that could not be written: its reader has closed it (EPIPE), or the disk is full.
struct OutputClosed : std::runtime_error {
    OutputClosed(const std::string& what, int number);
    int error;
};

/// A buffered file descriptor for a std::ostream with exceptions(badbit) set, so that a failed
/// write throws OutputClosed with the system's error.
class OutputBuffer : public std::streambuf {
  public:
    /// Does not close the descriptor.
    explicit OutputBuffer(int fd);
    ~OutputBuffer() override;

    /// @throws OutputClosed if it is a pipe without a reader
    void require_reader() const;

  protected:
    int_type overflow(int_type c) override;
    int sync() override;

  private:
    void write_out();
    ssize_t write_at_the_end(const char* bytes, std::size_t size);
    [[noreturn]] void give_up(int error);
    bool is_taken(int limit_ms) const;

    int fd_;
    int end_fd_ = -1;  ///< for writes after a request to end
    bool is_given_up_ = false;
    std::vector<char> bytes_;
};

/// For code that waits before it writes. @throws OutputClosed if `out` is an OutputBuffer on a pipe
/// without a reader
void require_reader(const std::ostream& out);

/// A file that is written from its beginning.
class OutputFile {
  public:
    /// @throws OutputClosed
    explicit OutputFile(const std::string& path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    std::ostream& stream() noexcept { return stream_; }

  private:
    int fd_;
    OutputBuffer buffer_;
    std::ostream stream_;
};

}  // namespace ddc::command
