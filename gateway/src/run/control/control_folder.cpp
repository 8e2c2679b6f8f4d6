// SPDX-License-Identifier: MIT
#include "control_folder.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace gateway {
namespace {

const char* runtime_directory() {
    const char* given = std::getenv("XDG_RUNTIME_DIR");
    return given != nullptr && *given != '\0' ? given : nullptr;
}

/// Why a folder must not be used, or nothing.
std::string objection(const struct stat& folder) {
    if (S_ISLNK(folder.st_mode)) return "is a symbolic link";
    if (!S_ISDIR(folder.st_mode)) return "is not a folder";
    if (folder.st_uid != ::geteuid()) return "belongs to user " + std::to_string(folder.st_uid);
    if ((folder.st_mode & 0777) != 0700) return "does not have mode 0700, so others may use it too";
    return {};
}

[[noreturn]] void refuse(const std::filesystem::path& folder, const std::string& reason) {
    throw std::runtime_error(
        folder.string() + " " + reason + ": no control socket is used there. " +
        (runtime_directory() != nullptr ? "Set XDG_RUNTIME_DIR to"
                                        : "Remove it, or set XDG_RUNTIME_DIR to") +
        " a folder that you own, with mode 0700");
}

}  // namespace

std::filesystem::path ControlFolder::name() {
    if (const char* runtime = runtime_directory()) return runtime;
    return std::filesystem::temp_directory_path() / ("ddc-gateway-" + std::to_string(::geteuid()));
}

ControlFolder::ControlFolder() : path_(name()), folder_(-1) {
    if (runtime_directory() == nullptr) ::mkdir(path_.c_str(), 0700);
    struct stat found {};
    if (::lstat(path_.c_str(), &found) != 0) refuse(path_, std::strerror(errno));
    if (const auto reason = objection(found); !reason.empty()) refuse(path_, reason);
    folder_ = Descriptor(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (folder_.get() < 0) refuse(path_, std::strerror(errno));
    if (::fstat(folder_.get(), &found) != 0 || !objection(found).empty())
        refuse(path_, "has just been replaced");
}

sockaddr_un ControlFolder::address_of(const std::string& file) const {
    const std::string path = "/proc/self/fd/" + std::to_string(folder_.get()) + "/" + file;
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path)
        throw std::runtime_error(file + ": is too long for a socket's name");
    path.copy(address.sun_path, path.size());
    return address;
}

bool ControlFolder::has_socket(const std::string& file) const {
    struct stat found {};
    if (::fstatat(folder_.get(), file.c_str(), &found, AT_SYMLINK_NOFOLLOW) != 0) return false;
    if (!S_ISSOCK(found.st_mode))
        throw std::runtime_error(path_of(file) + " is not a socket and is not used: remove it");
    return true;
}

}  // namespace gateway
