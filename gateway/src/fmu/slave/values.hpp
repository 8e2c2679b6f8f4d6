// SPDX-License-Identifier: MIT
#pragma once

#include "description/variable.hpp"

#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace gateway::fmu {

/// The value of each variable of an instance, by reference. A number occupies the first bytes of
/// one slot, in its own type: float64 as double, int32 and the other integers as that integer,
/// enumerations as std::int64_t, booleans as bool. Reading and writing allocate nothing, except
/// for texts.
class Values {
  public:
    /// All at their start values; 0, false or empty without one.
    explicit Values(const std::vector<Variable>& variables);

    /// Number of variables.
    std::size_t size() const { return slots_.size(); }

    /// A number or boolean. @pre the reference is one of a variable with the type T
    template <class T>
    T get(std::uint32_t reference) const {
        static_assert(sizeof(T) <= sizeof(std::uint64_t), "occupies one slot");
        std::conditional_t<std::is_same_v<T, bool>, std::uint8_t, T> value;
        std::memcpy(&value, &slots_[reference], sizeof value);
        return static_cast<T>(value);
    }
    template <class T>
    void set(std::uint32_t reference, T value) {
        static_assert(sizeof(T) <= sizeof(std::uint64_t), "occupies one slot");
        std::memcpy(&slots_[reference], &value, sizeof value);
    }

    /// A text. @pre the reference is one of a variable of type string
    const std::string& text(std::uint32_t reference) const { return texts_[reference]; }
    void set_text(std::uint32_t reference, std::string text) {
        texts_[reference] = std::move(text);
    }

    /// All slots, for saving.
    const std::vector<std::uint64_t>& slots() const { return slots_; }
    std::vector<std::uint64_t>& slots() { return slots_; }
    const std::vector<std::string>& texts() const { return texts_; }
    std::vector<std::string>& texts() { return texts_; }

  private:
    void set_start(std::uint32_t reference, Type type, const Value& start);

    std::vector<std::uint64_t> slots_;
    std::vector<std::string> texts_;  ///< one for each variable, empty unless it is a text
};

}  // namespace gateway::fmu
