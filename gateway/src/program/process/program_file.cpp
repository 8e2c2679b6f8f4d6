// SPDX-License-Identifier: MIT
#include "program_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sstream>

namespace gateway {
namespace {

bool is_bare(const std::string& name) {
    return name.find('/') == std::string::npos;
}

/// The errno that executing the file would give, or 0.
int execution_error(const std::filesystem::path& file) {
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored)) return EISDIR;
    return ::access(file.c_str(), X_OK) == 0 ? 0 : errno;
}

std::string explain(const std::filesystem::path& file, int error) {
    std::string reason =
        error == EACCES ? "is not a program that you may execute" : std::strerror(error);
    std::error_code ignored;
    if (error == ENOENT && file.is_relative())
        reason += "; it is looked for in the working directory, " +
                  std::filesystem::current_path(ignored).string();
    return "cannot start '" + file.string() + "': " + reason;
}

/// Result of a search on the PATH.
struct Search {
    std::optional<std::filesystem::path> found;
    std::optional<std::filesystem::path> forbidden;  ///< the first that may not be executed
};

/// Searches as execvp does: skips files that cannot be executed.
Search search_path(const std::string& name) {
    const char* path = std::getenv("PATH");
    std::istringstream folders(path != nullptr ? path : "/bin:/usr/bin");
    Search search;
    for (std::string folder; !search.found && std::getline(folders, folder, ':');) {
        const std::filesystem::path file =
            std::filesystem::path(folder.empty() ? "." : folder) / name;
        const int error = execution_error(file);
        if (error == 0) search.found = file;
        if (error == EACCES && !search.forbidden) search.forbidden = file;
    }
    return search;
}

std::string path_problem(const std::string& name, const std::filesystem::path& directory) {
    const Search search = search_path(name);
    if (search.found) return {};
    if (search.forbidden) return explain(*search.forbidden, EACCES);
    return "cannot start '" + name + "': it is neither in the folder of ddc-gateway (" +
           directory.string() + ") nor on the PATH";
}

/// @param access as for access()
std::optional<std::filesystem::path> find_own(const std::string& name,
                                              const std::filesystem::path& directory, int access) {
    for (const std::filesystem::path& folder : {directory, directory / DDC_PROGRAMS}) {
        const std::filesystem::path file = (folder / name).lexically_normal();
        if (::access(file.c_str(), access) == 0) return file;
    }
    return std::nullopt;
}

}  // namespace

std::filesystem::path own_directory() {
    const std::filesystem::path directory =
        std::filesystem::read_symlink("/proc/self/exe").parent_path();
    const std::filesystem::path commands = (directory / DDC_COMMANDS).lexically_normal();
    std::error_code none;
    const auto has_gateway = [&](const std::filesystem::path& folder) {
        return std::filesystem::exists(folder / "ddc-gateway", none);
    };
    // ddc-gateway-full is installed with the programs.
    return !has_gateway(directory) && has_gateway(commands) ? commands : directory;
}

std::optional<std::filesystem::path> own_program(const std::string& name,
                                                 const std::filesystem::path& directory) {
    return find_own(name, directory, X_OK);
}

std::optional<std::filesystem::path> own_file(const std::string& name,
                                              const std::filesystem::path& directory) {
    return find_own(name, directory, R_OK);
}

std::string program_file(const std::string& name, const std::filesystem::path& directory) {
    if (!is_bare(name)) return name;
    return own_program(name, directory).value_or(name).string();
}

std::optional<std::filesystem::path> find_on_path(const std::string& name) {
    return search_path(name).found;
}

std::optional<std::filesystem::path> find_program(const std::string& name,
                                                  const std::filesystem::path& directory) {
    const std::string file = program_file(name, directory);
    if (is_bare(file)) return find_on_path(name);
    return execution_error(file) == 0 ? std::optional<std::filesystem::path>(file) : std::nullopt;
}

std::string program_problem(const std::string& name, const std::filesystem::path& directory) {
    const std::string file = program_file(name, directory);
    if (is_bare(file)) return path_problem(name, directory);
    const int error = execution_error(file);
    return error == 0 ? "" : explain(file, error);
}

}  // namespace gateway
