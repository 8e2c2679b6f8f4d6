// SPDX-License-Identifier: MIT
#pragma once

#include "interrupt.hpp"

#include <istream>
#include <streambuf>
#include <string>
#include <vector>

namespace ddc::command {

/// A file descriptor for a std::istream that ends where the file does, or when Ctrl-C comes.
class InputBuffer : public std::streambuf {
  public:
    InputBuffer(int fd, const Interrupt& interrupt);

  protected:
    int_type underflow() override;

  private:
    int fd_;
    const Interrupt& interrupt_;
    std::vector<char> bytes_;
};

/// A file that is read from its beginning; `-` is standard input.
class InputFile {
  public:
    /// @throws Failure
    InputFile(const std::string& path, const Interrupt& interrupt);
    ~InputFile();
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    std::istream& stream() noexcept { return stream_; }

  private:
    int fd_;
    InputBuffer buffer_;
    std::istream stream_;
};

}  // namespace ddc::command
