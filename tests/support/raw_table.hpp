// SPDX-License-Identifier: MIT
#pragma once

#include "layout.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

namespace tests {

/// The bytes of a table, to inspect and to damage them.
class RawTable {
  public:
    explicit RawTable(const std::string& table_name) {
        const int fd = ::shm_open(("/ddc." + table_name).c_str(), O_RDWR, 0);
        struct stat info {};
        if (fd < 0 || ::fstat(fd, &info) != 0) fail("shm_open");
        size_ = static_cast<std::size_t>(info.st_size);
        void* memory = ::mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        ::close(fd);
        if (memory == MAP_FAILED) fail("mmap");
        bytes_ = static_cast<char*>(memory);
    }
    ~RawTable() { ::munmap(bytes_, size_); }
    RawTable(const RawTable&) = delete;
    RawTable& operator=(const RawTable&) = delete;

    char* bytes() const noexcept { return bytes_; }
    std::size_t size() const noexcept { return size_; }
    ddc::layout::Header& header() const noexcept {
        return *reinterpret_cast<ddc::layout::Header*>(bytes_);
    }
    ddc::layout::Lock& lock() const noexcept {
        return *reinterpret_cast<ddc::layout::Lock*>(bytes_ + ddc::layout::lock_offset);
    }
    ddc::layout::Cell& cell(ddc::Id id) const noexcept {
        return reinterpret_cast<ddc::layout::Cell*>(bytes_ + ddc::layout::cells_offset)[id];
    }
    int semaphore_count() const noexcept {
        int count = -1;
        ::sem_getvalue(&lock().semaphore, &count);
        return count;
    }

  private:
    [[noreturn]] static void fail(const char* what) {
        throw std::system_error(errno, std::generic_category(), what);
    }
    char* bytes_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace tests
