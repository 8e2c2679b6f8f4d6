// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace ddc::interface {

/// A description or a value is invalid. The message starts with the path of the invalid part in the
/// JSON (`ports[3].data_type.size: must be 1 or more, is -5`); the path is empty if the whole text
/// is invalid.
class InterfaceError : public std::runtime_error {
  public:
    InterfaceError(std::string path, const std::string& what)
        : std::runtime_error(path.empty() ? what : path + ": " + what), path_(std::move(path)) {}

    /// Path in the JSON, may be empty.
    const std::string& path() const noexcept { return path_; }

  private:
    std::string path_;
};

}  // namespace ddc::interface
