// SPDX-License-Identifier: MIT
#include "object_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace ddc {
namespace {

/// Opens with a descriptor of 3 or more. Free descriptors below 3 are occupied meanwhile, so that
/// no other thread can write to the object through its standard error.
int open_above_standard(const char* path, int flags, mode_t mode) noexcept {
    const int lowest_free = ::open("/", O_PATH | O_CLOEXEC);
    if (lowest_free < 0) return -1;
    const int fd = lowest_free <= STDERR_FILENO ? open_above_standard(path, flags, mode)
                                                : ::open(path, flags, mode);
    const int error = errno;
    ::close(lowest_free);
    errno = error;
    return fd;
}

std::string kind_of(const std::string& path) {
    struct stat info {};
    if (::lstat(path.c_str(), &info) != 0 || S_ISREG(info.st_mode)) return "something else";
    if (S_ISLNK(info.st_mode)) return "a symbolic link";
    if (S_ISFIFO(info.st_mode)) return "a FIFO";
    if (S_ISDIR(info.st_mode)) return "a directory";
    if (S_ISSOCK(info.st_mode)) return "a socket";
    return "a device";
}

}  // namespace

std::string object_name(const std::string& table_name) {
    return object_prefix + table_name;
}

std::string object_path(const std::string& table) {
    return std::string(object_directory) + "/" + object_name(table);
}

std::string odd_object_problem(const std::string& table) {
    const std::string path = object_path(table);
    return "is not a table but " + kind_of(path) + ". Find out what created it (ls -l " + path +
           "), then: rm " + path;
}

ObjectFile::ObjectFile(const std::string& table, Access access) noexcept {
    open(table, access == Access::read_write ? O_RDWR : O_RDONLY, 0);
}

ObjectFile ObjectFile::create(const std::string& table, mode_t mode) noexcept {
    ObjectFile object;
    object.open(table, O_RDWR | O_CREAT | O_EXCL, mode);
    return object;
}

void ObjectFile::open(const std::string& table, int flags, mode_t mode) noexcept {
    constexpr int careful = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
    fd_ = open_above_standard(object_path(table).c_str(), flags | careful, mode);
    error_ = fd_ >= 0 ? 0 : errno;
    if (error_ == EISDIR || error_ == ENXIO) error_ = ELOOP;  // a directory, a socket
    if (fd_ < 0 || S_ISREG(status().st_mode)) return;
    ::close(std::exchange(fd_, -1));
    error_ = ELOOP;
}

ObjectFile::~ObjectFile() {
    if (fd_ >= 0) ::close(fd_);
}

ObjectFile::ObjectFile(ObjectFile&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), error_(other.error_) {}

ObjectFile& ObjectFile::operator=(ObjectFile&& other) noexcept {
    std::swap(fd_, other.fd_);
    error_ = other.error_;
    return *this;
}

struct stat ObjectFile::status() const noexcept {
    struct stat info {};
    if (::fstat(fd_, &info) != 0) info = {};
    return info;
}

std::size_t ObjectFile::read(std::size_t offset, void* into, std::size_t size) const noexcept {
    const ssize_t count = ::pread(fd_, into, size, static_cast<off_t>(offset));
    return count > 0 ? static_cast<std::size_t>(count) : 0;
}

}  // namespace ddc
