// SPDX-License-Identifier: MIT
#include "saved_state.hpp"

#include <cmath>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace gateway::fmu {
namespace {

constexpr std::uint64_t magic = 0x4554415453434444u;  // "DDCSTATE"
constexpr std::uint64_t format_version = 1;
constexpr std::uint64_t most_text_bytes = 1u << 20;

/// FNV-1a.
std::uint64_t hash_of(const std::uint8_t* bytes, std::size_t size) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (std::size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return hash;
}

std::uint64_t hash_of(const std::string& text) {
    return hash_of(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

/// Appends values in little-endian order.
class ByteWriter {
  public:
    explicit ByteWriter(std::vector<std::uint8_t>& bytes) : bytes_(bytes) {}

    void put(std::uint64_t word) {
        for (int shift = 0; shift < 64; shift += 8)
            bytes_.push_back(static_cast<std::uint8_t>(word >> shift));
    }
    void put(double number) {
        std::uint64_t word = 0;
        std::memcpy(&word, &number, sizeof word);
        put(word);
    }
    template <class Bytes>
    void put_sized(const Bytes& bytes) {
        put(std::uint64_t{bytes.size()});
        bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    }

  private:
    std::vector<std::uint8_t>& bytes_;
};

class ByteReader {
  public:
    ByteReader(const std::uint8_t* bytes, std::size_t size) : next_(bytes), left_(size) {}

    std::uint64_t word() {
        const std::uint8_t* const bytes = take(8);
        std::uint64_t word = 0;
        for (int i = 7; i >= 0; --i) word = word << 8 | bytes[i];
        return word;
    }
    void expect(std::uint64_t wanted, const char* complaint) {
        if (word() != wanted) throw std::invalid_argument(complaint);
    }
    double finite() {
        const std::uint64_t bits = word();
        double number = 0;
        std::memcpy(&number, &bits, sizeof number);
        if (!std::isfinite(number)) throw std::invalid_argument("the state has an infinite time");
        return number;
    }
    template <class Bytes>
    Bytes sized(std::uint64_t most) {
        const std::uint64_t size = word();
        if (size > most) throw std::invalid_argument("a part of the state is too long");
        const std::uint8_t* const bytes = take(size);
        return Bytes(bytes, bytes + size);
    }
    std::size_t left() const { return left_; }

  private:
    const std::uint8_t* take(std::size_t size) {
        if (size > left_) throw std::invalid_argument("the state is too short");
        left_ -= size;
        return std::exchange(next_, next_ + size);
    }

    const std::uint8_t* next_;
    std::size_t left_;
};

void put(const Progress& progress, ByteWriter& out) {
    out.put(std::uint64_t{static_cast<Modes>(progress.mode)});
    out.put(std::uint64_t{progress.is_ready});
    out.put(progress.start_s);
    out.put(std::uint64_t{progress.stop_s.has_value()});
    out.put(progress.stop_s.value_or(0));
    out.put(static_cast<std::uint64_t>(progress.ticks));
    out.put(progress.communicated_s);
}

Mode mode_of(std::uint64_t word) {
    for (const Mode mode :
         {Mode::instantiated, Mode::initialisation, Mode::stepping, Mode::terminated, Mode::failed})
        if (word == static_cast<Modes>(mode)) return mode;
    throw std::invalid_argument("the state has no such mode");
}

Progress progress_in(ByteReader& in) {
    Progress progress;
    progress.mode = mode_of(in.word());
    progress.is_ready = in.word() != 0;
    progress.start_s = in.finite();
    const bool has_stop = in.word() != 0;
    const double stop_s = in.finite();
    if (has_stop) progress.stop_s = stop_s;
    progress.ticks = static_cast<std::int64_t>(in.word());
    if (progress.ticks < 0) throw std::invalid_argument("the state has a negative time");
    progress.communicated_s = in.finite();
    if (progress.mode == Mode::stepping && !progress.is_ready)
        throw std::invalid_argument("the state is in step mode without being initialised");
    return progress;
}

}  // namespace

std::vector<std::uint8_t> serialise(const SavedState& state, const std::string& token) {
    std::vector<std::uint8_t> bytes;
    ByteWriter out(bytes);
    out.put(magic);
    out.put(format_version);
    out.put(hash_of(token));
    put(state.progress, out);
    out.put(std::uint64_t{state.values.size()});
    for (const std::uint64_t slot : state.values.slots()) out.put(slot);
    for (const std::string& text : state.values.texts()) out.put_sized(text);
    out.put_sized(state.of_slave);
    out.put(hash_of(bytes.data(), bytes.size()));
    return bytes;
}

SavedState deserialise(const std::uint8_t* bytes, std::size_t size, const std::string& token,
                       const Values& like) {
    constexpr std::size_t sum_size = 8;
    if (bytes == nullptr || size < sum_size) throw std::invalid_argument("the state is too short");
    ByteReader in(bytes, size - sum_size);
    in.expect(magic, "these bytes are not a state of an FMU of ddc-gateway");
    in.expect(format_version, "the state is of another version");
    in.expect(hash_of(token), "the state is of another FMU");
    ByteReader sum(bytes + size - sum_size, sum_size);
    sum.expect(hash_of(bytes, size - sum_size), "the state is damaged");
    SavedState state{progress_in(in), like, {}};
    in.expect(like.size(), "the state has another number of variables");
    for (std::uint64_t& slot : state.values.slots()) slot = in.word();
    for (std::string& text : state.values.texts()) text = in.sized<std::string>(most_text_bytes);
    state.of_slave = in.sized<std::vector<std::uint8_t>>(in.left());
    if (in.left() != 0) throw std::invalid_argument("the state is too long");
    return state;
}

}  // namespace gateway::fmu
