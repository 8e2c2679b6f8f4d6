// SPDX-License-Identifier: MIT
#include <plant/open_file.hpp>

#include <plant/file_error.hpp>

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iterator>

namespace plant {

std::string read_problem(const std::filesystem::path& file) {
    std::error_code ignored;
    const bool is_directory = std::filesystem::is_directory(file, ignored);
    if (!is_directory && ::access(file.c_str(), R_OK) == 0) return {};
    return std::string("cannot be read: ") + std::strerror(is_directory ? EISDIR : errno);
}

std::ifstream open_file(const std::filesystem::path& file) {
    const std::string problem = read_problem(file);
    if (!problem.empty()) throw FileError(file.string(), 0, 0, "", problem);
    return std::ifstream(file, std::ios::binary);
}

std::string text_of(const std::filesystem::path& file) {
    std::ifstream stream = open_file(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace plant
