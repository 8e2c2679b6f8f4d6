// SPDX-License-Identifier: MIT
#pragma once

#include "variable.hpp"

#include <cstddef>
#include <utility>

/// The words of the standard for the values of enumerations.
namespace gateway::fmu {

inline constexpr std::pair<const char*, Causality> causality_words[] = {
    {"parameter", Causality::parameter},
    {"calculatedParameter", Causality::calculated_parameter},
    {"structuralParameter", Causality::structural_parameter},
    {"input", Causality::input},
    {"output", Causality::output},
    {"local", Causality::local},
    {"independent", Causality::independent}};

inline constexpr std::pair<const char*, Variability> variability_words[] = {
    {"constant", Variability::constant},
    {"fixed", Variability::fixed},
    {"tunable", Variability::tunable},
    {"discrete", Variability::discrete},
    {"continuous", Variability::continuous}};

inline constexpr std::pair<const char*, Initial> initial_words[] = {
    {"exact", Initial::exact}, {"approx", Initial::approx}, {"calculated", Initial::calculated}};

/// Elements of FMI 3.0; a type definition appends "Type".
inline constexpr std::pair<const char*, Type> type_words[] = {
    {"Float32", Type::float32}, {"Float64", Type::float64},
    {"Int8", Type::int8},       {"UInt8", Type::uint8},
    {"Int16", Type::int16},     {"UInt16", Type::uint16},
    {"Int32", Type::int32},     {"UInt32", Type::uint32},
    {"Int64", Type::int64},     {"UInt64", Type::uint64},
    {"Boolean", Type::boolean}, {"String", Type::string},
    {"Binary", Type::binary},   {"Enumeration", Type::enumeration},
    {"Clock", Type::clock}};

/// Elements of FMI 2.0.
inline constexpr std::pair<const char*, Type> type_words_2[] = {{"Real", Type::float64},
                                                                {"Integer", Type::int32},
                                                                {"Boolean", Type::boolean},
                                                                {"String", Type::string},
                                                                {"Enumeration", Type::enumeration}};

/// The word of a value, which must be in the table.
template <class Meaning, std::size_t size>
const char* word_of(Meaning meaning, const std::pair<const char*, Meaning> (&words)[size]) {
    for (const auto& [word, each] : words)
        if (each == meaning) return word;
    return "";
}

}  // namespace gateway::fmu
