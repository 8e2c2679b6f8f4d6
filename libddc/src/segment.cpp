// SPDX-License-Identifier: MIT
#include "segment.hpp"

#include "deadline.hpp"
#include "fault_point.hpp"
#include "file_lock.hpp"
#include "ownership.hpp"
#include "process.hpp"

#include <ddc/inspect.hpp>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <thread>

namespace ddc {
namespace {

using Reason = TableError::Reason;

unsigned mode_of(const TableOptions& options) {
    return options.mode.value_or(options.group.empty() ? 0600 : 0660);
}

[[noreturn]] void throw_system(const std::string& table, const char* what, int error) {
    throw TableError(Reason::system,
                     "table '" + table + "': " + what + ": " + std::strerror(error));
}

[[noreturn]] void throw_access(const std::string& table) {
    const std::string path = object_path(table);
    std::string message = "table '" + table + "': permission denied for uid " +
                          std::to_string(::geteuid()) + " gid " + std::to_string(::getegid());
    struct stat info {};
    if (::lstat(path.c_str(), &info) == 0)
        message += "; " + path + " belongs to uid " + std::to_string(info.st_uid) + " gid " +
                   std::to_string(info.st_gid) + " with mode " + octal(info.st_mode & 07777);
    throw TableError(
        Reason::access,
        message + ". Create it with a group of both users, and a mode that lets the group write.");
}

[[noreturn]] void throw_unopened(const std::string& table, int error) {
    switch (error) {
        case ENOENT:
            throw TableError(Reason::not_found, "table '" + table +
                                                    "' does not exist. Start the gateway or the "
                                                    "program that makes it, or: ddc create " +
                                                    table);
        case EACCES:
        case EPERM:
            throw_access(table);
        case ELOOP:
            throw TableError(Reason::other_layout,
                             "table '" + table + "' " + odd_object_problem(table));
        default:
            throw_system(table, "cannot be opened", error);
    }
}

std::string refusal(const std::string& table, const std::string& problem) {
    return "table '" + table + "' is not used: " + object_path(table) + " " + problem +
           ". If it is not needed: ddc remove " + table +
           "; if you share it with a group, give it to that group (ddc create --group) and name "
           "the "
           "group in DDC_GROUP; to use it as it is: DDC_ALLOW_FOREIGN=1";
}

/// A process that creates a table sets its group and mode before its size.
bool may_be_in_creation(const std::string& table) noexcept {
    struct stat info {};
    return ::lstat(object_path(table).c_str(), &info) == 0 && S_ISREG(info.st_mode) &&
           info.st_size == 0;
}

bool is_complete(int fd) {
    layout::Header header{};
    return read_header(fd, header) == sizeof header && header.magic.load() != 0;
}

void reserve_memory(int fd, std::size_t size, const std::string& table) {
    // In steps: a signal undoes the current step, so a timer's signals would undo a large one again
    // and again.
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

/// The C library ends the process if the constant part of a semaphore has an unexpected value: the
/// word after the 64 bits of count and waiters (glibc).
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
    const unsigned mode_wanted = mode_of(options);
    if ((mode_wanted & ~0777U) != 0 || (mode_wanted & 0600) != 0600)
        throw TableError(Reason::invalid, table + "mode must be 0600 and rights for others, is " +
                                              octal(mode_wanted));
    if (options.access != TableOptions::Access::read_write)
        throw TableError(Reason::invalid,
                         table + "a process that may create it must open it for writing");
}

}  // namespace

void check_table_name(const std::string& name) {
    const char* allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
    if (name.empty() || name.size() > 64 || name.find_first_not_of(allowed) != std::string::npos)
        throw TableError(Reason::invalid,
                         "'" + name +
                             "' is not a valid table name: use 1 to 64 letters, digits, "
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
               ", this program supports version " + std::to_string(layout::version);
    if (header.word_bits != layout::word_bits)
        return "was made by a " + std::to_string(header.word_bits) + "-bit program, this is a " +
               std::to_string(layout::word_bits) + "-bit one";
    if (header.capacity == 0 || header.capacity > static_cast<std::uint32_t>(max_capacity) ||
        header.cell_size != sizeof(layout::Cell))
        return "has a damaged header (capacity " + std::to_string(header.capacity) +
               ", cell size " + std::to_string(header.cell_size) + ")";
    const std::size_t expected = layout::total_size(static_cast<Id>(header.capacity));
    if (header.total_size == expected && file_size < expected)
        return "was cut short: it has " + std::to_string(file_size) + " bytes of " +
               std::to_string(expected);
    if (header.total_size != expected)
        return "has " + std::to_string(file_size) + " bytes, its header says " +
               std::to_string(header.total_size) + ", layout version " +
               std::to_string(layout::version) + " needs " + std::to_string(expected);
    return {};
}

Segment::Segment(const TableOptions& options, Mode mode) {
    check_table_name(options.name);
    check_creation(options, mode);
    group_ = options.group_id();
    const Deadline deadline = deadline_after(options.open_timeout);
    for (;;) {
        const Obstacle obstacle = try_attach(options, mode);
        if (obstacle == Obstacle::none) break;
        if (Clock::now() >= deadline) give_up(obstacle, options.name);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    map(options);
}

void Segment::give_up(Obstacle obstacle, const std::string& table) const {
    if (!object_ && object_.error() == EACCES) throw_access(table);
    if (obstacle == Obstacle::foreign)
        throw TableError(Reason::access, refusal(table, ownership_problem_));
    if (obstacle == Obstacle::locked)
        throw TableError(Reason::locked,
                         "table '" + table + "': its file lock is held by " +
                             exclusive_holder(object_.status()) +
                             ", which keeps all others from opening it. Wait for that process, or "
                             "end it");
    throw TableError(Reason::half_created,
                     "table '" + table +
                         "' is being created by another process, or was left half-created."
                         " 'ddc doctor' shows which; the next program that may create it "
                         "completes it.");
}

Segment::Obstacle Segment::try_attach(const TableOptions& options, Mode mode) {
    const Obstacle obstacle = open_object(options, mode);
    if (obstacle != Obstacle::none) return obstacle;
    const int fd = object_.descriptor();
    const bool complete = is_complete(fd);
    if (complete && mode == Mode::create_only)
        throw TableError(Reason::exists, "table '" + options.name + "' exists already");
    ownership_problem_ = ddc::ownership_problem(object_.status(), group_);
    if (!ownership_problem_.empty() && !options.allow_foreign) {
        if (complete) give_up(Obstacle::foreign, options.name);
        return Obstacle::foreign;
    }
    if (!complete)
        return mode == Mode::open_only ? Obstacle::half_created : finish_creation(options);
    if (::flock(fd, LOCK_SH | LOCK_NB) != 0) return Obstacle::locked;
    return object_.is_linked() ? Obstacle::none : Obstacle::changing;
}

Segment::Obstacle Segment::open_object(const TableOptions& options, Mode mode) {
    // Opening first: with O_CREAT the kernel refuses even root another user's file in a sticky
    // directory (fs.protected_regular).
    object_ = ObjectFile(options.name, options.access == TableOptions::Access::read_write
                                           ? ObjectFile::Access::read_write
                                           : ObjectFile::Access::read);
    if (object_) return Obstacle::none;
    if (object_.error() == EACCES && may_be_in_creation(options.name))
        return Obstacle::half_created;
    if (object_.error() == ENOENT && mode != Mode::open_only)
        object_ = ObjectFile::create(options.name, mode_of(options));
    if (object_) return Obstacle::none;
    if (object_.error() == EEXIST) return Obstacle::changing;
    throw_unopened(options.name, object_.error());
}

Segment::Obstacle Segment::finish_creation(const TableOptions& options) {
    const int fd = object_.descriptor();
    if (::flock(fd, LOCK_EX | LOCK_NB) != 0) return Obstacle::half_created;
    if (!object_.is_linked() || is_complete(fd)) return Obstacle::changing;
    try {
        initialise(options);
    } catch (...) {
        ::unlink(object_path(options.name).c_str());
        throw;
    }
    // The lock cannot be converted to a shared one in a single step: another process may lock the
    // table meanwhile, and remove it or keep it locked. The next attempt detects that.
    if (::flock(fd, LOCK_SH | LOCK_NB) != 0) return Obstacle::locked;
    return object_.is_linked() ? Obstacle::none : Obstacle::changing;
}

void Segment::initialise(const TableOptions& options) {
    const int fd = object_.descriptor();
    const struct stat now = object_.status();
    if (group_ && now.st_gid != *group_ && ::fchown(fd, static_cast<uid_t>(-1), *group_) != 0)
        throw_system(options.name, "group cannot be set", errno);
    if ((now.st_mode & 07777) != mode_of(options) && ::fchmod(fd, mode_of(options)) != 0)
        throw_system(options.name, "mode cannot be set", errno);
    ownership_problem_.clear();  // this process has set group and mode
    const std::size_t size = layout::total_size(options.capacity);
    if (::ftruncate(fd, 0) != 0) throw_system(options.name, "cannot be emptied", errno);
    DDC_FAULT_POINT("create.empty");
    reserve_memory(fd, size, options.name);
    DDC_FAULT_POINT("create.sized");

    const Mapping mapping(fd, layout::cells_offset, true);
    char* base = mapping.get();
    if (base == nullptr) throw_system(options.name, "cannot be mapped", errno);
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
    const int fd = object_.descriptor();
    layout::Header checked{};
    read_header(fd, checked);
    const std::string problem =
        header_problem(checked, static_cast<std::uint64_t>(object_.status().st_size));
    if (!problem.empty())
        throw TableError(Reason::other_layout,
                         "table '" + options.name + "' " + problem +
                             ". Stop the processes that use it, then: ddc remove " + options.name);
    capacity_ = static_cast<Id>(checked.capacity);
    const bool writing = options.access == TableOptions::Access::read_write;
    mapping_ = Mapping(fd, layout::total_size(capacity_), writing);
    if (mapping_.get() == nullptr) throw_system(options.name, "cannot be mapped", errno);
    if (writing && !is_usable(lock().semaphore))
        throw TableError(Reason::other_layout,
                         "table '" + options.name +
                             "' has a damaged semaphore, or one of another C library. Stop the "
                             "processes that use it, then: ddc remove " +
                             options.name);
    if (writing && header().pid_namespace != process::pid_namespace())
        header().mixed_pid_namespaces.store(1);
}

layout::Header& Segment::header() const noexcept {
    return *reinterpret_cast<layout::Header*>(mapping_.get());
}

layout::Lock& Segment::lock() const noexcept {
    return *reinterpret_cast<layout::Lock*>(mapping_.get() + layout::lock_offset);
}

layout::Claim* Segment::claims() const noexcept {
    return reinterpret_cast<layout::Claim*>(mapping_.get() + layout::claims_offset);
}

layout::Waits* Segment::waits() const noexcept {
    return reinterpret_cast<layout::Waits*>(mapping_.get() + layout::waits_offset);
}

layout::Cell* Segment::cells() const noexcept {
    return reinterpret_cast<layout::Cell*>(mapping_.get() + layout::cells_offset);
}

layout::Text* Segment::texts() const noexcept {
    return reinterpret_cast<layout::Text*>(mapping_.get() + layout::texts_offset(capacity_));
}

}  // namespace ddc
