// SPDX-License-Identifier: MIT
#pragma once

#include <plant/calibration_map.hpp>
#include "parameters/parameter_keys.hpp"

namespace plant {

/// Visits only the keys that exist; other values are unchanged.
template <class Visitor>
struct OptionalKeys {
    Visitor& v;

    template <class Number>
    void number(const char* key, Number& value, const Range& range) {
        if (v.has(key)) v.number(key, value, range);
    }
    void flag(const char* key, bool& value) {
        if (v.has(key)) v.flag(key, value);
    }
    template <class Enum>
    void choice(const char* key, Enum& value, const Names& names) {
        if (v.has(key)) v.choice(key, value, names);
    }
    template <class Params>
    void section(const char* key, Params& params) {
        if (v.has(key)) v.section(key, params);
    }
    /// A key of existing parameter files that has no effect.
    void unused(const char* key) {
        double value = 0.0;
        number(key, value, {});
    }
};

/// Reads a map from the file under an optional key; its path is relative to the parameter file.
template <class Map>
void load_map(YamlReader& reader, const char* key, MapKind kind, Map& map) {
    reader.load_file(key, map, [kind](const std::filesystem::path& file) {
        return load_calibration_map(file, kind);
    });
}

}  // namespace plant
