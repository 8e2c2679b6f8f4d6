// SPDX-License-Identifier: MIT
#include "run_folder.hpp"

#include "output/output_queue.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

namespace gateway::studio {
namespace {

namespace fs = std::filesystem;

/// Limit of attempts to create a folder that another studio does not lock.
constexpr int most_tries = 100;

fs::path runs_folder_in(const fs::path& root) {
    return root / ".ddc-studio";
}

[[noreturn]] void fail(const fs::path& folder, const std::string& reason) {
    throw std::runtime_error("the folder of runs " + folder.string() +
                             " cannot be used: " + reason);
}

[[noreturn]] void fail(const fs::path& folder, int error) {
    fail(folder, std::generic_category().message(error));
}

/// Why other users may have access to a folder's content; empty if they have none.
std::string access_problem(int folder) {
    struct stat found {};
    if (::fstat(folder, &found) != 0) return std::generic_category().message(errno);
    if (found.st_uid != ::geteuid())
        return "it belongs to user " + std::to_string(found.st_uid) + "; remove it";
    if ((found.st_mode & 022U) != 0)
        return "other users may write to it; remove it, or run chmod 700 on it";
    return {};
}

/// Does not follow links. @return without a descriptor, and with errno, if it cannot be opened
Descriptor open_folder(int below, const std::string& name) {
    return Descriptor(
        ::openat(below, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

void add_gitignore(int place) {
    const Descriptor file(
        ::openat(place, ".gitignore", O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (file.get() >= 0) static_cast<void>(write_all(file.get(), "*\n"));
}

/// @throws std::runtime_error if other users have access to the folder
Descriptor open_runs_folder(const fs::path& place) {
    Descriptor folder = open_folder(AT_FDCWD, place.string());
    if (folder.get() < 0) return folder;
    if (const std::string reason = access_problem(folder.get()); !reason.empty())
        fail(place, reason);
    return folder;
}

Descriptor make_runs_folder(const fs::path& place) {
    const bool is_new = ::mkdir(place.c_str(), 0700) == 0;
    if (!is_new && errno != EEXIST) fail(place, errno);
    Descriptor folder = open_runs_folder(place);
    if (folder.get() < 0) fail(place, errno);
    if (is_new) add_gitignore(folder.get());
    return folder;
}

/// A path to an open folder that remains valid if the folder is renamed.
fs::path path_of(const Descriptor& folder) {
    return "/proc/self/fd/" + std::to_string(folder.get());
}

/// The number of a run's folder: 7 for ".ddc-studio/7".
std::optional<int> number_of(const fs::path& folder) {
    const std::string name = folder.filename().string();
    int id = 0;
    const char* const end = name.data() + name.size();
    const auto read = std::from_chars(name.data(), end, id);
    const bool is_number =
        read.ec == std::errc() && read.ptr == end && id > 0 && id < 1'000'000'000;
    return is_number ? std::optional(id) : std::nullopt;
}

std::vector<int> numbers_in(const fs::path& place) {
    std::vector<int> numbers;
    std::error_code error;
    for (fs::directory_iterator at(place, error); at != fs::directory_iterator();
         at.increment(error)) {
        if (error) break;
        const auto id = number_of(at->path());
        if (id && at->symlink_status(error).type() == fs::file_type::directory)
            numbers.push_back(*id);
    }
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

/// @return without a descriptor if another studio has locked it, or other users have access
Descriptor locked(const Descriptor& place, int id) {
    Descriptor folder = open_folder(place.get(), std::to_string(id));
    const bool is_locked = folder.get() >= 0 && access_problem(folder.get()).empty() &&
                           ::flock(folder.get(), LOCK_EX | LOCK_NB) == 0;
    return is_locked ? std::move(folder) : Descriptor(-1);
}

/// Locks a new folder. @return without a descriptor if another studio has locked it, since a studio
/// locks at its start all folders that it finds
/// @throws std::runtime_error
Descriptor lock_new(const Descriptor& place, int id, const fs::path& path) {
    Descriptor folder = open_folder(place.get(), std::to_string(id));
    if (folder.get() < 0 && errno == ENOENT) return folder;
    if (folder.get() < 0) fail(path, errno);
    if (const std::string reason = access_problem(folder.get()); !reason.empty())
        fail(path, reason);
    if (::flock(folder.get(), LOCK_EX | LOCK_NB) == 0) return folder;
    if (errno != EWOULDBLOCK) fail(path, errno);
    return Descriptor(-1);
}

}  // namespace

RunFolder::RunFolder(int id, fs::path path, std::shared_ptr<const Descriptor> place,
                     Descriptor lock)
    : id_(id), path_(std::move(path)), place_(std::move(place)), lock_(std::move(lock)) {}

RunFolder RunFolder::make(const fs::path& root) {
    const fs::path name = runs_folder_in(root);
    const auto place = std::make_shared<const Descriptor>(make_runs_folder(name));
    const std::vector<int> numbers = numbers_in(path_of(*place));
    const int first = numbers.empty() ? 1 : numbers.back() + 1;
    for (int id = first; id < first + most_tries; ++id) {
        const fs::path path = name / std::to_string(id);
        if (::mkdirat(place->get(), std::to_string(id).c_str(), 0700) != 0) {
            if (errno != EEXIST) fail(path, errno);
            continue;
        }
        Descriptor lock = lock_new(*place, id, path);
        if (lock.get() >= 0) return {id, path, place, std::move(lock)};
    }
    fail(name, "another studio has locked each new folder");
}

std::vector<RunFolder> RunFolder::lock_left(const fs::path& root) {
    const fs::path name = runs_folder_in(root);
    const auto place = std::make_shared<const Descriptor>(open_runs_folder(name));
    std::vector<RunFolder> left;
    if (place->get() < 0) return left;
    for (const int id : numbers_in(path_of(*place))) {
        Descriptor lock = locked(*place, id);
        if (lock.get() >= 0)
            left.push_back({id, name / std::to_string(id), place, std::move(lock)});
    }
    return left;
}

fs::path RunFolder::inside() const {
    return path_of(lock_);
}

std::uintmax_t RunFolder::bytes() const {
    std::uintmax_t sum = 0;
    std::error_code error;
    for (fs::directory_iterator at(inside(), error); at != fs::directory_iterator();
         at.increment(error)) {
        if (error) break;
        const std::uintmax_t size = at->file_size(error);
        if (!error) sum += size;
    }
    return sum;
}

void RunFolder::remove() const {
    std::error_code error, ignored;
    for (fs::directory_iterator at(inside(), error); at != fs::directory_iterator();
         at.increment(error)) {
        if (error) break;
        fs::remove_all(at->path(), ignored);
    }
    ::unlinkat(place_->get(), std::to_string(id_).c_str(), AT_REMOVEDIR);
}

}  // namespace gateway::studio
