// SPDX-License-Identifier: MIT
#pragma once

#include "segment.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <utility>

namespace ddc {

inline std::string object_path(const std::string& table) {
    return std::string(object_directory) + "/" + object_name(table);
}

/// A table's object as a plain file, open for reading. It is never mapped, so that one which is
/// cut short meanwhile gives short reads and no SIGBUS.
class ObjectFile {
  public:
    explicit ObjectFile(const std::string& table) noexcept
        : fd_(::open(object_path(table).c_str(), O_RDONLY | O_CLOEXEC)) {}
    ~ObjectFile() {
        if (fd_ >= 0) ::close(fd_);
    }
    ObjectFile(ObjectFile&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    ObjectFile& operator=(ObjectFile&&) = delete;

    /// False if it could not be opened; errno then says why.
    explicit operator bool() const noexcept { return fd_ >= 0; }
    int descriptor() const noexcept { return fd_; }

    /// False once the object has been removed.
    bool is_linked() const noexcept {
        struct stat info {};
        return ::fstat(fd_, &info) == 0 && info.st_nlink > 0;
    }

    /// @return bytes read, fewer than asked for only at the end of the file
    std::size_t read(std::size_t offset, void* into, std::size_t size) const noexcept {
        const ssize_t count = ::pread(fd_, into, size, static_cast<off_t>(offset));
        return count > 0 ? static_cast<std::size_t>(count) : 0;
    }

  private:
    int fd_;
};

}  // namespace ddc
