// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace ddc::command {

/// Writes the spellings of an option as manual pages do: `-n, --name`.
class HelpFormatter : public CLI::Formatter {
  public:
    std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
        const std::string name = CLI::Formatter::make_option_name(option, is_positional);
        const std::size_t comma = name.find(',');
        if (comma == std::string::npos) return name;
        return name.substr(0, comma) + ", " + name.substr(comma + 1);
    }
};

}  // namespace ddc::command
