// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/group.hpp>
#include <ddc/interface/elements.hpp>
#include <ddc/interface/types.hpp>

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace ddc::interface {

struct Vec2 {
    double x = 0.0;
    double y = 0.0;
};

struct Vec3 {
    double x = 0.0;
    double y = 0.0;
    double z = 0.0;
};

/// How a C++ type is stored in consecutive entries. Every specialisation has
/// - `count`: the number of entries,
/// - `add_kinds(kinds)`: appends the kind of each entry,
/// - `load(group, first)` and `store(group, first, value)`: from and to the group's items,
/// - `data_type()`: the corresponding data type, if there is only one.
template <typename T>
struct TableValue;

/// For types with one entry; `Get` is the member of Group that reads it.
template <typename T, auto Get, ElementKind Kind>
struct SingleEntry {
    static constexpr std::size_t count = 1;
    static void add_kinds(std::vector<ElementKind>& kinds) { kinds.push_back(Kind); }
    static T load(const Group& group, std::size_t first) { return (group.*Get)(first); }
    static void store(Group& group, std::size_t first, const T& value) { group.set(first, value); }
};

template <>
struct TableValue<double> : SingleEntry<double, &Group::real64, ElementKind::real64> {
    static DataType data_type() { return BasicType::q; }
};

template <>
struct TableValue<std::int32_t> : SingleEntry<std::int32_t, &Group::int32, ElementKind::int32> {
    static DataType data_type() { return BasicType::z; }
};

template <>
struct TableValue<bool> : SingleEntry<bool, &Group::boolean, ElementKind::boolean> {
    static DataType data_type() { return BasicType::boolean; }
};

/// Only within a simple_packet: no data type is a single string.
template <>
struct TableValue<std::string> {
    static constexpr std::size_t count = 1;
    static void add_kinds(std::vector<ElementKind>& kinds) { kinds.push_back(ElementKind::string); }
    static std::string load(const Group& group, std::size_t first) { return group.text(first); }
    static void store(Group& group, std::size_t first, const std::string& value) {
        group.set(first, value);
    }
};

/// A vector, or with another data type a matrix, row after row.
template <typename T, std::size_t N>
struct TableValue<std::array<T, N>> {
    static constexpr std::size_t count = N * TableValue<T>::count;
    static DataType data_type() {
        return vector_of(TableValue<T>::data_type(), static_cast<std::int32_t>(N));
    }
    static void add_kinds(std::vector<ElementKind>& kinds) {
        for (std::size_t i = 0; i < N; ++i) TableValue<T>::add_kinds(kinds);
    }
    static std::array<T, N> load(const Group& group, std::size_t first) {
        std::array<T, N> value;
        for (std::size_t i = 0; i < N; ++i) {
            value[i] = TableValue<T>::load(group, first + i * TableValue<T>::count);
        }
        return value;
    }
    static void store(Group& group, std::size_t first, const std::array<T, N>& value) {
        for (std::size_t i = 0; i < N; ++i) {
            TableValue<T>::store(group, first + i * TableValue<T>::count, value[i]);
        }
    }
};

/// The fields of a struct, a simple_packet, or a dyn_vector's length and elements; has no default
/// data type.
template <typename... T>
struct TableValue<std::tuple<T...>> {
    static constexpr std::size_t count = (TableValue<T>::count + ... + 0);
    static void add_kinds(std::vector<ElementKind>& kinds) {
        (TableValue<T>::add_kinds(kinds), ...);
    }
    static std::tuple<T...> load(const Group& group, std::size_t first) {
        [[maybe_unused]] const auto load_next = [&group, &first](auto* type) {
            using Value = TableValue<std::remove_pointer_t<decltype(type)>>;
            return Value::load(group, std::exchange(first, first + Value::count));
        };
        // Braces: evaluated from left to right.
        return std::tuple<T...>{load_next(static_cast<T*>(nullptr))...};
    }
    static void store(Group& group, std::size_t first, const std::tuple<T...>& value) {
        [[maybe_unused]] const auto store_next = [&group, &first](const auto& field) {
            using Value = TableValue<std::decay_t<decltype(field)>>;
            Value::store(group, std::exchange(first, first + Value::count), field);
        };
        std::apply([&](const T&... field) { (store_next(field), ...); }, value);
    }
};

/// N doubles with separate names.
template <typename T, std::size_t N>
struct NamedReals {
    using Reals = TableValue<std::array<double, N>>;
    static constexpr std::size_t count = N;
    static void add_kinds(std::vector<ElementKind>& kinds) { Reals::add_kinds(kinds); }
};

template <>
struct TableValue<Vec2> : NamedReals<Vec2, 2> {
    static DataType data_type() { return BasicType::vec2; }
    static Vec2 load(const Group& group, std::size_t first) {
        return {group.real64(first), group.real64(first + 1)};
    }
    static void store(Group& group, std::size_t first, const Vec2& value) {
        Reals::store(group, first, {value.x, value.y});
    }
};

template <>
struct TableValue<Vec3> : NamedReals<Vec3, 3> {
    static DataType data_type() { return BasicType::vec3; }
    static Vec3 load(const Group& group, std::size_t first) {
        return {group.real64(first), group.real64(first + 1), group.real64(first + 2)};
    }
    static void store(Group& group, std::size_t first, const Vec3& value) {
        Reals::store(group, first, {value.x, value.y, value.z});
    }
};

template <>
struct TableValue<std::complex<double>> : NamedReals<std::complex<double>, 2> {
    static DataType data_type() { return BasicType::c; }
    static std::complex<double> load(const Group& group, std::size_t first) {
        return {group.real64(first), group.real64(first + 1)};
    }
    static void store(Group& group, std::size_t first, const std::complex<double>& value) {
        Reals::store(group, first, {value.real(), value.imag()});
    }
};

}  // namespace ddc::interface
