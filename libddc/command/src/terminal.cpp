// SPDX-License-Identifier: MIT
#include <ddc/command/run.hpp>

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

namespace ddc::command {

Terminal Terminal::of_stdout() {
    Terminal result;
    result.present = ::isatty(STDOUT_FILENO) != 0;
    const char* no_colour = std::getenv("NO_COLOR");
    result.colour = result.present && (no_colour == nullptr || *no_colour == '\0');
    result.has_keys = ::isatty(STDIN_FILENO) != 0 && ::tcgetpgrp(STDIN_FILENO) == ::getpgrp();
    winsize size{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0) {
        result.rows = size.ws_row;
        result.columns = size.ws_col;
    }
    return result;
}

}  // namespace ddc::command
