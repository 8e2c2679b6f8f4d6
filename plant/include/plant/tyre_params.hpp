// SPDX-License-Identifier: MIT
#pragma once

#include <plant/mf52.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace plant {

/// Equations of the tyre force.
enum class TyreModel {
    linear,         ///< force proportional to slip up to the friction limit
    magic_formula,  ///< B, C, D, E with load sensitivity and combined slip
    mf52,           ///< Magic Formula 5.2 from a .tir file
};

/// Coefficients of F = D sin(C atan(B s - E (B s - atan(B s)))), D in units of load * friction.
/// Source: H. B. Pacejka, Tire and Vehicle Dynamics, chapter 4.
struct MagicFormula {
    double b;  ///< stiffness factor, per unit of slip
    double c;  ///< shape factor
    double d;  ///< peak factor
    double e;  ///< curvature factor
};

/// A tyre, for all four wheels. The defaults equal plant/data/tyre/sedan.yaml.
struct TyreParams {
    TyreModel model = TyreModel::magic_formula;         ///< equations
    MagicFormula longitudinal{12.0, 1.65, 1.05, 0.90};  ///< slip: slip ratio
    MagicFormula lateral{10.0, 1.30, 1.05, -1.0};       ///< slip: tangent of the slip angle
    double nominal_load_n = 4000.0;                     ///< at which d applies
    double load_sensitivity = 0.15;           ///< decrease of d per unit of load / nominal_load - 1
    double rolling_resistance = 0.012;        ///< rolling moment / (load * radius)
    double relaxation_longitudinal_m = 0.10;  ///< relaxation length of the slip ratio
    double relaxation_lateral_m = 0.45;       ///< relaxation length of the slip angle
    double pneumatic_trail_m = 0.035;         ///< at zero slip angle
    double vertical_stiffness_n_per_m = 220000.0;  ///< used by fourteen_dof
    Mf52 mf52;                                     ///< only for TyreModel::mf52
};

/// Reads a tyre from YAML, where every key is required, or from a .tir file (by its extension).
/// In a .tir file the basic coefficients are required. Assumed values of others, and implausible
/// values, are appended to `notes` as "file:line: key: note". @throws FileError.
TyreParams load_tyre(const std::filesystem::path& file, std::vector<std::string>* notes = nullptr);

/// @throws std::invalid_argument with "key: reason" when a value is out of range.
void validate(const TyreParams& params);

}  // namespace plant
