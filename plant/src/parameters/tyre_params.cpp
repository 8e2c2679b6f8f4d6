// SPDX-License-Identifier: MIT
#include <plant/tyre_params.hpp>

#include "parameters/fingerprints.hpp"
#include "parameters/parameter_keys.hpp"
#include "parameters/parameter_visitor.hpp"
#include "parameters/tir_file.hpp"

#include <cstring>

namespace plant {

template <class Visitor>
void visit(MagicFormula& p, Visitor& v) {
    v.number("b", p.b, {0.1, 100.0});
    v.number("c", p.c, {1.01, 2.0});
    v.number("d", p.d, {0.01, 10.0});
    v.number("e", p.e, {-20.0, 0.99});
}

template <class Visitor>
void visit(TyreParams& p, Visitor& v) {
    v.choice("model", p.model, Names{"linear", "magic_formula"});
    v.section("longitudinal", p.longitudinal);
    v.section("lateral", p.lateral);
    v.number("nominal_load_n", p.nominal_load_n, {10.0, 1e6});
    v.number("load_sensitivity", p.load_sensitivity, {0.0, 1.0});
    v.number("rolling_resistance", p.rolling_resistance, {0.0, 1.0});
    v.number("relaxation_longitudinal_m", p.relaxation_longitudinal_m, {0.05, 5.0});
    v.number("relaxation_lateral_m", p.relaxation_lateral_m, {0.05, 5.0});
    v.number("pneumatic_trail_m", p.pneumatic_trail_m, {0.0, 0.5});
    v.number("vertical_stiffness_n_per_m", p.vertical_stiffness_n_per_m, {1e4, 1e8});
}

TyreParams load_tyre(const std::filesystem::path& file, std::vector<std::string>* notes) {
    std::vector<std::string> ignored;
    return file.extension() == ".tir" ? load_tir(file, notes != nullptr ? *notes : ignored)
                                      : load_parameters<TyreParams>(file);
}

void validate(const TyreParams& params) {
    check_ranges(params);
    if (params.model != TyreModel::mf52) return;
    if (!(params.mf52.fnomin > 0.0)) throw std::invalid_argument("fnomin: must be positive");
    if (!(params.mf52.pky1 < 0.0)) throw std::invalid_argument("pky1: must be negative");
}

namespace {

static_assert(sizeof(Mf52) % sizeof(double) == 0, "all its members are numbers");
constexpr std::size_t mf52_size = sizeof(Mf52) / sizeof(double);

std::vector<double> coefficients_of(const Mf52& mf52) {
    std::vector<double> coefficients(mf52_size);
    std::memcpy(coefficients.data(), &mf52, sizeof mf52);
    return coefficients;
}

}  // namespace

void add_to(Fingerprint& print, const TyreParams& params) {
    add_values(print, params);
    for (const double coefficient : coefficients_of(params.mf52)) print.add(coefficient);
}

void visit_parameters(ParameterVisitor& visitor, TyreParams& params) {
    const bool has_coefficients = params.model == TyreModel::mf52;
    auto coefficients = has_coefficients ? coefficients_of(params.mf52) : std::vector<double>{};
    visitor.numbers("mf52", coefficients);
    if (coefficients.size() == mf52_size) {
        std::memcpy(static_cast<void*>(&params.mf52), coefficients.data(), sizeof params.mf52);
        params.model = TyreModel::mf52;
    } else if (!coefficients.empty()) {
        throw std::invalid_argument("tyre.mf52: has a wrong number of coefficients");
    }
    visit(params, visitor);
}

}  // namespace plant
