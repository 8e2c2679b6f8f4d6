// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/interface/layout.hpp>
#include <ddc/table.hpp>

namespace bench {

constexpr ddc::Id measured_reference_id = 0x4000;
constexpr ddc::Id basic_outputs_at =
    measured_reference_id + ddc::interface::default_output_start_id;

constexpr ddc::Id entry_of(ddc::Id offset) {
    return measured_reference_id + offset;
}

/// The entries of a program of type `basic`.
void write_basic_header(ddc::Table& table);

/// A program that waits for each cycle, reads all 28 inputs and writes all 3 outputs, without end,
/// on the second core.
int waiting_program(const ddc::TableOptions& options);
/// The same on a core that the kernel chooses.
int free_waiting_program(const ddc::TableOptions& options);

}  // namespace bench
