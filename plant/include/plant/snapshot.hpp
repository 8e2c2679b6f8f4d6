// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <vector>

namespace plant {

/// A complete state as opaque 64-bit words. Snapshots can be compared; one can be restored only
/// into an object with the same parts and parameters.
using Snapshot = std::vector<std::uint64_t>;

/// Appends values to a snapshot, which must outlive the writer.
class SnapshotWriter {
  public:
    /// Appends to `words`.
    explicit SnapshotWriter(Snapshot& words) : words_(words) {}

    /// @name Each appends one word
    /// @{

    /// An unsigned integer.
    void put(std::uint64_t word) { words_.push_back(word); }
    /// A signed integer, in two's complement.
    void put(std::int64_t value) { put(static_cast<std::uint64_t>(value)); }
    /// 0 or 1.
    void put(bool value) { put(std::uint64_t{value}); }
    /// The bits of a number.
    void put(double value) {
        std::uint64_t word = 0;
        std::memcpy(&word, &value, sizeof word);
        put(word);
    }
    /// @}

  private:
    Snapshot& words_;
};

/// Reads values in the order in which they were written. The snapshot must outlive the reader.
/// @throws std::invalid_argument when there are too few values, or for a number that is not finite
/// or beyond +-largest.
class SnapshotReader {
  public:
    /// Larger than any value of a vehicle, and small enough that a step remains finite.
    static constexpr double largest = 1e12;

    /// Begins at the first word.
    explicit SnapshotReader(const Snapshot& words) : words_(words) {}

    /// @name Each reads one word
    /// @{

    /// An unsigned integer.
    void get(std::uint64_t& word) {
        if (next_ >= words_.size()) throw std::invalid_argument("snapshot: is too short");
        word = words_[next_++];
    }
    /// A signed integer.
    void get(std::int64_t& value) {
        std::uint64_t word = 0;
        get(word);
        value = static_cast<std::int64_t>(word);
    }
    /// True for any word but 0.
    void get(bool& value) {
        std::uint64_t word = 0;
        get(word);
        value = word != 0;
    }
    /// A finite number within +-largest.
    void get(double& value) {
        std::uint64_t word = 0;
        get(word);
        std::memcpy(&value, &word, sizeof value);
        if (!std::isfinite(value)) throw std::invalid_argument("snapshot: must be finite");
        if (std::abs(value) > largest) {
            throw std::invalid_argument("snapshot: must be within -1e12 and 1e12");
        }
    }
    /// @}
    /// @throws std::invalid_argument unless the next word equals `wanted`.
    void expect(std::uint64_t wanted) {
        std::uint64_t word = 0;
        get(word);
        if (word != wanted)
            throw std::invalid_argument("snapshot: is of another model or other parameters");
    }
    /// @throws std::invalid_argument when values are left that were not read.
    void finish() const {
        if (next_ != words_.size()) throw std::invalid_argument("snapshot: is too long");
    }

  private:
    const Snapshot& words_;
    std::size_t next_ = 0;
};

}  // namespace plant
