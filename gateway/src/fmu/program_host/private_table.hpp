// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/table.hpp>

namespace gateway::fmu {

/// A table whose name no other process uses, so that several FMUs can run at once: "fmu-", the
/// number of this process, and a random number.
ddc::TableOptions private_table();

}  // namespace gateway::fmu
