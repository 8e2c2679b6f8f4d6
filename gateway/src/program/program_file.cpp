// SPDX-License-Identifier: MIT
#include "program_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <sstream>

namespace gateway {
namespace {

bool is_bare(const std::string& name) {
    return name.find('/') == std::string::npos;
}

/// 0, or the errno of executing it.
int execution_error(const std::filesystem::path& file) {
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored)) return EISDIR;
    return ::access(file.c_str(), X_OK) == 0 ? 0 : errno;
}

std::string explain(const std::filesystem::path& file, int error) {
    return "cannot start '" + file.string() +
           "': " + (error == EACCES ? "is no program that you may execute" : std::strerror(error));
}

/// As execvp looks: goes on past what cannot be executed.
std::string path_problem(const std::string& name, const std::filesystem::path& directory) {
    const char* path = std::getenv("PATH");
    std::istringstream folders(path != nullptr ? path : "/bin:/usr/bin");
    std::optional<std::filesystem::path> forbidden;
    for (std::string folder; std::getline(folders, folder, ':');) {
        const std::filesystem::path file =
            std::filesystem::path(folder.empty() ? "." : folder) / name;
        const int error = execution_error(file);
        if (error == 0) return {};
        if (error == EACCES && !forbidden) forbidden = file;
    }
    if (forbidden) return explain(*forbidden, EACCES);
    return "cannot start '" + name + "': there is none beside ddc-gateway (" + directory.string() +
           ") nor on the PATH";
}

}  // namespace

std::filesystem::path own_directory() {
    return std::filesystem::read_symlink("/proc/self/exe").parent_path();
}

std::string program_file(const std::string& name, const std::filesystem::path& directory) {
    if (!is_bare(name)) return name;
    const std::filesystem::path beside = directory / name;
    return ::access(beside.c_str(), X_OK) == 0 ? beside.string() : name;
}

std::string program_problem(const std::string& name, const std::filesystem::path& directory) {
    const std::string file = program_file(name, directory);
    if (is_bare(file)) return path_problem(name, directory);
    const int error = execution_error(file);
    return error == 0 ? "" : explain(file, error);
}

}  // namespace gateway
