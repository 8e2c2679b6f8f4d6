// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <vector>

namespace plant {

/// The complete state of something, as opaque 64-bit words. Comparable; valid only for an object
/// built from the same parts and parameters as the one it was taken from.
using Snapshot = std::vector<std::uint64_t>;

/// Appends values to a snapshot.
class SnapshotWriter {
  public:
    explicit SnapshotWriter(Snapshot& words) : words_(words) {}

    void put(std::uint64_t word) { words_.push_back(word); }
    void put(std::int64_t value) { put(static_cast<std::uint64_t>(value)); }
    void put(bool value) { put(std::uint64_t{value}); }
    void put(double value) {
        std::uint64_t word = 0;
        std::memcpy(&word, &value, sizeof word);
        put(word);
    }

  private:
    Snapshot& words_;
};

/// Takes values back in the same order. @throws std::invalid_argument when there are too few, or
/// for a number that is not finite or beyond +-largest.
class SnapshotReader {
  public:
    /// Far beyond what a vehicle can have, and so small that a step stays finite.
    static constexpr double largest = 1e12;

    explicit SnapshotReader(const Snapshot& words) : words_(words) {}

    void get(std::uint64_t& word) {
        if (next_ >= words_.size()) throw std::invalid_argument("snapshot: is too short");
        word = words_[next_++];
    }
    void get(std::int64_t& value) {
        std::uint64_t word = 0;
        get(word);
        value = static_cast<std::int64_t>(word);
    }
    void get(bool& value) {
        std::uint64_t word = 0;
        get(word);
        value = word != 0;
    }
    void get(double& value) {
        std::uint64_t word = 0;
        get(word);
        std::memcpy(&value, &word, sizeof value);
        if (!std::isfinite(value)) throw std::invalid_argument("snapshot: must be finite");
        if (std::abs(value) > largest) {
            throw std::invalid_argument("snapshot: must be within -1e12 and 1e12");
        }
    }
    /// @throws std::invalid_argument when the next word is another one.
    void expect(std::uint64_t wanted) {
        std::uint64_t word = 0;
        get(word);
        if (word != wanted)
            throw std::invalid_argument("snapshot: is of another model or other parameters");
    }
    /// @throws std::invalid_argument when values are left.
    void finish() const {
        if (next_ != words_.size()) throw std::invalid_argument("snapshot: is too long");
    }

  private:
    const Snapshot& words_;
    std::size_t next_ = 0;
};

}  // namespace plant
