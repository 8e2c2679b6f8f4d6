// SPDX-License-Identifier: MIT
#include "digest.hpp"

// sha2.h requires these types.
#include <sys/types.h>
#include <cstdint>

#include <sha256.h>

#include <stdexcept>

namespace gateway {

std::string digest_of(const std::string& text) {
    char hex[SHA256_DIGEST_STRING_LENGTH];
    return SHA256Data(reinterpret_cast<const std::uint8_t*>(text.data()), text.size(), hex);
}

std::string digest_of_file(const std::filesystem::path& file) {
    char hex[SHA256_DIGEST_STRING_LENGTH];
    if (SHA256File(file.c_str(), hex) == nullptr)
        throw std::runtime_error(file.string() + ": cannot be read");
    return hex;
}

}  // namespace gateway
