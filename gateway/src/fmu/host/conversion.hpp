// SPDX-License-Identifier: MIT
#pragma once

namespace gateway::fmu_host {

/// Between a signal in SI units and a variable in its unit, see FmuMapped. Exact if all is 1 and 0.
struct Conversion {
    double factor = 1;       ///< of the variable's unit
    double unit_offset = 0;  ///< of the variable's unit
    double gain = 1;
    double offset = 0;

    bool is_identity() const {
        return factor == 1 && unit_offset == 0 && gain == 1 && offset == 0;  // NOLINT
    }
    double to_variable(double signal) const {
        if (is_identity()) return signal;
        return (gain * signal + offset - unit_offset) / factor;
    }
    double to_signal(double variable) const {
        if (is_identity()) return variable;
        return gain * (factor * variable + unit_offset) + offset;
    }
};

}  // namespace gateway::fmu_host
