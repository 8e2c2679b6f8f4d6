// SPDX-License-Identifier: MIT
#include "values.hpp"

#include <utility>

namespace gateway::fmu {
namespace {

template <class T>
T number_of(const Value& value) {
    return std::visit(
        [](const auto& held) -> T {
            if constexpr (std::is_arithmetic_v<std::decay_t<decltype(held)>>)
                return static_cast<T>(held);
            else
                return T{};
        },
        value);
}

}  // namespace

Values::Values(const std::vector<Variable>& variables)
    : slots_(variables.size()), texts_(variables.size()) {
    for (std::uint32_t i = 0; i < variables.size(); ++i)
        if (variables[i].start) set_start(i, variables[i].type, *variables[i].start);
}

void Values::set_start(std::uint32_t reference, Type type, const Value& start) {
    switch (type) {
        case Type::float32:
            return set(reference, number_of<float>(start));
        case Type::float64:
            return set(reference, number_of<double>(start));
        case Type::int8:
            return set(reference, number_of<std::int8_t>(start));
        case Type::uint8:
            return set(reference, number_of<std::uint8_t>(start));
        case Type::int16:
            return set(reference, number_of<std::int16_t>(start));
        case Type::uint16:
            return set(reference, number_of<std::uint16_t>(start));
        case Type::int32:
            return set(reference, number_of<std::int32_t>(start));
        case Type::uint32:
            return set(reference, number_of<std::uint32_t>(start));
        case Type::int64:
        case Type::enumeration:
            return set(reference, number_of<std::int64_t>(start));
        case Type::uint64:
            return set(reference, number_of<std::uint64_t>(start));
        case Type::boolean:
            return set(reference, number_of<bool>(start));
        case Type::string:
            if (const auto* text = std::get_if<std::string>(&start)) set_text(reference, *text);
            return;
        case Type::binary:
        case Type::clock:
            return;
    }
}

}  // namespace gateway::fmu
