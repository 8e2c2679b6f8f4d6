// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tests {

/// An entry of an archive, and what the archive states about it, which may be wrong.
struct RawEntry {
    std::string name;
    std::string bytes{};  ///< as stored: of method 8 they are deflated
    std::uint16_t method = 0;
    std::uint16_t flags = 0;                  ///< 1: encrypted
    std::uint32_t mode = 0100644;             ///< of the system Unix
    std::optional<std::uint32_t> size{};      ///< that of `bytes` if nothing is given
    std::optional<std::uint32_t> checksum{};  ///< that of `bytes` if nothing is given
};

/// CRC-32, as archives have it.
inline std::uint32_t checksum_of(const std::string& bytes) {
    std::uint32_t rest = 0xffff'ffff;
    for (const char byte : bytes) {
        rest ^= static_cast<unsigned char>(byte);
        for (int bit = 0; bit < 8; ++bit) rest = rest >> 1U ^ (rest & 1U ? 0xedb8'8320U : 0);
    }
    return ~rest;
}

/// One zero and then 2064 for each repetition, deflated to 13 bytes each.
inline std::string deflated_zeros(std::size_t repetitions) {
    std::string bytes;
    std::uint32_t bits = 0;
    int count = 0;
    const auto put = [&](std::uint32_t code, int size) {  // the first bit of a code is its highest
        while (size-- > 0) {
            bits |= (code >> size & 1U) << count;
            if (++count < 8) continue;
            bytes += static_cast<char>(bits);
            bits = 0;
            count = 0;
        }
    };
    put(1, 1);  // the last block
    put(2, 2);  // fixed codes: 01, with the lowest bit first
    put(0x30, 8);
    for (std::size_t i = 0; i < 8 * repetitions; ++i) {
        put(0xc5, 8);  // the last 258 bytes again,
        put(0, 5);     // from one byte before
    }
    put(0, 7);  // the end
    while (count != 0) put(0, 1);
    return bytes;
}

/// Writes archives byte by byte, right or wrong.
class RawZip {
  public:
    RawZip& add(const RawEntry& entry) {
        const auto offset = static_cast<std::uint32_t>(bytes_.size());
        const std::string common = common_of(entry);
        bytes_ += "PK\3\4" + common + number(0, 2) + entry.name + entry.bytes;
        directory_ += "PK\1\2" + number(3 << 8 | 20, 2) + common + number(0, 2) + number(0, 2) +
                      number(0, 2) + number(0, 2) + number(entry.mode << 16U, 4) +
                      number(offset, 4) + entry.name;
        ++count_;
        return *this;
    }
    std::string bytes() const { return bytes_ + directory_ + end(directory_.size(), count_); }
    /// With a record for large archives, which states a size of the list and a count of entries.
    std::string bytes_with_large_end(std::uint64_t directory_size, std::uint64_t count) const {
        const std::uint64_t at = bytes_.size() + directory_.size();
        return bytes_ + directory_ + "PK\6\6" + number(44, 8) + number(45, 2) + number(45, 2) +
               number(0, 4) + number(0, 4) + number(count, 8) + number(count, 8) +
               number(directory_size, 8) + number(bytes_.size(), 8) + "PK\6\7" + number(0, 4) +
               number(at, 8) + number(1, 4) + end(0xffff'ffff, 0xffff);
    }

  private:
    static std::string number(std::uint64_t value, int size) {
        std::string text;
        for (int i = 0; i < size; ++i) text += static_cast<char>(value >> (8 * i) & 0xffU);
        return text;
    }
    /// From the version to the length of the name.
    static std::string common_of(const RawEntry& entry) {
        return number(20, 2) + number(entry.flags, 2) + number(entry.method, 2) + number(0, 2) +
               number(0x21, 2) + number(entry.checksum.value_or(checksum_of(entry.bytes)), 4) +
               number(entry.bytes.size(), 4) +
               number(entry.size.value_or(static_cast<std::uint32_t>(entry.bytes.size())), 4) +
               number(entry.name.size(), 2);
    }
    std::string end(std::uint64_t directory_size, std::uint64_t count) const {
        return "PK\5\6" + number(0, 2) + number(0, 2) + number(count, 2) + number(count, 2) +
               number(directory_size, 4) + number(bytes_.size(), 4) + number(0, 2);
    }

    std::string bytes_, directory_;
    std::size_t count_ = 0;
};

}  // namespace tests
