// SPDX-License-Identifier: MIT
#include <plant/vehicle_dynamics.hpp>
#include "parameters/fingerprints.hpp"
#include "parameters/parameter_keys.hpp"
#include "parameters/parameter_visitor.hpp"

#include <cmath>

namespace plant {

template <class Visitor>
void visit(SolverParams& p, Visitor& v) {
    v.choice("integrator", p.integrator, Names{"rk4", "semi_implicit"});
    double max_step_s = std::chrono::duration<double>(p.max_step).count();
    v.number("max_step_s", max_step_s, {1e-6, 0.01});
    p.max_step = SimDuration(std::llround(max_step_s * 1e9));
}

SolverParams load_solver(const std::filesystem::path& file) {
    return load_parameters<SolverParams>(file);
}

void add_to(Fingerprint& print, const SolverParams& params) {
    add_values(print, params);
}

void visit_parameters(ParameterVisitor& visitor, SolverParams& params) {
    visit(params, visitor);
}

}  // namespace plant
