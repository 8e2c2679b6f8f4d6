// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace gateway::studio {

/// What is wrong at one place of a text that a person writes.
struct Problem {
    int line = 0;     ///< from 1; 0: all of it is meant
    int column = 0;   ///< from 1; 0: the whole line is meant
    std::string key;  ///< "program.exec[0]"; empty: none
    std::string message;
    std::string file;  ///< the file that the text names, in which it is; empty: the text itself
};
using Problems = std::vector<Problem>;

/// A list of JSON.
std::string to_json(const Problems& problems);

}  // namespace gateway::studio
