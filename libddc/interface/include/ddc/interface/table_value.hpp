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

/// The value of a port of type vec2; unit and axes are those of the port.
struct Vec2 {
    double x = 0.0;
    double y = 0.0;
};

/// The value of a port of type vec3; unit and axes are those of the port.
struct Vec3 {
    double x = 0.0;
    double y = 0.0;
    double z = 0.0;
};

/// How a C++ type is stored in consecutive entries. Every specialisation has
/// - `count`: the number of entries,
/// - `add_kinds(kinds)`: appends the kind of each entry,
/// - `load(group, first)` and `store(group, first, value)`: from and to the group's `count` items
///   from index `first` on, which must exist and have these kinds,
/// - `data_type()`: the corresponding data type, if there is only one.
template <typename T>
struct TableValue;

/// For types with one entry of kind `Kind`; `Get` is the member of Group that reads it.
template <typename T, auto Get, ElementKind Kind>
struct SingleEntry {
    static constexpr std::size_t count = 1;
    /// Appends `Kind`.
    static void add_kinds(std::vector<ElementKind>& kinds) { kinds.push_back(Kind); }
    /// The value of the item with the index `first`.
    static T load(const Group& group, std::size_t first) { return (group.*Get)(first); }
    /// Sets the value of item `first`.
    static void store(Group& group, std::size_t first, const T& value) { group.set(first, value); }
};

template <>
struct TableValue<double> : SingleEntry<double, &Group::real64, ElementKind::real64> {
    /// Q.
    static DataType data_type() { return BasicType::q; }
};

template <>
struct TableValue<std::int32_t> : SingleEntry<std::int32_t, &Group::int32, ElementKind::int32> {
    /// Z. Ports of type N, N1 or an enum are declared with that type.
    static DataType data_type() { return BasicType::z; }
};

template <>
struct TableValue<bool> : SingleEntry<bool, &Group::boolean, ElementKind::boolean> {
    /// boolean.
    static DataType data_type() { return BasicType::boolean; }
};

/// Only within a simple_packet: no data type is a single string.
template <>
struct TableValue<std::string> {
    static constexpr std::size_t count = 1;
    /// Appends `string`.
    static void add_kinds(std::vector<ElementKind>& kinds) { kinds.push_back(ElementKind::string); }
    /// A copy of the text of item `first`.
    static std::string load(const Group& group, std::size_t first) { return group.text(first); }
    /// Sets the text of item `first`, cut to max_string_length bytes.
    static void store(Group& group, std::size_t first, const std::string& value) {
        group.set(first, value);
    }
};

/// A vector, or with another data type a matrix, row after row.
template <typename T, std::size_t N>
struct TableValue<std::array<T, N>> {
    static constexpr std::size_t count = N * TableValue<T>::count;
    /// A vector of N elements with T's data type; does not compile if T has none.
    static DataType data_type() {
        return vector_of(TableValue<T>::data_type(), static_cast<std::int32_t>(N));
    }
    /// Appends the kinds of T, N times.
    static void add_kinds(std::vector<ElementKind>& kinds) {
        for (std::size_t i = 0; i < N; ++i) TableValue<T>::add_kinds(kinds);
    }
    /// Element i begins at item `first` + i times the entries of T.
    static std::array<T, N> load(const Group& group, std::size_t first) {
        std::array<T, N> value;
        for (std::size_t i = 0; i < N; ++i) {
            value[i] = TableValue<T>::load(group, first + i * TableValue<T>::count);
        }
        return value;
    }
    /// See load().
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
    /// Appends the kinds of each T, in order.
    static void add_kinds(std::vector<ElementKind>& kinds) {
        (TableValue<T>::add_kinds(kinds), ...);
    }
    /// The fields follow one another without gaps from item `first` on.
    static std::tuple<T...> load(const Group& group, std::size_t first) {
        [[maybe_unused]] const auto load_next = [&group, &first](auto* type) {
            using Value = TableValue<std::remove_pointer_t<decltype(type)>>;
            return Value::load(group, std::exchange(first, first + Value::count));
        };
        // Braces: evaluated from left to right.
        return std::tuple<T...>{load_next(static_cast<T*>(nullptr))...};
    }
    /// See load().
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
    /// The same entries without names.
    using Reals = TableValue<std::array<double, N>>;
    static constexpr std::size_t count = N;
    /// Appends `real64`, N times.
    static void add_kinds(std::vector<ElementKind>& kinds) { Reals::add_kinds(kinds); }
};

template <>
struct TableValue<Vec2> : NamedReals<Vec2, 2> {
    /// vec2.
    static DataType data_type() { return BasicType::vec2; }
    /// x is item `first`, y the next.
    static Vec2 load(const Group& group, std::size_t first) {
        return {group.real64(first), group.real64(first + 1)};
    }
    /// See load().
    static void store(Group& group, std::size_t first, const Vec2& value) {
        Reals::store(group, first, {value.x, value.y});
    }
};

template <>
struct TableValue<Vec3> : NamedReals<Vec3, 3> {
    /// vec3.
    static DataType data_type() { return BasicType::vec3; }
    /// x is item `first`, y the next, z the last.
    static Vec3 load(const Group& group, std::size_t first) {
        return {group.real64(first), group.real64(first + 1), group.real64(first + 2)};
    }
    /// See load().
    static void store(Group& group, std::size_t first, const Vec3& value) {
        Reals::store(group, first, {value.x, value.y, value.z});
    }
};

template <>
struct TableValue<std::complex<double>> : NamedReals<std::complex<double>, 2> {
    /// C.
    static DataType data_type() { return BasicType::c; }
    /// The real part is item `first`, the imaginary part the next.
    static std::complex<double> load(const Group& group, std::size_t first) {
        return {group.real64(first), group.real64(first + 1)};
    }
    /// See load().
    static void store(Group& group, std::size_t first, const std::complex<double>& value) {
        Reals::store(group, first, {value.real(), value.imag()});
    }
};

}  // namespace ddc::interface
