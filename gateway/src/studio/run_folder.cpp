// SPDX-License-Identifier: MIT
#include "run_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <system_error>

namespace gateway::studio {
namespace {

namespace fs = std::filesystem;

fs::path place_in(const fs::path& root) {
    return root / ".ddc-studio";
}

[[noreturn]] void fail(const fs::path& folder, int error) {
    throw std::runtime_error(folder.string() + ", where runs are kept, cannot be used: " +
                             std::generic_category().message(error));
}

/// No link is followed that was left there.
void make_place(const fs::path& place) {
    if (::mkdir(place.c_str(), 0700) == 0) {
        std::ofstream(place / ".gitignore") << "*\n";
        return;
    }
    const int error = errno;
    struct stat found {};
    if (error != EEXIST || ::lstat(place.c_str(), &found) != 0) fail(place, error);
    if (!S_ISDIR(found.st_mode)) fail(place, ENOTDIR);
}

/// 7 of ".ddc-studio/7", else nothing.
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

/// Without a descriptor if another holds it.
Descriptor locked(const fs::path& folder) {
    Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    const bool is_ours = descriptor.get() >= 0 && ::flock(descriptor.get(), LOCK_EX | LOCK_NB) == 0;
    return is_ours ? std::move(descriptor) : Descriptor(-1);
}

}  // namespace

RunFolder RunFolder::make(const fs::path& root) {
    const fs::path place = place_in(root);
    make_place(place);
    const std::vector<int> numbers = numbers_in(place);
    for (int id = numbers.empty() ? 1 : numbers.back() + 1;; ++id) {
        const fs::path path = place / std::to_string(id);
        if (::mkdir(path.c_str(), 0700) == 0) {
            Descriptor lock = locked(path);
            if (lock.get() < 0) continue;  // another studio takes what it finds, as it begins
            return {id, path, std::move(lock)};
        }
        if (errno != EEXIST) fail(path, errno);
    }
}

std::vector<RunFolder> RunFolder::take_left(const fs::path& root) {
    const fs::path place = place_in(root);
    std::vector<RunFolder> left;
    std::error_code error;
    if (fs::symlink_status(place, error).type() != fs::file_type::directory) return left;
    for (const int id : numbers_in(place)) {
        const fs::path path = place / std::to_string(id);
        Descriptor lock = locked(path);
        if (lock.get() >= 0) left.push_back({id, path, std::move(lock)});
    }
    return left;
}

std::uintmax_t RunFolder::bytes() const {
    std::uintmax_t sum = 0;
    std::error_code error;
    for (fs::directory_iterator at(path_, error); at != fs::directory_iterator();
         at.increment(error)) {
        if (error) break;
        const std::uintmax_t size = at->file_size(error);
        if (!error) sum += size;
    }
    return sum;
}

void RunFolder::remove() const {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

}  // namespace gateway::studio
