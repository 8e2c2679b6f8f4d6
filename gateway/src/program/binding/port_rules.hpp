// SPDX-License-Identifier: MIT
#pragma once

#include "time_series.hpp"

#include <ddc/interface/signals.hpp>

#include <plant/file_error.hpp>

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace gateway {

/// Conversion of a number between program and signal: the receiver gets it times `scale` plus
/// `offset`.
struct Conversion {
    double scale = 1;
    double offset = 0;

    bool is_needed() const noexcept { return scale < 1 || scale > 1 || offset < 0 || offset > 0; }
    /// Returns the same value if no conversion is needed, including the sign of a zero.
    double operator()(double value) const noexcept {
        return is_needed() ? value * scale + offset : value;
    }
};

/// The meaning of a message's codes that are numbers.
enum class Numbering {
    spec,      ///< that of the specification
    autoware,  ///< of Autoware's messages: 0 is no command
};

/// @name Uses of a program's port
/// @{
/// The port gets a signal (input) or sets one (output).
struct SignalUse {
    const ddc::interface::Signal* signal;  ///< of the catalogue
    Conversion conversion;
    std::optional<Numbering> numbering{};  ///< nothing: the specification's
    bool is_old_word = false;              ///< the rule uses a word of earlier versions
};
/// An input with a constant value of any type: JSON, see value_from_json().
struct ConstantUse {
    std::string json;
};
/// An input that changes with simulated time.
struct SeriesUse {
    std::shared_ptr<const TimeSeries> series;
};
/// An input that is always zero, false or empty.
struct ZeroUse {};
/// An output that is only recorded.
struct RecordUse {};
/// The port is neither written nor read.
struct IgnoreUse {};
/// @}

using PortUse = std::variant<SignalUse, ConstantUse, SeriesUse, ZeroUse, RecordUse, IgnoreUse>;

/// The rule of one port.
struct PortRule {
    std::string port;
    plant::Mistake place;  ///< without a reason
    /// For the side that it fits; a port of direction IO has both.
    std::optional<PortUse> use;
    std::optional<PortUse> input;   ///< for the input's side
    std::optional<PortUse> output;  ///< for the output's side
};

/// The rules for the ports of a program. Ports without a rule are bound by their names.
struct PortRules {
    plant::Mistake place;  ///< where the rules are, or could be added; without a reason
    std::vector<PortRule> rules;
    std::vector<std::string> notes{};  ///< for the user; not errors
    /// Notes that may not apply, for calls before the program is known.
    std::vector<std::string> guesses{};
    /// The outputs drive nothing. Therefore ports without a rule and without a signal are bound
    /// too, as `zero` and `record`, and the program may lack ports that have a rule.
    bool command_nothing = false;

    const PortRule* find(const std::string& port) const {
        for (const PortRule& rule : rules)
            if (rule.port == port) return &rule;
        return nullptr;
    }
};

}  // namespace gateway
