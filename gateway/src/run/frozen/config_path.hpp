// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

namespace gateway {

/// A key of a map or the name of an item of a list (its key `name`), or an index of a list.
using PathStep = std::variant<std::string, std::size_t>;

/// The steps of a path such as "program.exec[3]". A key with dots or brackets, as the names of an
/// FMU's variables have, is in quotes: vehicle.map.parameters."body.mass".
/// @throws std::invalid_argument "PATH: is not a path such as vehicle.start.vx_mps or ..."
std::vector<PathStep> steps_of(const std::string& path);

}  // namespace gateway
