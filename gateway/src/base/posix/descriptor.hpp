// SPDX-License-Identifier: MIT
#pragma once

#include <unistd.h>

#include <utility>

namespace gateway {

/// Owns a file descriptor and closes it.
class Descriptor {
  public:
    explicit Descriptor(int descriptor) : descriptor_(descriptor) {}
    ~Descriptor() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }
    Descriptor(Descriptor&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(descriptor_, other.descriptor_);
        return *this;
    }
    int get() const { return descriptor_; }

  private:
    int descriptor_;
};

}  // namespace gateway
