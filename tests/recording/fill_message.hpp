// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/recording/fields.hpp>

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace tests {

/// The values of the fields of a message.
enum class Filling { zero, least, greatest, random };

/// Gives each field of a message a value, at any depth.
class MessageFiller {
  public:
    explicit MessageFiller(Filling filling) : filling_(filling) {}

    template <class T>
    void fill(T& value) {
        if constexpr (std::is_same_v<T, bool>)
            value = filling_ == Filling::greatest || (filling_ == Filling::random && next() % 2);
        else if constexpr (std::is_floating_point_v<T>)
            value = real<T>();
        else if constexpr (std::is_integral_v<T>)
            value = whole<T>();
        else
            ddc::recording::for_each_field<T>(
                [&](const auto& field) { fill(value.*field.member); });
    }
    /// A text with letters of one to four bytes.
    void fill(std::string& value) {
        value.clear();
        for (std::size_t left = length(); left > 0; --left)
            value += std::array<const char*, 5>{"a", "ß", "€", "\"", "🚗"}[next() % 5];
    }
    template <class T, std::size_t N>
    void fill(std::array<T, N>& values) {
        for (T& value : values) fill(value);
    }
    template <class T>
    void fill(std::vector<T>& values) {
        values.resize(length());
        for (T& value : values) fill(value);
    }

  private:
    std::uint64_t next() { return random_(); }
    std::size_t length() { return filling_ == Filling::zero ? 0 : next() % 7; }
    template <class T>
    T real() {
        using Limits = std::numeric_limits<T>;
        switch (filling_) {
            case Filling::zero:
                return T{0};
            case Filling::least:
                return next() % 2 ? Limits::denorm_min() : -Limits::infinity();
            case Filling::greatest:
                return next() % 2 ? Limits::max() : Limits::quiet_NaN();
            default:
                return static_cast<T>(std::ldexp(static_cast<double>(next()), -48) - 32768);
        }
    }
    template <class T>
    T whole() {
        using Limits = std::numeric_limits<T>;
        switch (filling_) {
            case Filling::zero:
                return T{0};
            case Filling::least:
                return Limits::min();
            case Filling::greatest:
                return Limits::max();
            default:
                return static_cast<T>(next());
        }
    }

    Filling filling_;
    std::mt19937_64 random_{20261123};
};

template <class T>
nlohmann::json json_of(const std::vector<T>& values);
template <class T, std::size_t N>
nlohmann::json json_of(const std::array<T, N>& values);

/// The values as JSON: numbers of 64 bits, and those that are not finite, as texts.
template <class T>
nlohmann::json json_of(const T& value) {
    if constexpr (std::is_floating_point_v<T>) {
        if (std::isnan(value)) return "NaN";
        if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
        return value;
    } else if constexpr (std::is_integral_v<T> && sizeof(T) == sizeof(std::uint64_t)) {
        return std::to_string(value);
    } else if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
        return value;
    } else {
        nlohmann::json object = nlohmann::json::object();
        ddc::recording::for_each_field<T>([&](const auto& field) {
            object[std::string(field.name)] = json_of(value.*field.member);
        });
        return object;
    }
}
template <class T>
nlohmann::json json_of(const std::vector<T>& values) {
    nlohmann::json list = nlohmann::json::array();
    for (const T& value : values) list.push_back(json_of(value));
    return list;
}
template <class T, std::size_t N>
nlohmann::json json_of(const std::array<T, N>& values) {
    nlohmann::json list = nlohmann::json::array();
    for (const T& value : values) list.push_back(json_of(value));
    return list;
}

}  // namespace tests
