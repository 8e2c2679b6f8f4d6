// SPDX-License-Identifier: MIT
#pragma once

#include <plant/model.hpp>
#include "parameters/parameter_keys.hpp"

#include <algorithm>

namespace plant {

/// Visits the key `model`: the name of a model that accepts `takes`. Visitors that only check
/// ranges ignore it.
template <class Visitor>
void visit_model(Model& model, Takes takes, Visitor& visitor) {
    const Names names = model_names(takes);
    auto index = std::find(names.begin(), names.end(), info(model).name) - names.begin();
    visitor.choice("model", index, names);
    const auto chosen = static_cast<std::size_t>(index);
    if (chosen < names.size()) model = model_named(names[chosen]);
}

}  // namespace plant
