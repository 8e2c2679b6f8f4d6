// SPDX-License-Identifier: MIT
#include "open_page.hpp"

#include "posix/spawn_files.hpp"

#include <spawn.h>
#include <unistd.h>

#include <cstring>

namespace gateway {

std::string open_page(const std::filesystem::path& file) {
    std::string program = "xdg-open", argument = std::filesystem::absolute(file).string();
    char* const words[] = {program.data(), argument.data(), nullptr};
    SpawnFiles files;
    pid_t pid = 0;
    const int error =
        ::posix_spawnp(&pid, words[0], files.standard_streams_alone(), nullptr, words, ::environ);
    return error == 0 ? "" : "cannot start xdg-open: " + std::string(std::strerror(error));
}

}  // namespace gateway
