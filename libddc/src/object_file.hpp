// SPDX-License-Identifier: MIT
#pragma once

#include <sys/stat.h>

#include <string>

namespace ddc {

/// Name of a table's object below /dev/shm: "ddc." and the table's name.
std::string object_name(const std::string& table_name);
constexpr const char* object_prefix = "ddc.";
constexpr const char* object_directory = "/dev/shm";

std::string object_path(const std::string& table);

/// Says which kind of object is at a table's path instead of a regular file, and what to do.
std::string odd_object_problem(const std::string& table);

/// A table's object as a plain file. Any user may create anything in /dev/shm, so links are not
/// followed, FIFOs do not block, and only regular files are opened. Its descriptor is 3 or more,
/// even if the process has closed 0 to 2: otherwise log lines would be written into the table.
class ObjectFile {
  public:
    enum class Access { read, read_write };

    ObjectFile() noexcept = default;
    /// Opens an existing object.
    ObjectFile(const std::string& table, Access access) noexcept;
    /// Creates a new object; error() is EEXIST if one of that name exists.
    static ObjectFile create(const std::string& table, mode_t mode) noexcept;
    ~ObjectFile();
    ObjectFile(ObjectFile&& other) noexcept;
    ObjectFile& operator=(ObjectFile&& other) noexcept;

    explicit operator bool() const noexcept { return fd_ >= 0; }
    /// errno of the failure to open; ELOOP if it is not a regular file.
    int error() const noexcept { return error_; }
    int descriptor() const noexcept { return fd_; }

    /// All zero if it is not open.
    struct stat status() const noexcept;
    /// False once the object has been removed.
    bool is_linked() const noexcept { return status().st_nlink > 0; }

    /// @return bytes read, fewer than `size` only at the end of the file
    std::size_t read(std::size_t offset, void* into, std::size_t size) const noexcept;

  private:
    void open(const std::string& table, int flags, mode_t mode) noexcept;

    int fd_ = -1;
    int error_ = 0;
};

}  // namespace ddc
