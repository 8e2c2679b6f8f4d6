// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/recording/cdr_stream.hpp>
#include <ddc/recording/message_type.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace ddc::recording {

/// Reads the numbers of messages whose type is known only at run time: all numbers and bools that
/// every message of the type has, in the order of their bytes.
class MessageNumbers {
  public:
    /// @throws std::length_error for more than a million of them, or for paths of more than 64 MB
    explicit MessageNumbers(MessageTypePtr type);

    /// Path of each number: `pose.position.x`, `wheel_load_n[3]`.
    const std::vector<std::string>& paths() const noexcept { return paths_; }
    /// Fields without numbers: texts, and sequences with all their contents.
    const std::vector<std::string>& left_out() const noexcept { return left_out_; }

    /// @param out one double for each path. A bool is 0 or 1; an integer above 2^53 is rounded.
    /// @throws CdrError if the bytes are not a message of the type
    void read(const std::byte* data, std::size_t size, double* out) const;

  private:
    MessageTypePtr type_;
    std::vector<std::string> paths_, left_out_;
};

}  // namespace ddc::recording
