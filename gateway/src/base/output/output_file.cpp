// SPDX-License-Identifier: MIT
#include "output_file.hpp"

#include "abandonable_thread.hpp"
#include "free_name.hpp"
#include "output_queue.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace gateway {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t piece = std::size_t{64} * 1024;

/// Detects, for example, that `>summary.txt` and --summary /dev/stdout are the same file.
bool is_standard_stream(const struct stat& info) {
    for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO}) {
        struct stat own {};
        if (::fstat(descriptor, &own) == 0 && own.st_dev == info.st_dev &&
            own.st_ino == info.st_ino)
            return true;
    }
    return false;
}

std::string reason(int error) {
    return std::string(": could not be written in full: ") + std::strerror(error);
}

/// The path after following all links, also of a file that does not exist yet.
fs::path resolved(const fs::path& file) {
    std::error_code error;
    if (fs::path found = fs::canonical(file, error); !error) return found;
    const fs::path parent = fs::weakly_canonical(fs::absolute(file).parent_path(), error);
    return (error ? fs::absolute(file).parent_path() : parent) / file.filename();
}

}  // namespace

fs::path OutputFile::part_of(const fs::path& file) {
    return resolved(file) += ".part";
}

fs::path OutputFile::newest_part_of(const fs::path& file) {
    const fs::path first = part_of(file);
    fs::path newest = first;
    std::error_code error;
    for (int number = 2; fs::exists(numbered_name(first, number), error); ++number) {
        const fs::path part = numbered_name(first, number);
        if (fs::last_write_time(part, error) >= fs::last_write_time(newest, error)) newest = part;
    }
    return newest;
}

bool OutputFile::is_in_place(const fs::path& file) {
    struct stat info {};
    return ::stat(file.c_str(), &info) == 0 && (!S_ISREG(info.st_mode) || is_standard_stream(info));
}

OutputFile::OutputFile(const fs::path& file) : name_(file.string()) {
    std::error_code error;
    if (file.has_parent_path()) fs::create_directories(file.parent_path(), error);
    struct stat info {};
    const bool exists = ::stat(file.c_str(), &info) == 0;
    target_ = resolved(file);
    if (exists && S_ISDIR(info.st_mode)) fail(EISDIR);
    if (is_in_place(file)) {
        open_in_place();
        return;
    }
    if (exists && ::access(file.c_str(), W_OK) != 0) fail(errno);
    open_part();
    if (exists) static_cast<void>(::fchmod(descriptor_, info.st_mode & 0777U));
}

void OutputFile::fail(int error) const {
    throw std::runtime_error(name_ + ": cannot be written: " + std::strerror(error));
}

/// A FIFO without a reader is opened again, blocking, by the first write.
void OutputFile::open_in_place() {
    descriptor_ = ::open(name_.c_str(), O_WRONLY | O_APPEND | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor_ >= 0) ::fcntl(descriptor_, F_SETFL, O_APPEND);
    struct stat info {};
    const bool lacks_reader =
        errno == ENXIO && ::stat(name_.c_str(), &info) == 0 && S_ISFIFO(info.st_mode);
    if (descriptor_ < 0 && !lacks_reader) fail(errno);
}

/// The lock keeps two runs from writing to the same file. Links are not followed. A file that has
/// content and is not locked is kept: it is from a run that was killed, or not from a run at all.
void OutputFile::open_part() {
    const fs::path first = fs::path(target_) += ".part";
    for (int number = 1;; ++number) {
        part_ = numbered_name(first, number);
        descriptor_ =
            ::open(part_.c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
        if (descriptor_ < 0) fail(errno);
        const bool is_locked = ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
        struct stat info {};
        const bool is_empty =
            ::fstat(descriptor_, &info) == 0 && S_ISREG(info.st_mode) && info.st_size == 0;
        if (is_locked && is_empty) return;
        ::close(descriptor_);
        if (!is_locked)
            throw std::runtime_error(name_ + ": cannot be written: another run is writing it (" +
                                     part_.string() + ")");
    }
}

OutputFile::~OutputFile() {
    stream_.flush();
    static_cast<void>(finish());
}

int OutputFile::ready() noexcept {
    if (descriptor_ >= 0) return 0;
    do {
        descriptor_ = ::open(name_.c_str(), O_WRONLY | O_APPEND | O_NOCTTY | O_CLOEXEC);
    } while (descriptor_ < 0 && errno == EINTR);
    return descriptor_ >= 0 ? 0 : errno;
}

int OutputFile::write(std::string_view text) noexcept {
    if (error_ == 0) error_ = ready();
    if (error_ != 0) return error_;
    error_ = write_all(descriptor_, text);
    if (error_ == 0) size_ += text.size();
    if (error_ != 0 && !part_.empty())
        static_cast<void>(!::ftruncate(descriptor_, static_cast<off_t>(size_)));
    return error_;
}

int OutputFile::finish() noexcept {
    if (is_finished_) return error_;
    is_finished_ = true;
    if (!part_.empty()) {
        const int moved =
            size_ > 0 ? ::rename(part_.c_str(), target_.c_str()) : ::unlink(part_.c_str());
        if (moved != 0 && error_ == 0) error_ = errno;
    }
    if (descriptor_ >= 0 && ::close(descriptor_) != 0 && error_ == 0) error_ = errno;
    return error_;
}

void OutputFile::close() {
    stream_.flush();
    if (const int error = finish()) throw std::runtime_error(name_ + reason(error));
}

bool OutputFile::Buffer::add(std::string_view text) {
    text_ += text;
    return text_.size() < piece || sync() == 0;
}

std::streamsize OutputFile::Buffer::xsputn(const char* text, std::streamsize size) {
    return add({text, static_cast<std::size_t>(size)}) ? size : 0;
}

OutputFile::Buffer::int_type OutputFile::Buffer::overflow(int_type letter) {
    if (traits_type::eq_int_type(letter, traits_type::eof())) return 0;
    const char text = traits_type::to_char_type(letter);
    return add({&text, 1}) ? letter : traits_type::eof();
}

int OutputFile::Buffer::sync() {
    const int error = text_.empty() ? 0 : file_.write(text_);
    text_.clear();
    return error == 0 ? 0 : -1;
}

std::string write_within(std::chrono::milliseconds limit, std::shared_ptr<OutputFile> file,
                         std::string text) {
    const auto error = std::make_shared<int>(0);
    const std::string name = file->name();
    const AbandonableThread writer(
        [error, file = std::move(file), text = std::move(text)]() mutable {
            static_cast<void>(file->write(text));
            *error = file->finish();
        });
    if (!writer.ends_by(std::chrono::steady_clock::now() + limit))
        return name + ": could not be written in full: the disk or the reader does not respond";
    return *error == 0 ? "" : name + reason(*error);
}

}  // namespace gateway
