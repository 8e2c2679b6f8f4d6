// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>

namespace ddc {

/// Memory of a file, shared with all that map it, that outlives the file's being cut short.
///
/// Touching what lies behind the end of a file raises SIGBUS. The first mapping of a process
/// installs a handler for it: where the address lies in a mapping of ours it puts zeros in place of
/// that whole mapping and notes that; everything else it passes to the handler before it. Nothing
/// is looked at while all is well.
class Mapping {
  public:
    Mapping() noexcept = default;
    /// The first `size` bytes of a file; get() is null if it cannot be mapped, errno says why.
    /// @throws std::bad_alloc
    Mapping(int descriptor, std::size_t size, bool is_writable);
    ~Mapping();
    Mapping(Mapping&& other) noexcept;
    Mapping& operator=(Mapping&& other) noexcept;

    char* get() const noexcept { return base_; }
    /// Becomes true when the file turns out to have been cut short. Outlives the mapping.
    const std::atomic<bool>& is_cut() const noexcept;

    struct Watched;

  private:
    char* base_ = nullptr;
    std::size_t size_ = 0;
    Watched* watched_ = nullptr;
};

}  // namespace ddc
