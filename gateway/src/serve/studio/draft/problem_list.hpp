// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace gateway::studio {

/// A mistake at one position of a text.
struct Problem {
    int line = 0;     ///< from 1; 0: the whole text
    int column = 0;   ///< from 1; 0: the whole line
    std::string key;  ///< such as "program.exec[0]"; may be empty
    std::string message;
    std::string file;  ///< a file named in the text that has the mistake; empty: the text itself
};
using Problems = std::vector<Problem>;

/// The problems as a JSON list.
std::string to_json(const Problems& problems);

}  // namespace gateway::studio
