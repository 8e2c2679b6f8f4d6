// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/interface/elements.hpp>
#include <ddc/types.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace gateway::fmu {

/// Values of a fixed list of variables, in the bytes in which they are sent between the library of
/// an FMU and its process. All are zero, false or empty at first. A caller uses the kind that the
/// variable has; it is not checked.
class ValueBlock {
  public:
    using Kind = ddc::interface::ElementKind;

    explicit ValueBlock(const std::vector<Kind>& kinds) {
        offsets_.reserve(kinds.size());
        std::size_t size = 0;
        for (const Kind kind : kinds) {
            offsets_.push_back(size);
            size += number_size + (kind == Kind::string ? ddc::max_string_length : 0);
        }
        bytes_.resize(size);
    }

    char* data() noexcept { return bytes_.data(); }
    std::size_t size() const noexcept { return bytes_.size(); }  ///< in bytes
    std::size_t count() const noexcept { return offsets_.size(); }

    double real64(std::size_t i) const noexcept { return get<double>(i); }
    std::int32_t int32(std::size_t i) const noexcept { return get<std::int32_t>(i); }
    bool boolean(std::size_t i) const noexcept { return get<std::int32_t>(i) != 0; }
    std::string text(std::size_t i) const {
        const auto length = std::min<std::size_t>(get<std::uint32_t>(i), ddc::max_string_length);
        return {&bytes_[offsets_[i] + number_size], length};
    }

    void set(std::size_t i, double value) noexcept { put(i, value); }
    void set(std::size_t i, std::int32_t value) noexcept { put(i, value); }
    void set(std::size_t i, bool value) noexcept { put(i, std::int32_t{value}); }
    /// Keeps at most ddc::max_string_length bytes.
    void set_text(std::size_t i, std::string_view value) noexcept {
        const std::size_t length = std::min(value.size(), std::size_t{ddc::max_string_length});
        put(i, static_cast<std::uint32_t>(length));
        std::memcpy(&bytes_[offsets_[i] + number_size], value.data(), length);
    }

  private:
    static constexpr std::size_t number_size = 8;

    template <class Value>
    Value get(std::size_t i) const noexcept {
        Value value;
        std::memcpy(&value, &bytes_[offsets_[i]], sizeof value);
        return value;
    }
    template <class Value>
    void put(std::size_t i, Value value) noexcept {
        std::memcpy(&bytes_[offsets_[i]], &value, sizeof value);
    }

    std::vector<std::size_t> offsets_;
    std::vector<char> bytes_;
};

}  // namespace gateway::fmu
