// SPDX-License-Identifier: MIT
#include "scratch_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

namespace gateway {
namespace {

namespace fs = std::filesystem;

Descriptor open_folder(const fs::path& folder) {
    return Descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

/// Keeps the folders of other users, and those that a process has locked.
void remove_unused_folders(const fs::path& folder, const std::string& front) {
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder, ignored)) {
        const std::string name = entry.path().filename().string();
        if (name.compare(0, front.size(), front) != 0) continue;
        const Descriptor unused = open_folder(entry.path());
        if (unused.get() >= 0 && ::flock(unused.get(), LOCK_EX | LOCK_NB) == 0)
            fs::remove_all(entry.path(), ignored);
    }
}

/// Another process may remove the folder before it is locked. @return nothing then
std::pair<fs::path, Descriptor> make_locked(const fs::path& parent, const std::string& front) {
    std::string name = (parent / (front + "XXXXXX")).string();
    if (::mkdtemp(name.data()) == nullptr)
        throw std::runtime_error("cannot create a temporary folder: " + name);
    Descriptor lock = open_folder(name);
    if (lock.get() >= 0) ::flock(lock.get(), LOCK_EX);
    return {fs::is_directory(name) ? fs::path(name) : fs::path(), std::move(lock)};
}

}  // namespace

ScratchFolder::ScratchFolder(const std::string& front) {
    const auto parent = fs::temp_directory_path();
    remove_unused_folders(parent, front);
    while (path_.empty()) std::tie(path_, lock_) = make_locked(parent, front);
}

ScratchFolder::~ScratchFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

}  // namespace gateway
