// SPDX-License-Identifier: MIT
#include <ddc/interface/run_status.hpp>

namespace ddc::interface::run_status {

const std::vector<HeaderEntry>& entries() {
    static const std::vector<HeaderEntry> all{
        {name, "name", ElementKind::string},
        {operation_mode, "operation_mode", ElementKind::string},
        {program_state, "program", ElementKind::string},
        {turns, "turns", ElementKind::int32},
        {failsafe_turns, "failsafe_turns", ElementKind::int32},
        {program_silences, "program_silences", ElementKind::int32},
        {program_losses, "program_losses", ElementKind::int32},
        {vehicle_losses, "vehicle_losses", ElementKind::int32},
        {output_age, "output_age", ElementKind::real64},
        {safety_turns, "safety_turns", ElementKind::int32},
        {safety_rule, "safety_rule", ElementKind::string},
    };
    return all;
}

}  // namespace ddc::interface::run_status
