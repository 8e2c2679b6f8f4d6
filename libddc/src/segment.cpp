// SPDX-License-Identifier: MIT
#include "segment.hpp"

#include "deadline.hpp"
#include "fault_point.hpp"
#include "process.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/interprocess/exceptions.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>
#include <thread>

namespace ddc {
namespace bip = boost::interprocess;
namespace {

using Reason = TableError::Reason;

int descriptor(const bip::shared_memory_object& object) noexcept {
    return object.get_mapping_handle().handle;
}

std::string octal(unsigned mode) {
    char text[16];
    std::snprintf(text, sizeof text, "%04o", mode);
    return text;
}

[[noreturn]] void throw_system(const std::string& table, const char* what, int error) {
    throw TableError(Reason::system,
                     "table '" + table + "': " + what + ": " + std::strerror(error));
}

[[noreturn]] void throw_access(const std::string& table) {
    const std::string path = std::string(object_directory) + "/" + object_name(table);
    std::string message = "table '" + table + "': permission denied for uid " +
                          std::to_string(::geteuid()) + " gid " + std::to_string(::getegid());
    struct stat info {};
    if (::stat(path.c_str(), &info) == 0)
        message += "; " + path + " belongs to uid " + std::to_string(info.st_uid) + " gid " +
                   std::to_string(info.st_gid) + " with mode " + octal(info.st_mode & 07777);
    throw TableError(Reason::access, message + ". Create it with a mode and group you share.");
}

[[noreturn]] void translate(const bip::interprocess_exception& error, const std::string& table) {
    switch (error.get_error_code()) {
        case bip::not_found_error:
            throw TableError(Reason::not_found, "table '" + table +
                                                    "' does not exist. Start the gateway or the "
                                                    "program that makes it, or: ddc create " +
                                                    table);
        case bip::already_exists_error:
            throw TableError(Reason::exists, "table '" + table + "' exists already");
        case bip::security_error:
            throw_access(table);
        default:
            throw_system(table, "cannot be opened", error.get_native_error());
    }
}

bip::shared_memory_object open_object(const TableOptions& options, Segment::Mode mode) {
    const std::string name = object_name(options.name);
    const auto access =
        options.access == TableOptions::Access::read_write ? bip::read_write : bip::read_only;
    try {
        // Opening first: with O_CREAT the kernel refuses even root another user's file in a
        // sticky directory (fs.protected_regular).
        return {bip::open_only, name.c_str(), access};
    } catch (const bip::interprocess_exception& error) {
        const bool absent = error.get_error_code() == bip::not_found_error;
        if (!absent || mode == Segment::Mode::open_only) translate(error, options.name);
    }
    try {
        bip::permissions permissions(static_cast<int>(options.mode));
        return {bip::open_or_create, name.c_str(), access, permissions};
    } catch (const bip::interprocess_exception& error) {
        translate(error, options.name);
    }
}

bool is_linked(int fd) noexcept {
    struct stat info {};
    return ::fstat(fd, &info) == 0 && info.st_nlink > 0;
}

std::uint64_t size_of(int fd) noexcept {
    struct stat info {};
    return ::fstat(fd, &info) == 0 ? static_cast<std::uint64_t>(info.st_size) : 0;
}

bool is_complete(int fd) {
    layout::Header header{};
    return read_header(fd, header) == sizeof header && header.magic.load() != 0;
}

void reserve_memory(int fd, std::size_t size, const std::string& table) {
    // In steps: a signal undoes the step under way, and a timer's signals would undo a large one
    // over and over again.
    constexpr std::size_t step = 1 << 20;
    int error = 0;
    for (std::size_t at = 0; at < size && (error == 0 || error == EINTR);) {
        error = ::posix_fallocate(fd, static_cast<off_t>(at),
                                  static_cast<off_t>(std::min(step, size - at)));
        if (error == 0) at += step;
    }
    if (error == ENOSPC)
        throw TableError(Reason::system, "table '" + table + "': no room for its " +
                                             std::to_string(size / 1'000'000 + 1) + " MB in " +
                                             object_directory +
                                             ". Free some (ddc clean) or ask for less capacity.");
    if (error != 0) throw_system(table, "memory cannot be reserved", error);
}

/// The C library ends the process when the constant part of a semaphore is not what it made it:
/// the word behind the 64 bits of count and waiters (glibc).
bool is_usable(const sem_t& semaphore) noexcept {
    sem_t sound{};
    ::sem_init(&sound, 1, 0);
    const auto constant_part = [](const sem_t& of) {
        return reinterpret_cast<const char*>(&of) + sizeof(std::uint64_t);
    };
    return std::memcmp(constant_part(semaphore), constant_part(sound), sizeof(int)) == 0;
}

void check_creation(const TableOptions& options, Segment::Mode mode) {
    if (mode == Segment::Mode::open_only) return;
    const std::string table = "table '" + options.name + "': ";
    if (options.capacity < 1 || options.capacity > max_capacity)
        throw TableError(Reason::invalid, table + "capacity must be 1 to " +
                                              std::to_string(max_capacity) + ", is " +
                                              std::to_string(options.capacity));
    if ((options.mode & ~0777U) != 0 || (options.mode & 0600) != 0600)
        throw TableError(Reason::invalid, table + "mode must be 0600 and rights for others, is " +
                                              octal(options.mode));
    if (options.access != TableOptions::Access::read_write)
        throw TableError(Reason::invalid, table + "who may create it must open it for writing");
}

}  // namespace

std::string object_name(const std::string& table_name) {
    return object_prefix + table_name;
}

void check_table_name(const std::string& name) {
    const char* allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
    if (name.empty() || name.size() > 64 || name.find_first_not_of(allowed) != std::string::npos)
        throw TableError(Reason::invalid, "'" + name +
                                              "' is no table name: use 1 to 64 letters, digits, "
                                              "'.', '_' or '-' (DDC_NAME sets it)");
}

std::size_t read_header(int descriptor, layout::Header& header) {
    const ssize_t count = ::pread(descriptor, static_cast<void*>(&header), sizeof header, 0);
    return count > 0 ? static_cast<std::size_t>(count) : 0;
}

std::string header_problem(const layout::Header& header, std::uint64_t file_size) {
    if (header.magic.load(std::memory_order_acquire) != layout::magic) return "is not a DDC table";
    if (header.version != layout::version)
        return "has layout version " + std::to_string(header.version) +
               ", this program knows version " + std::to_string(layout::version);
    if (header.word_bits != layout::word_bits)
        return "was made by a " + std::to_string(header.word_bits) + "-bit program, this is a " +
               std::to_string(layout::word_bits) + "-bit one";
    if (header.capacity == 0 || header.capacity > static_cast<std::uint32_t>(max_capacity) ||
        header.cell_size != sizeof(layout::Cell))
        return "has a damaged header (capacity " + std::to_string(header.capacity) +
               ", cell size " + std::to_string(header.cell_size) + ")";
    const std::size_t expected = layout::total_size(static_cast<Id>(header.capacity));
    if (header.total_size != expected || file_size < expected)
        return "has " + std::to_string(file_size) + " bytes, its header says " +
               std::to_string(header.total_size) + ", layout version " +
               std::to_string(layout::version) + " needs " + std::to_string(expected);
    return {};
}

Segment::Segment(const TableOptions& options, Mode mode) {
    check_table_name(options.name);
    check_creation(options, mode);
    const Deadline deadline = deadline_after(options.open_timeout);
    while (!try_attach(options, mode)) {
        if (Clock::now() >= deadline)
            throw TableError(Reason::half_created,
                             "table '" + options.name +
                                 "' is being created by another process, or was left half-created."
                                 " 'ddc doctor' tells; the next program that may create finishes"
                                 " it.");
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    map(options);
}

/// One attempt; false if somebody else is creating or removing the table at this moment.
bool Segment::try_attach(const TableOptions& options, Mode mode) {
    object_ = open_object(options, mode);
    const int fd = descriptor(object_);
    if (is_complete(fd)) {
        if (mode == Mode::create_only)
            throw TableError(Reason::exists, "table '" + options.name + "' exists already");
        return ::flock(fd, LOCK_SH | LOCK_NB) == 0 && is_linked(fd);
    }
    if (mode == Mode::open_only) return false;
    if (::flock(fd, LOCK_EX | LOCK_NB) != 0 || !is_linked(fd) || is_complete(fd)) return false;
    try {
        initialise(options);
    } catch (...) {
        bip::shared_memory_object::remove(object_name(options.name).c_str());
        throw;
    }
    while (::flock(fd, LOCK_SH) != 0 && errno == EINTR) continue;
    return is_linked(fd);  // somebody may have removed it in the moment between the two locks
}

void Segment::initialise(const TableOptions& options) {
    const int fd = descriptor(object_);
    if (options.group_id && ::fchown(fd, static_cast<uid_t>(-1), *options.group_id) != 0)
        throw_system(options.name, "group cannot be set", errno);
    if (::fchmod(fd, options.mode) != 0) throw_system(options.name, "mode cannot be set", errno);
    const std::size_t size = layout::total_size(options.capacity);
    if (::ftruncate(fd, 0) != 0) throw_system(options.name, "cannot be emptied", errno);
    DDC_FAULT_POINT("create.empty");
    reserve_memory(fd, size, options.name);
    DDC_FAULT_POINT("create.sized");

    bip::mapped_region region(object_, bip::read_write, 0, layout::cells_offset);
    auto* base = static_cast<char*>(region.get_address());
    auto* header = new (base) layout::Header{};
    auto* lock = new (base + layout::lock_offset) layout::Lock{};
    if (::sem_init(&lock->semaphore, 1, 0) != 0)
        throw_system(options.name, "semaphore cannot be made", errno);
    header->version = layout::version;
    header->word_bits = layout::word_bits;
    header->total_size = size;
    header->capacity = static_cast<std::uint32_t>(options.capacity);
    header->cell_size = sizeof(layout::Cell);
    header->generation = static_cast<std::uint64_t>(
        std::chrono::system_clock::now().time_since_epoch() / std::chrono::nanoseconds(1));
    header->creator = process::self();
    header->pid_namespace = process::pid_namespace();
    DDC_FAULT_POINT("create.before_magic");
    header->magic.store(layout::magic, std::memory_order_release);
}

void Segment::map(const TableOptions& options) {
    const int fd = descriptor(object_);
    layout::Header checked{};
    read_header(fd, checked);
    const std::string problem = header_problem(checked, size_of(fd));
    if (!problem.empty())
        throw TableError(Reason::other_layout, "table '" + options.name + "' " + problem +
                                                   ". Stop what uses it and: ddc remove " +
                                                   options.name);
    capacity_ = static_cast<Id>(checked.capacity);
    const bool writing = options.access == TableOptions::Access::read_write;
    try {
        region_ = bip::mapped_region(object_, writing ? bip::read_write : bip::read_only, 0,
                                     layout::total_size(capacity_));
    } catch (const bip::interprocess_exception& error) {
        throw_system(options.name, "cannot be mapped", error.get_native_error());
    }
    if (writing && !is_usable(lock().semaphore))
        throw TableError(Reason::other_layout,
                         "table '" + options.name +
                             "' has a damaged semaphore, or one of another C library. Stop what "
                             "uses it and: ddc remove " +
                             options.name);
    if (writing && header().pid_namespace != process::pid_namespace())
        header().mixed_pid_namespaces.store(1);
}

layout::Header& Segment::header() const noexcept {
    return *static_cast<layout::Header*>(region_.get_address());
}

layout::Lock& Segment::lock() const noexcept {
    return *reinterpret_cast<layout::Lock*>(static_cast<char*>(region_.get_address()) +
                                            layout::lock_offset);
}

layout::Cell* Segment::cells() const noexcept {
    return reinterpret_cast<layout::Cell*>(static_cast<char*>(region_.get_address()) +
                                           layout::cells_offset);
}

layout::Text* Segment::texts() const noexcept {
    return reinterpret_cast<layout::Text*>(static_cast<char*>(region_.get_address()) +
                                           layout::texts_offset(capacity_));
}

}  // namespace ddc
