// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace plant {

/// One error in a file.
struct Mistake {
    std::string file;    ///< its path
    int line = 0;        ///< from 1; 0: the whole file
    int column = 0;      ///< from 1; 0: the whole line
    std::string key;     ///< dotted path, such as "body.mass_kg"; empty: none
    std::string reason;  ///< such as "is missing"
};

/// "file:line:column: key: reason"; empty parts are omitted.
std::string to_string(const Mistake& mistake);

/// A file that cannot be used: parameters, a run, a map, a route or another one. what() has one
/// line per error.
class FileError : public std::invalid_argument {
  public:
    /// @param mistakes the errors; must not be empty
    explicit FileError(std::vector<Mistake> mistakes);
    /// One error; parameters as the members of Mistake.
    FileError(std::string file, int line, int column, std::string key, std::string reason);

    /// The errors, at least one, in the order of what().
    const std::vector<Mistake>& mistakes() const { return mistakes_; }

  private:
    std::vector<Mistake> mistakes_;
};

}  // namespace plant
