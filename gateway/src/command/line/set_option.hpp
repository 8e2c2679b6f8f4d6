// SPDX-License-Identifier: MIT
#pragma once

#include "summary/setting.hpp"

#include <ddc/command/command_line.hpp>

#include <string>
#include <vector>

namespace gateway {

/// Adds `--set PATH=VALUE`, which may be given several times.
inline void add_set_option(ddc::command::Verb& verb, std::vector<std::string>& texts,
                           const std::string& example) {
    const auto complaint = [example](const std::string& text) -> std::string {
        const std::size_t sign = text.find('=');
        const bool has_both = sign != std::string::npos && sign > 0 && sign + 1 < text.size();
        return has_both ? "" : "must be PATH=VALUE such as " + example + ", is '" + text + "'";
    };
    verb.add_option("--set", texts,
                    "Override a value of the file, or of a file that it names: " + example +
                        "; may be given several times")
        .kind("PATH=VALUE")
        .repeatable()
        .check(complaint);
}

/// The settings in the texts of `--set`, which are valid.
inline std::vector<Setting> settings_of(const std::vector<std::string>& texts) {
    std::vector<Setting> settings;
    for (const std::string& text : texts) {
        const std::size_t sign = text.find('=');
        settings.push_back({text.substr(0, sign), text.substr(sign + 1)});
    }
    return settings;
}

}  // namespace gateway
