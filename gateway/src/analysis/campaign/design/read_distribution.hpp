// SPDX-License-Identifier: MIT
#pragma once

#include "distribution.hpp"

#include <plant/yaml_reader.hpp>

#include <string>

namespace gateway::campaign {

/// Reads what a parameter may be: a value, a list of values, or a map of one key: `choice: [...]`,
/// `steps: [from, to, count]`, `weights: [[value, weight], ...]`, `uniform: [from, to]`, `whole:
/// [first, last]`, `normal: [mean, deviation]`, `lognormal: [mean, deviation]` of the logarithm,
/// `triangular: [from, mode, to]`, `poisson: mean`, `histogram: [[from, to, weight], ...]`. Those
/// whose ends are not in it may have two numbers more, at which they are cut off. A mistake is
/// noted with the reader.
/// @return after a mistake one of no value
Distribution read_distribution(plant::YamlReader& parameters, const std::string& path);

/// The distribution that has a form. @throws std::invalid_argument if there is none
Distribution distribution_of(const Distribution::Value& form);

}  // namespace gateway::campaign
