// SPDX-License-Identifier: MIT
#pragma once

#include "distribution.hpp"

#include <plant/yaml_reader.hpp>

#include <string>

namespace gateway::campaign {

/// Reads the values of a parameter: a value, a list of values, or a map of one key: `choice:
/// [...]`, `steps: [from, to, count]`, `weights: [[value, weight], ...]`, `uniform: [from, to]`,
/// `whole: [first, last]`, `normal: [mean, deviation]`, `lognormal: [mean, deviation]` of the
/// logarithm, `triangular: [from, mode, to]`, `poisson: mean`, `histogram: [[from, to, weight],
/// ...]`. Kinds without ends may have two further numbers, at which they are truncated. The reader
/// collects the errors.
/// @return a distribution without values after an error
Distribution read_distribution(plant::YamlReader& parameters, const std::string& path);

/// The distribution with a form, see Distribution::form(). @throws std::invalid_argument if invalid
Distribution distribution_of(const Distribution::Value& form);

}  // namespace gateway::campaign
