// SPDX-License-Identifier: MIT
#include "bindings.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace gateway {

bool InputBindings::look_around() const {
    return std::any_of(ports.begin(), ports.end(),
                       [](const BoundInput& port) { return port.source->looks_around(); });
}

const BoundOutput* first_output(const OutputBindings& outputs, Level level) {
    const auto found =
        std::find_if(outputs.ports.begin(), outputs.ports.end(),
                     [&](const BoundOutput& port) { return port.sink.signal->level == level; });
    return found == outputs.ports.end() ? nullptr : &*found;
}

std::optional<Level> level_of(const OutputBindings& outputs) {
    for (const BoundOutput& port : outputs.ports)
        if (port.sink.signal->level) return port.sink.signal->level;
    return std::nullopt;
}

void set_inputs(const Moment& moment, InputBindings& inputs) {
    const double* values = inputs.values.data();
    for (const BoundInput& port : inputs.ports) {
        port.source->show(moment, inputs.values.data());
        if (port.only_real64)
            for (std::size_t i = 0; i < port.count; ++i)
                inputs.group.set(port.first + i, values[i]);
        else
            for (std::size_t i = 0; i < port.count; ++i)
                store_number(inputs.group, port.first + i, values[i]);
    }
}

void store_number(ddc::Group& group, std::size_t item, double value) noexcept {
    using Limits = std::numeric_limits<std::int32_t>;
    switch (group.item(item).type) {
        case ddc::Type::boolean:
            return group.set(item, value != 0);
        case ddc::Type::int32: {
            const double whole = std::isnan(value) ? whole_not_known : std::round(value);
            return group.set(item, static_cast<std::int32_t>(
                                       std::clamp<double>(whole, Limits::min(), Limits::max())));
        }
        case ddc::Type::real64:
            return group.set(item, value);
        default:
            return;
    }
}

}  // namespace gateway
