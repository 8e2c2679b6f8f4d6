// SPDX-License-Identifier: MIT
#include "free_name.hpp"

#include "output_file.hpp"

#include <gateway/base/process_start.hpp>

#include <string>
#include <system_error>

namespace gateway {

std::filesystem::path numbered_name(const std::filesystem::path& file, int number) {
    std::filesystem::path numbered = file;
    if (number > 1)
        numbered.replace_filename(file.stem().string() + "." + std::to_string(number) +
                                  file.extension().string());
    return numbered;
}

std::filesystem::path free_name(const std::filesystem::path& file) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error) || OutputFile::is_in_place(file))
        return file;
    int number = 2;
    while (std::filesystem::exists(numbered_name(file, number), error)) ++number;
    return numbered_name(file, number);
}

std::filesystem::path output_name(const std::filesystem::path& file) {
    return ProcessStart::was_started_anew() ? free_name(file) : file;
}

}  // namespace gateway
