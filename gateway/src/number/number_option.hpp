// SPDX-License-Identifier: MIT
#pragma once

#include "limits.hpp"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>

namespace gateway {

/// An option of the command line with the rules that numbers of a file have. `value` stays empty
/// where it is not given.
template <class Number>
CLI::Option* add_number(CLI::App& app, const std::string& name, std::optional<Number>& value,
                        const plant::Range& range, const std::string& help) {
    const auto take = [name, range, &value](const std::string& text) {
        const std::string complaint = plant::read_number(text, range, value.emplace());
        if (!complaint.empty()) throw CLI::ValidationError(name, complaint);
    };
    return app.add_option_function<std::string>(name, take, help)->type_name("NUMBER");
}

/// The same with a default, which the help shows after capture_default_str().
template <class Number>
CLI::Option* add_number(CLI::App& app, const std::string& name, Number& value,
                        const plant::Range& range, const std::string& help) {
    const auto take = [name, range, &value](const std::string& text) {
        const std::string complaint = plant::read_number(text, range, value);
        if (!complaint.empty()) throw CLI::ValidationError(name, complaint);
    };
    return app.add_option_function<std::string>(name, take, help)
        ->type_name("NUMBER")
        ->default_function([&value] { return plant::plain(static_cast<double>(value)); });
}

}  // namespace gateway
