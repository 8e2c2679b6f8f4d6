// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <string>

namespace plant {

/// A parameter file that cannot be used. what() is "file:line:column: key: reason"; line and
/// column start at 1, and are 0 and left out of what() where the whole file is meant.
class ParameterError : public std::runtime_error {
  public:
    ParameterError(std::string file, int line, int column, std::string key, std::string reason)
        : std::runtime_error(file + place(line, column) + ": " + (key.empty() ? "" : key + ": ") +
                             reason),
          file_(std::move(file)),
          line_(line),
          column_(column),
          key_(std::move(key)),
          reason_(std::move(reason)) {}

    const std::string& file() const { return file_; }
    int line() const { return line_; }
    int column() const { return column_; }
    /// Dotted path of the key, such as "body.mass_kg".
    const std::string& key() const { return key_; }
    const std::string& reason() const { return reason_; }

  private:
    static std::string place(int line, int column) {
        if (line == 0) return {};
        return ":" + std::to_string(line) + ":" + std::to_string(column);
    }

    std::string file_;
    int line_;
    int column_;
    std::string key_;
    std::string reason_;
};

}  // namespace plant
