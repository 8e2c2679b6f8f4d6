// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>

namespace tests {

/// The folder of interfaces of existing programs, which are not part of this project.
inline std::filesystem::path reference_directory() {
    const char* const given = std::getenv("DDC_REFERENCE_INTERFACES");
    return given != nullptr ? given : REFERENCE_INTERFACES;
}

/// The text of one of those interfaces, or nothing if it is missing: then TEST_SKIPPED with
/// absent(name).
inline std::optional<std::string> reference_file(const std::string& name) {
    std::ifstream file(reference_directory() / name, std::ios::binary);
    if (!file) return std::nullopt;
    return std::string(std::istreambuf_iterator<char>(file), {});
}

inline std::string absent(const std::string& name) {
    return name + " is not in " + reference_directory().string() +
           "; DDC_REFERENCE_INTERFACES may name another directory";
}

}  // namespace tests
