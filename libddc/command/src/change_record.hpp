// SPDX-License-Identifier: MIT
#pragma once

#include "entry_name.hpp"
#include "reading.hpp"
#include "records.hpp"

#include <vector>

/// One change in the form in which `echo` prints it and `record` writes it.
namespace ddc::command {

std::vector<Column> change_columns();

std::vector<Field> change_fields(double time_s, const Target& target, const Reading& reading);

}  // namespace ddc::command
