// SPDX-License-Identifier: MIT
#pragma once

#include "posix/descriptor.hpp"

#include <sys/un.h>

#include <filesystem>
#include <string>

namespace gateway {

/// Where control sockets are: XDG_RUNTIME_DIR, or else a folder of the user's own below the one for
/// temporary files. Used only if no other user can put anything into it; held by a descriptor, so
/// that what is done in it is done in the folder that was looked at.
class ControlFolder {
  public:
    /// Makes the one below the folder for temporary files where it is missing.
    /// @throws std::runtime_error if it is a link, no folder, another user's, or open to others
    ControlFolder();

    int descriptor() const { return folder_.get(); }
    /// The file's address by the descriptor, whatever the length of the folder's name.
    sockaddr_un address_of(const std::string& file) const;
    /// @throws std::runtime_error if the file is something else, which is left alone
    bool has_socket(const std::string& file) const;
    std::string path_of(const std::string& file) const { return path_ / file; }

    /// The folder's name, whether it may be used or not.
    static std::filesystem::path name();

  private:
    std::filesystem::path path_;
    Descriptor folder_;
};

}  // namespace gateway
