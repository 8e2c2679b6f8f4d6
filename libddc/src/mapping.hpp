// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>

namespace ddc {

/// A shared mapping of a file that stays accessible when the file is truncated.
///
/// An access beyond the end of a file raises SIGBUS. The first mapping of a process installs a
/// handler for this signal. If the address is in a Mapping, the handler replaces the whole mapping
/// by zeros and sets is_cut(); otherwise it calls the previous handler. There is no cost while no
/// file is truncated.
class Mapping {
  public:
    Mapping() noexcept = default;
    /// Maps the first `size` bytes of a file. If that fails, get() is null and errno has the
    /// reason.
    /// @throws std::bad_alloc
    Mapping(int descriptor, std::size_t size, bool is_writable);
    ~Mapping();
    Mapping(Mapping&& other) noexcept;
    Mapping& operator=(Mapping&& other) noexcept;

    /// Start of the memory; null if nothing is mapped.
    char* get() const noexcept { return base_; }
    /// True after an access found the file truncated. The reference is valid for the life of the
    /// process. @pre the mapping was not default-constructed
    const std::atomic<bool>& is_cut() const noexcept;

    struct Watched;

  private:
    char* base_ = nullptr;
    std::size_t size_ = 0;
    Watched* watched_ = nullptr;
};

}  // namespace ddc
