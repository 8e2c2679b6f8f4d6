// SPDX-License-Identifier: MIT
#include "file_text.hpp"

#include <fstream>
#include <iterator>
#include <stdexcept>

namespace gateway {

std::string text_of(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) throw std::runtime_error(file.string() + ": cannot be read");
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string text_if_any(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace gateway
