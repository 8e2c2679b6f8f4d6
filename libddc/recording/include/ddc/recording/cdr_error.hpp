// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace ddc::recording {

/// The bytes are not a message of the expected type. The text begins with the position `byte 12:
/// ...`, counted from the start of the encapsulation header.
class CdrError : public std::runtime_error {
  public:
    CdrError(std::size_t offset, const std::string& what)
        : std::runtime_error("byte " + std::to_string(offset) + ": " + what), offset_(offset) {}

    std::size_t offset() const noexcept { return offset_; }

  private:
    std::size_t offset_;
};

}  // namespace ddc::recording
