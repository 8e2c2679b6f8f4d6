// SPDX-License-Identifier: MIT
#include "open_page.hpp"

#include <gateway/base/signals.hpp>
#include "posix/spawn.hpp"

#include <cstring>

namespace gateway {

std::string open_page(const std::filesystem::path& file) {
    Spawn page({"xdg-open", std::filesystem::absolute(file).string()});
    page.reset_signals(original_signals());
    pid_t pid = 0;
    const int error = page.start(pid);
    return error == 0 ? "" : "cannot start xdg-open: " + std::string(std::strerror(error));
}

}  // namespace gateway
