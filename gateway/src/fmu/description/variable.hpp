// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// Functional Mock-up Units: models in archives with a standard C interface, as FMI 2.0 and 3.0
/// define them (fmi-standard.org).
namespace gateway::fmu {

/// What a variable is to the importer.
enum class Causality {
    parameter,
    calculated_parameter,
    structural_parameter,  ///< FMI 3.0
    input,
    output,
    local,
    independent,  ///< the simulated time
};

/// When the value of a variable may change.
enum class Variability { constant, fixed, tunable, discrete, continuous };

/// How the value of a variable is determined at the start.
enum class Initial { exact, approx, calculated };

/// The types of both versions. FMI 2.0 has real (float64), integer (int32), boolean, string and
/// enumeration (as int32) of them.
enum class Type {
    float32,
    float64,
    int8,
    uint8,
    int16,
    uint16,
    int32,
    uint32,
    int64,
    uint64,
    boolean,
    string,
    enumeration,
    binary,  ///< FMI 3.0; not supported by the importer
    clock,   ///< FMI 3.0; not supported by the importer
};

/// The position of a variable that does not exist.
inline constexpr std::uint32_t no_variable = 0xffff'ffff;

/// A value of any type but binary and clock: floats as double, signed integers and enumerations as
/// int64_t, unsigned integers as uint64_t.
using Value = std::variant<double, std::int64_t, std::uint64_t, bool, std::string>;

/// A variable of a model description.
struct Variable {
    std::string name;             ///< structured: "ego.cmd.throttle"
    std::uint32_t reference = 0;  ///< valueReference
    Type type = Type::float64;
    Causality causality = Causality::local;
    Variability variability = Variability::continuous;
    std::optional<Initial> initial{};  ///< nothing if not written
    std::string unit{};                ///< name of a unit; empty if none is given
    std::string declared_type{};       ///< name of a type definition; empty if none
    /// In `unit`; as read, the unit and the limits of the declared type where it has none itself.
    std::optional<double> min{}, max{};
    std::optional<Value> start{};  ///< in `unit`
    std::string description{};
    bool is_array = false;    ///< has dimensions (FMI 3.0); not supported by the importer
    bool is_clocked = false;  ///< changes with clocks only (FMI 3.0)
    std::optional<std::uint32_t> derivative_of{};  ///< position of a state
    std::vector<std::string> aliases{};            ///< more names of it (FMI 3.0)
};

}  // namespace gateway::fmu
