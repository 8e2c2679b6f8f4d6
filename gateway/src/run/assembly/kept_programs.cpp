// SPDX-License-Identifier: MIT
#include "kept_programs.hpp"

#include <ddc/interface/layout.hpp>

namespace gateway {
namespace {

bool is_of_use(const KeptProgram& kept, const ProgramConfig& config) {
    return kept.child && config.reuse && kept.exec == config.exec &&
           kept.reference_id == config.options.reference_id && !kept.child->ended();
}

}  // namespace

void KeptPrograms::fit(const RunConfig& config) {
    programs_.resize(config.programs.size());
    for (std::size_t i = 0; i < programs_.size(); ++i) {
        const ProgramConfig& program = config.programs[i];
        programs_[i].is_wanted = program.reuse && !program.exec.empty();
        if (!is_of_use(programs_[i].program, program)) programs_[i].program = {};
    }
}

std::vector<ddc::Id> KeptPrograms::running_entries() const {
    std::vector<ddc::Id> entries;
    for (const Place& place : programs_)
        if (place.program.child)
            entries.push_back(place.program.reference_id + ddc::interface::header::running);
    return entries;
}

KeptProgram* KeptPrograms::of(std::size_t index) {
    Place& place = programs_.at(index);
    return place.is_wanted ? &place.program : nullptr;
}

}  // namespace gateway
