// SPDX-License-Identifier: MIT
#pragma once

#include "posix/descriptor.hpp"

#include <sys/un.h>

#include <filesystem>
#include <string>

namespace gateway {

/// The folder of control sockets: XDG_RUNTIME_DIR, or a folder of the user below the one for
/// temporary files. It is used only if no other user can write to it. It is held open, so that all
/// operations are in the folder that was checked.
class ControlFolder {
  public:
    /// Creates the folder below the one for temporary files if it does not exist.
    /// @throws std::runtime_error if it is a link, not a folder, of another user, or writable by
    /// others
    ControlFolder();

    int descriptor() const { return folder_.get(); }
    /// The file's address through the descriptor, independent of the length of the folder's name.
    sockaddr_un address_of(const std::string& file) const;
    /// @throws std::runtime_error if the file is not a socket; it is not changed
    bool has_socket(const std::string& file) const;
    std::string path_of(const std::string& file) const { return path_ / file; }

    /// The folder's name, whether it is usable or not.
    static std::filesystem::path name();

  private:
    std::filesystem::path path_;
    Descriptor folder_;
};

}  // namespace gateway
