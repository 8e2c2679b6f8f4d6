// SPDX-License-Identifier: MIT
#include "parameters/ground_keys.hpp"
#include "parameters/parameter_visitor.hpp"

namespace plant {

GroundParams load_ground(const std::filesystem::path& file) {
    return load_parameters<GroundParams>(file);
}

void validate(const GroundParams& params) {
    check_ranges(params);
}

void visit_parameters(ParameterVisitor& visitor, GroundParams& params) {
    visit(params, visitor);
}

}  // namespace plant
