// SPDX-License-Identifier: MIT
#pragma once

#include "limits.hpp"

#include <ddc/command/command_line.hpp>

#include <optional>
#include <string>

namespace gateway {

/// Adds an option of the command line, whose numbers are parsed as in a file. `value` stays empty
/// if the option is not given.
template <class Number>
ddc::command::Option add_number(ddc::command::Verb& verb, const std::string& name,
                                std::optional<Number>& value, const plant::Range& range,
                                const std::string& help) {
    const auto take = [range, &value](const std::string& text) {
        return plant::read_number(text, range, value.emplace());
    };
    return verb.add_parsed_option(name, take, help).kind("NUMBER");
}

/// The same with a default, which the help prints.
template <class Number>
ddc::command::Option add_number(ddc::command::Verb& verb, const std::string& name, Number& value,
                                const plant::Range& range, const std::string& help) {
    const auto take = [range, &value](const std::string& text) {
        return plant::read_number(text, range, value);
    };
    return verb.add_parsed_option(name, take, help)
        .kind("NUMBER")
        .show_default(plant::plain(static_cast<double>(value)));
}

}  // namespace gateway
