// SPDX-License-Identifier: MIT
#include "value_kinds.hpp"

namespace gateway {

std::vector<const ValueFaultKind*> value_fault_kinds() {
    return {&bias_kind,         &delay_kind, &drift_kind, &drop_out_kind,
            &freeze_kind,       &nan_kind,   &noise_kind, &oscillation_kind,
            &quantisation_kind, &scale_kind, &sign_kind,  &value_kind};
}

}  // namespace gateway
