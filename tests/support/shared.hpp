// SPDX-License-Identifier: MIT
#pragma once

#include <sys/mman.h>

#include <cerrno>
#include <new>
#include <system_error>

namespace tests {

/// A T that this process shares with the children it forks from now on. T is made of atomics.
template <class T>
class Shared {
  public:
    Shared() {
        void* memory =
            ::mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
        value_ = new (memory) T{};
    }
    ~Shared() { ::munmap(static_cast<void*>(value_), sizeof(T)); }
    Shared(const Shared&) = delete;
    Shared& operator=(const Shared&) = delete;

    T& operator*() const noexcept { return *value_; }
    T* operator->() const noexcept { return value_; }

  private:
    T* value_;
};

}  // namespace tests
