// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace plant {

/// Hash (FNV-1a) of everything that is added to it.
class Fingerprint {
  public:
    void add(std::uint64_t word) {
        for (int shift = 0; shift < 64; shift += 8)
            add_byte(static_cast<unsigned char>(word >> shift));
    }
    void add(double number) {
        std::uint64_t word = 0;
        std::memcpy(&word, &number, sizeof word);
        add(word);
    }
    void add(std::string_view text) {
        for (const char c : text) add_byte(static_cast<unsigned char>(c));
    }
    std::uint64_t value() const { return hash_; }

  private:
    void add_byte(unsigned char byte) { hash_ = (hash_ ^ byte) * 0x100000001b3u; }

    std::uint64_t hash_ = 0xcbf29ce484222325u;
};

}  // namespace plant
