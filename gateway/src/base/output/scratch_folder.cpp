// SPDX-License-Identifier: MIT
#include "scratch_folder.hpp"

#include "posix/process_end.hpp"

#include <unistd.h>

#include <cstdlib>
#include <stdexcept>
#include <string>

namespace gateway {
namespace {

const std::string scratch_front = "ddc-campaign.";

/// Keeps the folders of other users and those in use by a process of this user.
void remove_dead_folders(const std::filesystem::path& folder) {
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
        const std::string name = entry.path().filename().string();
        if (name.compare(0, scratch_front.size(), scratch_front) != 0) continue;
        if (is_gone(name.substr(scratch_front.size())))
            std::filesystem::remove_all(entry.path(), ignored);
    }
}

}  // namespace

ScratchFolder::ScratchFolder() {
    const auto folder = std::filesystem::temp_directory_path();
    remove_dead_folders(folder);
    std::string name = (folder / (scratch_front + std::to_string(::getpid()) + ".XXXXXX")).string();
    if (::mkdtemp(name.data()) == nullptr)
        throw std::runtime_error("cannot create a temporary folder: " + name);
    path_ = name;
}

ScratchFolder::~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

}  // namespace gateway
