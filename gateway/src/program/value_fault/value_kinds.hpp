// SPDX-License-Identifier: MIT
#pragma once

#include "value_fault.hpp"

#include <vector>

/// The kinds of faults of values, each in the file of its name.
namespace gateway {

extern const ValueFaultKind bias_kind;
extern const ValueFaultKind delay_kind;
extern const ValueFaultKind drift_kind;
extern const ValueFaultKind drop_out_kind;
extern const ValueFaultKind freeze_kind;
extern const ValueFaultKind nan_kind;
extern const ValueFaultKind noise_kind;
extern const ValueFaultKind oscillation_kind;
extern const ValueFaultKind quantisation_kind;
extern const ValueFaultKind scale_kind;
extern const ValueFaultKind sign_kind;
extern const ValueFaultKind value_kind;

/// All of them, for the configuration.
std::vector<const ValueFaultKind*> value_fault_kinds();

/// The fault of the kind `delay`, for other kinds that delay.
std::unique_ptr<ValueFault> create_delay(SimTime delay, const ValueTarget& target);

}  // namespace gateway
