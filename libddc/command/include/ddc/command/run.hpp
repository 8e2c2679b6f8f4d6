// SPDX-License-Identifier: MIT
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace ddc::command {

/// Properties of the terminal that `out` is connected to.
struct Terminal {
    bool present = false;
    bool colour = false;
    /// Standard input is a terminal too, and this process is in its foreground.
    bool has_keys = false;
    int rows = 24;
    int columns = 80;

    /// The terminal on standard output, if there is one; NO_COLOR is respected.
    static Terminal of_stdout();
};

/// The `ddc` command.
/// @param args without the command's name
/// @return exit code: 0 done, 1 failed, 2 bad arguments, 3 done but with loss of data
int run(const std::vector<std::string>& args, std::ostream& out, std::ostream& err,
        const Terminal& terminal = {});

}  // namespace ddc::command
